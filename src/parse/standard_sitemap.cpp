#include "parse/standard_sitemap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_encoding.hpp"
#include "parse/standard_handler.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Ends with an error behind the last byte that is allowed.
class BoundedSource final : public ByteSource {
 public:
  explicit BoundedSource(ByteSource& inner) : inner_(inner) {}

  [[nodiscard]] Block read() override {
    Block block = inner_.read();
    bytes_ += block.bytes.size();
    if (bytes_ > kStandardBytes)
      throw DocumentError{"ssp.too-large",
                          fmt::format("longer than {}; the rest is left out",
                                      human_bytes(kStandardBytes))};
    return block;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  ByteSource& inner_;
  std::uint64_t bytes_ = 0;
};

/// A document in UTF-8 whose declaration, if it has one, says nothing else: white space
/// takes the place of its encoding.
std::string without_encoding(std::string text) {
  const std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (std::string_view{text}.substr(begin, 5) != "<?xml") return text;
  const std::size_t end = text.find("?>");
  const std::size_t at = text.find("encoding", begin);
  if (end == std::string::npos || at == std::string::npos || at > end) return text;
  const std::size_t quote = text.find_first_of("\"'", at);
  const std::size_t close =
      quote < end ? text.find(text[quote], quote + 1) : std::string::npos;
  if (close < end)
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
              text.begin() + static_cast<std::ptrdiff_t>(close) + 1, ' ');
  return text;
}

/// Gives a text, and then what ended it.
class EndedSource final : public ByteSource {
 public:
  EndedSource(std::string text, std::exception_ptr error)
      : text_(std::move(text)), error_(std::move(error)) {}
  [[nodiscard]] Block read() override {
    Block block = text_.read();
    if (block.empty() && error_) std::rethrow_exception(error_);
    return block;
  }

 private:
  MemorySource text_;
  std::exception_ptr error_;
};

/// A document that was sent as UTF-8: as it comes, but for its declaration.
class Utf8Source final : public ByteSource {
 public:
  explicit Utf8Source(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override {
    if (begun_) return inner_.read();
    begun_ = true;
    std::string head;
    while (head.size() < kDeclarationBytes) {
      const Block block = inner_.read();
      if (block.empty()) break;
      head += block.bytes;
    }
    auto text = std::make_shared<const std::string>(without_encoding(std::move(head)));
    return {.bytes = *text, .owner = text};
  }

 private:
  static constexpr std::size_t kDeclarationBytes = 1024;
  ByteSource& inner_;
  bool begun_ = false;
};

/// The charset that was sent goes before the declaration, a byte order mark before both
/// (RFC 7303 §3).
std::unique_ptr<ByteSource> recoded(ByteSource& bytes, const StandardReading& reading,
                                    Diagnostics& faults) {
  const std::string charset = charset_parameter(reading.content_type);
  if (charset == "utf-8" || charset == "utf8") return std::make_unique<Utf8Source>(bytes);
  std::string all;
  std::exception_ptr error;
  try {
    for (Block block = bytes.read(); !block.empty(); block = bytes.read())
      all += block.bytes;
  } catch (const DocumentError&) {
    error = std::current_exception();
  }
  DecodedPage text = decode_page(std::move(all), reading.content_type);
  if (text.replaced > 0) {
    Fault fault;
    fault.code = "ssp.encoding";
    fault.message = fmt::format("{} sequences are not {}, the charset that was sent",
                                grouped(text.replaced), text.encoding);
    fault.line = text.first_bad_line;
    fault.skipped = false;
    faults.report(fault);
  }
  return std::make_unique<EndedSource>(without_encoding(std::move(text.text)),
                                       std::move(error));
}

void check_media(const StandardReading& reading, Diagnostics& faults) {
  const StandardMedia media = standard_media(reading.content_type);
  if (media == StandardMedia::xml) return;
  const std::string type = excerpt(reading.content_type);
  if (media == StandardMedia::html || reading.rules == StandardReading::Rules::strict)
    throw DocumentError{
        "ssp.media-type",
        fmt::format("it was sent as {}; a Standard-Sitemap is text/xml or "
                    "application/xml",
                    type)};
  Fault fault;
  fault.code = "ssp.media-type";
  fault.message = fmt::format("sent as {}, not as text/xml or application/xml", type);
  fault.skipped = false;
  faults.report(fault);
}

}  // namespace

std::string StandardFile::node(std::uint32_t index) const {
  const StandardElement& element = elements[index];
  if (!element.id.empty()) return fmt::format("{}#{}", url, element.id);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t at = index; at != StandardElement::kNone; at = elements[at].parent)
    numbers.push_back(elements[at].number);
  std::string out = url + "#element(";
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
    fmt::format_to(std::back_inserter(out), "/{}", *number);
  return out += ')';
}

std::uint32_t StandardFile::find(std::string_view fragment) const {
  const std::string decoded = percent_decode(fragment);
  std::string_view text = decoded;
  if (const auto found = ids.find(text); found != ids.end()) return found->second;
  if (!text.starts_with("element(") || !text.ends_with(')'))
    return StandardElement::kNone;
  text = text.substr(8, text.size() - 9);
  // element(id), element(id/2) or element(/1/2)
  const std::vector<std::string_view> steps = split(text, '/');
  std::uint32_t at = StandardElement::kNone;
  std::size_t next = 1;
  if (!steps[0].empty()) {
    if (const auto found = ids.find(steps[0]); found != ids.end()) at = found->second;
  } else if (steps.size() > 1 && steps[1] == "1" && !elements.empty()) {
    at = 0;
    next = 2;
  }
  for (; next < steps.size() && at != StandardElement::kNone; ++next) {
    const auto number = parse_uint(steps[next]);
    at = elements[at].first_child;
    while (at != StandardElement::kNone && elements[at].number != number)
      at = elements[at].next;
  }
  return at;
}

std::shared_ptr<const StandardFile> read_standard_sitemap(ByteSource& bytes,
                                                          const StandardReading& reading,
                                                          const Limits& limits,
                                                          Diagnostics& faults) {
  check_media(reading, faults);
  auto file = std::make_shared<StandardFile>();
  file->url = without_fragment(reading.url);
  StandardHandler handler{*file, reading, faults};
  const XmlOptions options{
      .on_position =
          [](void* user, const XmlPosition& position) {
            static_cast<StandardHandler*>(user)->set_position(position);
          },
      .user = &handler};
  BoundedSource bounded{bytes};
  try {
    if (charset_parameter(reading.content_type).empty()) {
      read_xml(bounded, handler, limits, options);
    } else {
      read_xml(*recoded(bounded, reading, faults), handler, limits, options);
    }
  } catch (const DocumentError& error) {
    // What was read so far is good; nothing at all is an error.
    if (error.code() == "xml.syntax") handler.drop_cut_element();
    if (file->elements.size() < 2 || error.code() == "ssp.not-standard") throw;
    file->complete = false;
    file->code = error.code();
    file->problem = error.what();
  }
  file->bytes = bounded.bytes();
  if (!handler.is_proven())
    throw DocumentError{
        "ssp.not-standard",
        fmt::format("the root element sitemap has no namespace, and no item, group or "
                    "external below it; a Standard-Sitemap is of {}",
                    kStandardSitemap)};
  return file;
}

bool is_standard_language(std::string_view text) {
  bool first = true;
  for (const std::string_view part : split(text, '-')) {
    if (part.empty() || part.size() > 8) return false;
    for (const char c : part)
      if (!is_letter(c) && (first || !is_digit(c))) return false;
    first = false;
  }
  return true;
}

bool is_xml_id(std::string_view text) {
  if (text.empty()) return false;
  const auto is_start = [](char c) {
    return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  return is_start(text[0]) && std::ranges::all_of(text, [&](char c) {
           return is_start(c) || is_digit(c) || c == '-' || c == '.';
         });
}

std::optional<std::string> xhtml_role(std::string_view token) {
  constexpr std::array<std::string_view, 30> kTerms{
      "alternate",     "appendix",    "banner",     "bookmark",   "chapter",    "cite",
      "complementary", "contentinfo", "contents",   "copyright",  "definition", "first",
      "glossary",      "help",        "icon",       "index",      "last",       "license",
      "main",          "meta",        "navigation", "next",       "note",       "prev",
      "search",        "section",     "start",      "subsection", "top",        "up"};
  const std::string lower = lower_ascii(token);
  if (std::ranges::find(kTerms, lower) == kTerms.end()) return std::nullopt;
  return std::string{kXhtmlVocabulary}.append(lower);
}

bool is_role_iri(std::string_view token) {
  if (!has_scheme(token)) return false;
  const IriProblem problem = check_iri(token);
  if (problem != IriProblem::none && problem != IriProblem::bad_escape) return false;
  if (token.find("://") != std::string_view::npos) return true;
  return starts_with_ignoring_case(token, "urn:") ||
         starts_with_ignoring_case(token, "tag:") ||
         starts_with_ignoring_case(token, "info:");
}

StandardMedia standard_media(std::string_view content_type) {
  const std::string_view type = trim(content_type.substr(0, content_type.find(';')));
  const auto is_one = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(
        names, [&](std::string_view name) { return equal_ignoring_case(type, name); });
  };
  if (is_one({"text/html", "application/xhtml+xml"})) return StandardMedia::html;
  const bool structured = starts_with_ignoring_case(type, "application/") &&
                          ends_with_ignoring_case(type, "+xml");
  return type.empty() || structured || is_one({"text/xml", "application/xml"})
             ? StandardMedia::xml
             : StandardMedia::other;
}

std::string charset_parameter(std::string_view content_type) {
  for (std::size_t at = content_type.find(';'); at != std::string_view::npos;
       at = content_type.find(';', at + 1)) {
    const std::string_view part = trim(content_type.substr(at + 1));
    if (!starts_with_ignoring_case(part, "charset")) continue;
    std::string_view value = trim(part.substr(7));
    if (!value.starts_with('=')) continue;
    value = trim(value.substr(1, value.find(';') - 1));
    if (value.starts_with('"')) {
      value.remove_prefix(1);
      value = value.substr(0, value.find('"'));
    }
    return lower_ascii(trim(value));
  }
  return {};
}

}  // namespace semsite
