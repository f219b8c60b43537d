#include "validate/dump_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "documents/not_rdf.hpp"
#include "fetch/http_header.hpp"
#include "parse/detect_syntax.hpp"
#include "semsite/errors.hpp"
#include "unpack/sniff.hpp"
#include "unpack/unpacker.hpp"
#include "validate/ask.hpp"
#include "validate/data_check.hpp"
#include "validate/head_check.hpp"

namespace semsite {
namespace {

struct Mirror {
  const DatasetLocation* location;
  const DumpFacts* facts;
};

bool is_comparable(const DumpFacts& a, const DumpFacts& b) {
  return a.packing == b.packing && a.syntax == b.syntax;
}

bool has_same_digest(const DumpFacts& a, const DumpFacts& b) {
  return !a.digest || !b.digest || a.digest->algorithm != b.digest->algorithm ||
         a.digest->value == b.digest->value;
}

/// Where two beginnings part, as far as both were read.
std::optional<std::size_t> first_difference(std::string_view a, std::string_view b) {
  const std::size_t both = std::min(a.size(), b.size());
  const auto place = std::ranges::mismatch(a.substr(0, both), b.substr(0, both)).in1;
  const auto at = static_cast<std::size_t>(place - a.begin());
  return at < both ? std::optional{at} : std::nullopt;
}

void compare(const Mirror& first, const Mirror& other, const std::string& sitemap,
             Findings& findings) {
  const FindingPlace place{sitemap, other.location->line};
  const std::string names = fmt::format("{} and {}", excerpt(first.location->url, 200),
                                        excerpt(other.location->url, 200));
  const DumpFacts& a = *first.facts;
  const DumpFacts& b = *other.facts;
  if (const auto at = first_difference(a.start, b.start))
    return findings.add(
        {"dump.mirrors", place,
         fmt::format("{} differ at byte {} of their data", names, *at + 1)});
  if (!a.hash.empty() && !b.hash.empty()) {
    if (a.hash != b.hash || a.hashed != b.hashed)
      return findings.add(
          {"dump.mirrors", place,
           fmt::format("{} differ within the first {} bytes of their data", names,
                       grouped(std::max(a.hashed, b.hashed)))});
    if (a.whole && b.whole) return;
  }
  const std::optional<Severity> severity =
      a.packing == Packing::none ? std::nullopt : std::optional{Severity::note};
  if (a.length && b.length && a.length != b.length)
    return findings.add({"dump.mirrors", place,
                         fmt::format("{} have {} and {} bytes", names, grouped(*a.length),
                                     grouped(*b.length)),
                         severity});
  if (!has_same_digest(a, b))
    findings.add({"dump.mirrors", place,
                  fmt::format("{} have other digests ({})", names, a.digest->field),
                  severity});
}

}  // namespace

void check_mirrors(const DatasetFact& dataset, const SeenDumps& seen,
                   Findings& findings) {
  if (!dataset.said.paper_form) return;  // then several dumps are parts
  std::vector<Mirror> firsts;
  for (const DatasetLocation& location : dataset.said.dumps) {
    const auto found = seen.find(location.url);
    if (found == seen.end()) continue;
    const Mirror mirror{&location, &found->second};
    const auto first = std::ranges::find_if(firsts, [&](const Mirror& one) {
      return is_comparable(*one.facts, *mirror.facts);
    });
    if (first == firsts.end())
      firsts.push_back(mirror);
    else if (first->location->url != location.url)
      compare(*first, mirror, dataset.sitemap, findings);
  }
}

namespace {

constexpr std::size_t kParsedBytes = 256 * kKiB;  // of each dump, unpacked
constexpr std::size_t kShownBytes = 1024;         // to tell where mirrors part

/// A packing with what names it.
struct PackingNames {
  Packing packing;
  std::array<std::string_view, 3> suffixes;
  std::array<std::string_view, 3> types;
};
constexpr std::array kPackings{
    PackingNames{Packing::gzip,
                 {".gz", ".tgz", ""},
                 {"application/gzip", "application/x-gzip", ""}},
    PackingNames{Packing::bzip2,
                 {".bz2", ".tbz2", ""},
                 {"application/x-bzip2", "application/bzip2", "application/x-bzip"}},
    PackingNames{
        Packing::xz, {".xz", ".txz", ""}, {"application/x-xz", "application/xz", ""}},
    PackingNames{Packing::zstd,
                 {".zst", ".tzst", ""},
                 {"application/zstd", "application/x-zstd", ""}},
    PackingNames{Packing::zip,
                 {".zip", "", ""},
                 {"application/zip", "application/x-zip-compressed", ""}},
    PackingNames{Packing::tar, {".tar", "", ""}, {"application/x-tar", "", ""}},
    PackingNames{
        Packing::seven_zip, {".7z", "", ""}, {"application/x-7z-compressed", "", ""}},
};

const PackingNames* names_of(Packing packing) {
  const auto* const found = std::ranges::find(kPackings, packing, &PackingNames::packing);
  return found == kPackings.end() ? nullptr : found;
}

const PackingNames* by_suffix(std::string_view path) {
  for (const PackingNames& one : kPackings)
    for (const std::string_view suffix : one.suffixes)
      if (!suffix.empty() && ends_with_ignoring_case(path, suffix)) return &one;
  return nullptr;
}

const PackingNames* by_type(std::string_view type) {
  for (const PackingNames& one : kPackings)
    for (const std::string_view name : one.types)
      if (!name.empty() && equal_ignoring_case(type, name)) return &one;
  return nullptr;
}

/// Types that say nothing.
bool is_general(std::string_view type) {
  return type == "application/octet-stream" || type == "binary/octet-stream";
}

/// What may be served as text/plain or application/xml without being wrong.
bool fits(const Syntax& syntax, std::string_view type) {
  if (std::ranges::find(syntax.media_types, type) != syntax.media_types.end())
    return true;
  if (type == "text/plain") return syntax.name == "ntriples";
  if (type == "application/xml" || type == "text/xml")
    return syntax.name == "rdfxml" || syntax.name == "trix";
  if (type == "application/json") return syntax.name == "jsonld";
  return false;
}

/// Every N-Triples file is N-Quads, every one of these Turtle, and so on.
bool may_be_called(const Syntax& found, const Syntax& named) {
  if (found.name == named.name) return true;
  constexpr std::array<std::string_view, 4> kFamily{"ntriples", "nquads", "turtle",
                                                    "trig"};
  return std::ranges::find(kFamily, found.name) != kFamily.end() &&
         std::ranges::find(kFamily, named.name) != kFamily.end();
}

std::string path_of(std::string_view url) {
  const auto parts = split_url(url);
  return std::string{parts ? parts->path : url};
}

class DumpLook {
 public:
  DumpLook(const Retrieved& got, DocumentFindings findings)
      : got_(got), findings_(std::move(findings)), path_(path_of(got.url)) {}

  void header() {
    const auto& head = got_.head;
    if (is_file_url(got_.url)) return;
    if (head.header("etag").empty() && head.header("last-modified").empty())
      findings_.add("dump.no-validators", {});
    if (!head.length()) findings_.add("dump.no-length", {});
  }

  /// `outer`: the first bytes as they came.
  void packing(std::string_view outer) {
    const Packing packing = sniff_packing(outer);
    const PackingNames* const found = names_of(packing);
    const PackingNames* const named = by_suffix(path_);
    const std::string type = got_.head.media_type();
    packed_ = packing != Packing::none;
    facts_.packing = packing;
    if (named != nullptr && named != found && !tar_inside(*named, packing))
      findings_.add("dump.suffix",
                    fmt::format("{} with the bytes of {}", excerpt(path_, 200),
                                packed_ ? packing_name(packing) : "an unpacked file"));
    if (named == nullptr && found != nullptr && syntax_of_path(path_) != nullptr)
      findings_.add("dump.suffix",
                    fmt::format("{} with the bytes of {}", excerpt(path_, 200),
                                packing_name(packing)));
    const PackingNames* const typed = by_type(type);
    if (typed != nullptr && typed != found)
      findings_.add("dump.content-type",
                    fmt::format("{} with the bytes of {}", type,
                                packed_ ? packing_name(packing) : "an unpacked file"));
    if (packed_ && !got_.head.header("content-encoding").empty())
      findings_.add("dump.coding",
                    fmt::format("Content-Encoding: {}",
                                excerpt(got_.head.header("content-encoding"))));
  }

  /// What `entry`, the first thing inside, is. Gives its syntax; null if it is no RDF.
  const Syntax* content(std::string_view head, const BreakNote& end, const Entry& entry) {
    const std::string_view hint = entry.hint;
    const std::string type = got_.head.media_type();
    const Detected told = detect_syntax(head, end, {.media_type = type, .path = hint});
    if (head.empty()) return fault("dump.empty", {});
    // An archive may hold pages, which are read too.
    if (told.found == "html" && !entry.name.empty()) {
      const Syntax* const named = syntax_of_path(hint);
      if (named == nullptr || named->name == "html") return nullptr;
    }
    if (told.found == "html")
      return fault("dump.html",
                   fmt::format("it begins \"{}\"", excerpt(trim(head), 100)));
    if (told.found == "changes")
      return fault("dump.not-rdf", not_rdf(told.found, head, "it").problem);
    if (told.syntax == nullptr || told.found == "sitemap")
      return fault("dump.not-rdf", fmt::format("it looks like {}: \"{}\"", told.found,
                                               excerpt(trim(head), 100)));
    facts_.syntax = told.syntax->name;
    facts_.start = head.substr(0, kShownBytes);
    names(*told.syntax, type, hint);
    return told.syntax;
  }

  /// Its first bytes, unpacked; `whole`: there are no more.
  void beginning(std::string_view text, bool whole) {
    facts_.hash = short_hash(text);
    facts_.hashed = text.size();
    facts_.whole = whole;
  }

  [[nodiscard]] DocumentFindings& findings() { return findings_; }
  /// To be had once.
  [[nodiscard]] DumpFacts take_facts() {
    facts_.length = got_.head.length();
    facts_.digest = published_digest(got_.head);
    return std::move(facts_);
  }

 private:
  const Syntax* fault(std::string_view code, std::string message) {
    findings_.add(code, std::move(message));
    return nullptr;
  }
  /// Do suffix and type tell the same?
  void names(const Syntax& found, const std::string& type, std::string_view hint) {
    if (const Syntax* const named = syntax_of_path(hint);
        named != nullptr && !may_be_called(found, *named))
      findings_.add("dump.suffix",
                    fmt::format("{} holds {}", excerpt(hint, 200), found.name));
    if (packed_ || is_general(type)) return;
    if (type.empty())
      findings_.add("dump.content-type", "no Content-Type");
    else if (by_type(type) == nullptr && !fits_family(found, type))
      findings_.add("dump.content-type", fmt::format("{} for {}", type, found.name));
  }
  static bool tar_inside(const PackingNames& named, Packing packing) {
    return named.packing == Packing::tar && packing != Packing::none;
  }
  static bool fits_family(const Syntax& syntax, std::string_view type) {
    if (fits(syntax, type)) return true;
    const Syntax* const typed = syntax_of_media_type(type);
    return typed != nullptr && may_be_called(syntax, *typed);
  }

  const Retrieved& got_;
  DocumentFindings findings_;
  std::string path_;
  bool packed_ = false;
  DumpFacts facts_;
};

/// Keeps the first kParsedBytes of what is read through it.
class KeptSource final : public ByteSource {
 public:
  explicit KeptSource(ByteSource& inner) : inner_(inner) {}

  [[nodiscard]] Block read() override {
    Block block = inner_.read();
    text_ += block.bytes.substr(0, kParsedBytes - text_.size());
    return block;
  }
  [[nodiscard]] bool is_full() const { return text_.size() == kParsedBytes; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  ByteSource& inner_;
  std::string text_;
};

/// The entries of an archive behind the first, as far as `room` bytes of them go.
void check_further(Unpacker& unpacker, std::size_t room, const std::string& url,
                   const std::string& content_type, const Validation& validation) {
  while (room > 0) {
    std::optional<Entry> entry = unpacker.next();
    if (!entry) return;
    PeekSource inner{std::move(entry->bytes)};
    const std::string_view head = inner.peek(kDetectBytes);
    const Detected told = detect_syntax(head, {.media_type = {}, .path = entry->hint});
    DocumentFindings inside{validation.findings, url + "!/" + entry->name};
    KeptSource kept{inner};
    // An archive may hold a read-me beside its data.
    if (told.syntax != nullptr && told.found != "html" && told.found != "sitemap")
      check_beginning(kept, room, *told.syntax, content_type, inside, validation);
    while (kept.text().size() < room && !kept.read().empty()) {
    }
    room -= std::min(room, kept.text().size());
  }
}

/// Reads the beginning of a dump. Gives its very first bytes as they came.
std::string look_inside(Retrieved& got, DumpLook& look, const Validation& validation) {
  const std::string url = got.url;
  const std::string content_type{got.head.header("content-type")};
  auto bytes = std::make_unique<PeekSource>(std::move(got.body));
  std::string start;
  try {
    const std::string_view outer = bytes->peek(kSniffBytes);
    start = outer.substr(0, 1);
    look.packing(outer);
    Unpacker unpacker{std::move(bytes), path_of(url), validation.retriever.limits()};
    std::optional<Entry> entry = unpacker.next();
    if (!entry) {
      look.findings().add("dump.empty", {});
      return start;
    }
    auto noted = std::make_unique<BreakNote>(std::move(entry->bytes));
    const BreakNote& end = *noted;
    PeekSource inner{std::move(noted)};
    const std::string_view head = inner.peek(kDetectBytes);
    const bool is_short = head.size() < kDetectBytes;
    DocumentFindings inside{validation.findings,
                            entry->name.empty() ? url : url + "!/" + entry->name};
    const Syntax* const syntax = look.content(head, end, *entry);
    KeptSource kept{inner};
    if (syntax != nullptr)
      check_beginning(kept, kParsedBytes, *syntax, content_type, inside, validation);
    // Of what is so short, all is read: a break behind its first bytes shows then.
    while ((syntax != nullptr || is_short) && !kept.is_full() && !kept.read().empty()) {
    }
    if (syntax != nullptr) look.beginning(kept.text(), !kept.is_full());
    if ((syntax != nullptr || is_short) && !kept.is_full())
      check_further(unpacker, kParsedBytes - kept.text().size(), url, content_type,
                    validation);
  } catch (const DocumentError& error) {
    look.findings().add_failure(
        error.code().starts_with("unpack.") ? "dump.damaged" : error.code(),
        error.what());
  }
  return start;
}

}  // namespace

std::optional<DumpFacts> check_dump(const std::string& url, const FindingPlace& named,
                                    const Validation& validation, CheckedSet& checked) {
  const std::string accept{kDumpAccept};
  Retrieved got = ask_for({.url = url,
                           .named_by = NamedBy::document(named.url),
                           .accept = accept,
                           .content_coding = false},
                          validation);
  if (is_left_alone(got, named, validation.findings)) return {};
  if (got.outcome != Retrieval::got) {
    validation.findings.add({"dump.unreachable", named, got.problem});
    return {};
  }
  DumpLook look{got, DocumentFindings{validation.findings, got.url}};
  look.header();
  // Its connection is free from here on.
  const std::string start = look_inside(got, look, validation);
  checked.add({.url = got.url, .kind = "dump"});
  if (is_http(got.url)) {
    check_head({.got = got,
                .accept = accept,
                .content_coding = got.head.decoded,
                .has_content = !start.empty()},
               validation);
    check_range(got, start, accept, validation);
  }
  DumpFacts facts = look.take_facts();
  if (facts.syntax.empty()) return {};
  return facts;
}

void check_endpoint(const std::string& url, const FindingPlace& named,
                    const Validation& validation, CheckedSet& checked) {
  Retrieved got = ask_for({.url = url,
                           .named_by = NamedBy::document(named.url),
                           .accept = std::string{kDescriptionAccept}},
                          validation);
  if (is_left_alone(got, named, validation.findings)) return;
  // Without a query a service may answer that one is missing.
  const bool wants_query = got.head.status == 400 || got.head.status == 406;
  if (got.outcome != Retrieval::got && !wants_query)
    return validation.findings.add({"endpoint.unreachable", named, got.problem});
  checked.add({.url = got.url, .kind = "endpoint"});
  std::string_view found = "an error";
  if (got.outcome == Retrieval::got) {
    try {
      PeekSource bytes{std::move(got.body)};
      const Detected told = detect_syntax(
          bytes.peek(kDetectBytes), {.media_type = got.head.media_type(), .path = {}});
      if (told.syntax != nullptr && !is_result_set(*told.syntax)) return;
      found = told.found;
    } catch (const DocumentError&) {
      // As good as none.
    }
  }
  validation.findings.add(
      {"endpoint.no-description", {got.url}, fmt::format("it answers with {}", found)});
}

void check_dataset_iri(const std::string& iri, const FindingPlace& named,
                       const Validation& validation, CheckedSet& checked) {
  const Retrieved got = ask_for({.url = iri,
                                 .named_by = NamedBy::document(named.url),
                                 .accept = std::string{kDescriptionAccept}},
                                validation);
  if (is_left_alone(got, named, validation.findings)) return;
  if (got.outcome != Retrieval::got)
    return validation.findings.add({"sc.uri-dead", named, got.problem});
  checked.add({.url = got.url, .kind = "description"});
}

namespace {

/// Why a 206 is not what was asked for; nothing if it is.
std::optional<std::string> wrong_part(Retrieved& part, const Retrieved& whole,
                                      std::string_view start) {
  // §15.3.7.2: several parts only where several were asked for.
  if (part.head.media_type() == "multipart/byteranges")
    return "several parts (multipart/byteranges) for a single range";
  const std::string_view field = part.head.header("content-range");
  if (field.empty()) return "status 206 without Content-Range";
  const auto range = parse_content_range(field);
  if (!range || range->first != 0 || range->last != 0)
    return fmt::format("Content-Range: {}", excerpt(field, 100));
  if (const auto length = whole.head.length();
      length && range->total && *range->total != *length)
    return fmt::format("Content-Range: {}, but Content-Length of all of it: {}",
                       excerpt(field, 100), *length);
  std::string bytes;
  try {
    while (bytes.size() <= 1) {
      const Block block = part.body->read();
      if (block.empty()) break;
      bytes += block.bytes;
    }
  } catch (const DocumentError& error) {
    return fmt::format("status 206 breaks off: {}", error.what());
  }
  if (bytes.size() != 1)
    return fmt::format("status 206 with {} instead of 1",
                       bytes.empty() ? "no byte" : "more bytes");
  if (bytes != start.substr(0, 1)) return "status 206 with another byte than the first";
  return {};
}

void check_offered(Retrieved part, const Retrieved& whole, std::string_view start,
                   DocumentFindings& findings) {
  if (part.outcome != Retrieval::got)
    return findings.add("dump.range-refused",
                        part.outcome == Retrieval::http_error
                            ? fmt::format("status {}", part.head.status)
                            : part.problem);
  if (part.head.status != 206)
    return findings.add("dump.range-ignored",
                        fmt::format("status {} with all of it, though it says "
                                    "Accept-Ranges: bytes",
                                    part.head.status));
  if (auto problem = wrong_part(part, whole, start))
    return findings.add("dump.wrong-range", std::move(*problem));
  // §15.3.7: so that parts of two versions are not put together.
  const std::string_view before = whole.head.header("etag");
  const std::string_view now = part.head.header("etag");
  if (!before.empty() && before != now)
    findings.add("dump.range-etag",
                 fmt::format("{} of the part, {} of the whole",
                             now.empty() ? "none" : excerpt(now), excerpt(before)));
}

}  // namespace

void check_range(const Retrieved& got, std::string_view start, std::string_view accept,
                 const Validation& validation) {
  if (start.empty() || validation.stop.stop_requested()) return;
  DocumentFindings findings{validation.findings, got.url};
  const std::string says = lower_ascii(trim(got.head.header("accept-ranges")));
  if (says == "none") return findings.add("dump.no-ranges", "Accept-Ranges: none");
  const bool offered = says.find("bytes") != std::string::npos;
  if (got.head.decoded) {  // its parts are not those of what came
    if (!offered) findings.add("dump.no-ranges", {});
    return;
  }
  Retrieved part = validation.retriever.get({.url = got.url,
                                             .named_by = NamedBy::document(got.url),
                                             .accept = std::string{accept},
                                             .content_coding = false,
                                             .range_last = 0,
                                             .max_attempts = 1});
  if (part.outcome == Retrieval::cancelled || part.outcome == Retrieval::robots ||
      part.outcome == Retrieval::refused)
    return;
  const bool is_part = part.outcome == Retrieval::got && part.head.status == 206;
  if (offered || is_part) check_offered(std::move(part), got, start, findings);
  if (!offered)
    findings.add("dump.no-ranges",
                 is_part ? "they are honoured, but no Accept-Ranges says so" : "");
}

}  // namespace semsite
