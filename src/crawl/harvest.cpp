#include "crawl/harvest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/cause.hpp"
#include "crawl/older_quads.hpp"
#include "discover/resource_sync.hpp"
#include "discover/sitemap_reader.hpp"
#include "documents/not_rdf.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/format_check.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/measured.hpp"
#include "parse/split_parse.hpp"
#include "parse/syntax.hpp"
#include "rdf/change_list.hpp"
#include "rdf/quad_check.hpp"
#include "reading/parse_settings.hpp"
#include "report/console.hpp"
#include "semsite/errors.hpp"
#include "unpack/keyed_hash.hpp"
#include "unpack/sniff.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

/// A parser knows its bytes, not where they came from.
std::string with_name(const std::string& problem, const Document& document) {
  return problem.find(document.name) != std::string::npos
             ? problem
             : fmt::format("{}{} {}", document.name,
                           document.name.ends_with(':') ? "" : ":", problem);
}

/// One document from bytes to the sink.
class DocumentHarvest {
 public:
  DocumentHarvest(const Harvest& job, const Harvester& harvester,
                  PackageManifest& manifest)
      : job_(job), harvester_(harvester), manifest_(manifest) {}

  DocumentReport run(Entry& entry) {
    DocumentReport report;
    report.name = entry.name;
    const std::shared_ptr<Document> document = document_of(entry);
    iri_ = document->iri;
    more_.clear();
    claimed_.reset();
    older_.reset();
    is_manifest_ = false;
    said_ = nullptr;
    if (!entry.name.empty()) manifest_.came(entry.name);
    FaultLog faults{document->name, harvester_.on_error, harvester_.quarantine,
                    harvester_.console};
    CountingSource counted{*entry.bytes};
    std::atomic<std::uint64_t> quads{0};
    try {
      auto noted = std::make_unique<BreakNote>(std::make_unique<BorrowedSource>(counted));
      const BreakNote& end = *noted;
      PeekSource bytes{std::move(noted)};
      if (const Syntax* syntax = tell_syntax(bytes, end, entry, document->name, report)) {
        report.syntax = syntax->name;
        document->syntax = syntax->name;
        const Measured measured{
            *document, job_.origin.naming == Naming::page ? ReadAs::page : ReadAs::data,
            *syntax, harvester_.limits};
        report_graph(*document, faults);
        if (said_ != nullptr)
          faults.report({.code = "document.other-syntax",
                         .message = fmt::format(
                             "its bytes are {} and were read as that, though its name or "
                             "type says {} (--syntax {} reads it so)",
                             syntax->name, said_->name, said_->name),
                         .statement = {},
                         .skipped = false});
        parse(*syntax, bytes, document, measured, faults, quads);
        // Pages mostly hold no RDF, which is no fault of theirs.
        if (!is_of_pages(*syntax)) {
          // Pages are looked at part by part.
          FormatCheck format{harvester_.settings.get().page_format};
          format.add(syntax->name == "jsonld" ? PageFormat::jsonld : PageFormat::unknown,
                     quads);
          format.conclude(faults);
        }
        if (quads == 0 && is_of_pages(*syntax)) tell_silence(*document, *syntax);
      } else if (!entry.name.empty()) {
        if (is_manifest_) manifest_.read(bytes, document->name, harvester_.limits);
        // What does not look like data may be damaged data: its end tells.
        while (!harvester_.stop.stop_requested() && !bytes.read().empty()) continue;
      }
    } catch (const DocumentError& error) {
      if (error.code() == "unpack.trailing" && !report.syntax.empty()) {
        note_loss(fmt::format("{} [unpack.trailing]", error.what()));
        // Everything was read and its checksums agree; something foreign stands behind.
        faults.report({.code = "unpack.trailing",
                       .message = error.what(),
                       .statement = {},
                       .skipped = false});
        report.outcome = Outcome::faulty;
      } else {
        report.cause = cause_of(error);
        report.code = error.code();
        report.problem = with_name(error.what(), *document);
        report.outcome = quads > 0 ? Outcome::partial : Outcome::failed;
        if (report.code == "unpack.damaged" && quads > 0)
          report.problem += fmt::format("; the {} that had been read of it may be false",
                                        count_of(quads.load(), "quad"));
      }
    } catch (...) {
      harvester_.sink.get().end_document(*document);
      throw;
    }
    harvester_.sink.get().end_document(*document);
    if (paging_) {
      more_ = paging_->more();
      paging_.reset();
    }
    report.quads = quads;
    report.bytes = counted.bytes();
    report.faults = faults.counts();
    if (claimed_) claimed_->add_to(report.faults);
    if (older_) older_->add_to(report.faults);
    report.skipped = faults.skipped();
    if (report.outcome == Outcome::whole && report.skipped > 0)
      report.outcome = report.skipped * 10 > report.quads + report.skipped
                           ? Outcome::damaged
                           : Outcome::faulty;
    if (report.code.empty() && report.quads > 0 && report.faults.contains(kDocumentCut)) {
      report.code = kDocumentCut;
      report.problem = fmt::format(
          "{} ends in the middle of a statement: it is the beginning of a longer "
          "document",
          document->name);
      report.outcome = Outcome::partial;
    }
    // What is counted is what is in the output.
    if (older_)
      report.quads = static_cast<std::uint64_t>(static_cast<std::int64_t>(report.quads) +
                                                older_->more());
    if (report.outcome == Outcome::whole || report.outcome == Outcome::faulty)
      report.begins.clear();
    return report;
  }

  /// What the last document says of there being more.
  [[nodiscard]] std::vector<MoreSaid> take_more() { return std::move(more_); }
  [[nodiscard]] const std::string& iri() const { return iri_; }

 private:
  /// The headers of an answer say nothing of the entries of an archive.
  [[nodiscard]] std::shared_ptr<Document> document_of(const Entry& entry) const {
    Document out = make_document(job_.origin, entry.name, harvester_.graph);
    if (!entry.part.empty()) out.scope = short_hash(out.scope + entry.part);
    if (entry.name.empty()) {
      out.media_type = job_.content_type.empty() ? job_.media_type : job_.content_type;
      out.links = job_.links;
    }
    return std::make_shared<Document>(std::move(out));
  }

  const Syntax* tell_syntax(PeekSource& bytes, const BreakNote& end, const Entry& entry,
                            const std::string& name, DocumentReport& report) {
    const std::string_view head = bytes.peek(kDetectBytes);
    report.begins = opening_line(head);
    // Nobody's word makes data of what says that it is gone.
    if (harvester_.syntax != nullptr && !head.starts_with(kChangeListMark))
      return harvester_.syntax;
    // What was said of an archive, by a sitemap or by its type, was not said of each of
    // its files.
    const bool is_whole = entry.name.empty();
    const std::string_view type =
        is_whole ? std::string_view{job_.media_type} : std::string_view{};
    const Detected told =
        detect_syntax(head, end, {.media_type = type, .path = entry.hint});
    said_ = told.said;
    // Nothing was unpacked of what is called an archive.
    const bool is_no_archive = is_whole && is_called_archive(entry.hint);
    const bool may_be_empty = job_.promise == Promise::none && !is_no_archive;
    const bool broken_promise = head.empty() && !may_be_empty;
    // Where data was promised, by a sitemap, its type or its name, a page is a message
    // that it is not there.
    const bool promised = (is_whole && job_.promise == Promise::data) || is_no_archive ||
                          is_of_data(syntax_of_media_type(type)) ||
                          is_of_data(syntax_of_path(entry.hint));
    // The manifest of a ResourceSync package lists what is beside it, and is no data.
    is_manifest_ = !is_whole && told.found == "sitemap" && begins_manifest(head);
    if ((told.found == "html" || told.found == "sitemap") && !promised && !is_manifest_)
      return find_syntax(told.found);
    // JSON-LD 1.1 §6.1: plain JSON with a context from elsewhere.
    if (told.found == "json" && is_whole && linked_context(job_.links, job_.media_type))
      return find_syntax("jsonld");
    const bool is_unwanted =
        told.syntax != nullptr && is_result_set(*told.syntax) && !job_.takes_result_sets;
    if (told.syntax != nullptr && !broken_promise && !is_unwanted) {
      if (head.empty() && may_be_empty) harvester_.console.info(name + " is empty");
      return told.syntax;
    }
    if (head.empty() && may_be_empty) {
      harvester_.console.info(name + " is empty");
      report.syntax = "empty";
      return nullptr;
    }
    NotRdf why = not_rdf(told.found, head, name);
    report.cause = why.cause;
    report.code = std::move(why.code);
    report.problem = std::move(why.problem);
    report.outcome = Outcome::failed;
    return nullptr;
  }

  /// A crawl comes to thousands of such pages, and its end says how many: one by one they
  /// are named in its report.
  void tell_silence(const Document& document, const Syntax& syntax) const {
    const std::string text =
        fmt::format("{} holds no {}", document.name,
                    syntax.name == "html" ? std::string_view{"RDF"} : syntax.name);
    if (job_.origin.naming == Naming::page)
      harvester_.console.detail(text);
    else
      harvester_.console.info(text);
  }

  void parse(const Syntax& syntax, ByteSource& bytes,
             const std::shared_ptr<const Document>& document, const Measured& measured,
             FaultLog& faults, std::atomic<std::uint64_t>& quads) {
    if (is_of_data(&syntax) && !is_result_set(syntax)) {
      paging_.emplace(document->iri, job_.asked, document->links);
      // An entry may speak of the archive that it is in.
      paging_->add_name(job_.origin.url);
      if (!job_.origin.base.empty()) paging_->add_name(job_.origin.base);
    } else if (is_of_pages(syntax)) {
      paging_.emplace(document->iri, job_.asked, std::vector<std::string>{});
      paging_->of_the_web();
    }
    claimed_.emplace(harvester_.claims, *document, harvester_.graph);
    older_.emplace(harvester_.older);
    parse_document({.syntax = syntax,
                    .bytes = bytes,
                    .document = document,
                    .diagnostics = faults,
                    .measured = measured,
                    .workers = harvester_.workers,
                    .stop = harvester_.stop,
                    .settings = harvester_.settings,
                    .links = job_.take_link.take ? &job_.take_link : nullptr,
                    .watch = job_.page_watch,
                    .ready = [&] { harvester_.sink.get().wait_until_ready(); }},
                   [&](QuadBatch batch) {
                     if (harvester_.graph.overrides())
                       for (Quad& quad : batch.quads()) quad.graph = {};
                     if (paging_) paging_->see(batch);
                     if (job_.watch) job_.watch(batch);
                     claimed_->take(batch);
                     const std::size_t read = batch.size();
                     older_->take(batch);
                     const std::size_t count = batch.size();
                     // Pieces are written where they were parsed; a stream is parsed on
                     // while another thread may write.
                     if (syntax.split != nullptr) {
                       harvester_.sink.get().write(batch);
                     } else {
                       harvester_.sink.get().take(std::move(batch));
                     }
                     quads += read;
                     harvester_.counters.quads += count;
                   });
    if (harvester_.stop.stop_requested()) throw Interrupted{};
  }

  const Harvest& job_;
  const Harvester& harvester_;
  PackageManifest& manifest_;
  bool is_manifest_ = false;      ///< the document
  const Syntax* said_ = nullptr;  ///< what its sender calls it, if it is something else
  std::optional<PagingWatch> paging_;
  std::vector<MoreSaid> more_;
  std::string iri_;  ///< of the last document
  std::optional<ClaimedQuads> claimed_;
  std::optional<OlderQuads> older_;
};

}  // namespace

HarvestReport harvest(Harvest job, const Harvester& harvester) {
  HarvestAccount account{job.promise};
  const auto parts = split_url(job.origin.url);
  std::string name{parts ? parts->path : std::string_view{job.origin.url}};
  Unpacker unpacker{std::move(job.bytes), std::move(name), harvester.limits,
                    job.media_type};
  PackageManifest manifest;
  DocumentHarvest document{job, harvester, manifest};
  // After an error the unpacker goes on behind the damaged entry, if it can.
  for (bool more = true; more && !harvester.stop.stop_requested();) {
    try {
      std::optional<Entry> entry = unpacker.next();
      if (!entry) break;
      DocumentReport one = document.run(*entry);
      more =
          harvester.on_error == OnError::skip || one.code.empty() || is_other_file(one);
      account.add(std::move(one));
      account.add(document.take_more(), document.iri());
    } catch (const DocumentError& error) {
      if (error.code() == "unpack.trailing")
        harvester.console.warning(fmt::format("{} [unpack.trailing]", error.what()));
      account.add(error);
      more = harvester.on_error == OnError::skip;
    }
  }
  if (harvester.stop.stop_requested())
    account.add(Interrupted{});
  else if (auto missing = manifest.missing(job.origin.url))
    account.add(*missing);
  // What the header says is of all entries together.
  if (unpacker.is_archive())
    account.add(PagingWatch{job.origin.url, job.asked, job.links}.more(), job.origin.url);
  if (auto more = more_by_range(job.range))
    account.add({std::move(*more)}, job.origin.url);
  return std::move(account).conclude(unpacker.is_archive(), job.origin.url);
}

namespace {

constexpr std::size_t kNotedDocuments = 1000;

}  // namespace

bool is_of_data(const Syntax* syntax) {
  return syntax != nullptr && !is_of_pages(*syntax);
}

bool is_other_file(const DocumentReport& document) {
  if (!document.syntax.empty() || document.code == "document.owl-xml") return false;
  if (document.code == "document.empty") return true;
  return (document.code.starts_with("document.") || document.code == "unpack.link") &&
         !is_called_data(inner_name(document.name)) && !is_called_volume(document.name);
}

/// Where data was promised, pages and sitemaps of an archive that say nothing are none.
bool HarvestAccount::is_silent_page(const DocumentReport& document) const {
  const Syntax* const syntax = find_syntax(document.syntax);
  return promise_ == Promise::data && !document.name.empty() && syntax != nullptr &&
         (is_of_pages(*syntax) || syntax->name == "sitemap") && document.quads == 0 &&
         document.code.empty();
}

void HarvestAccount::add(DocumentReport document) {
  ++report_.document_count;
  report_.quads += document.quads;
  skipped_ += document.skipped;
  faulty_ = faulty_ || document.outcome == Outcome::faulty;
  add_faults(report_.faults, document.faults);
  const bool other_file = is_other_file(document);
  const bool silent_page = is_silent_page(document);
  if (!other_file && !silent_page) ++rdf_;
  if (silent_page && other_.code.empty())
    other_ = {"document.html", document.name + " is a page without RDF", {}};
  if (!other_file && broken_.code.empty() && !document.code.empty())
    broken_ = {document.code, document.problem, document.begins, document.cause};
  if (other_file && other_.code.empty())
    other_ = {document.code, document.problem, document.begins, document.cause};
  if (document.outcome == Outcome::damaged && damaged_.empty())
    damaged_ = document.begins;
  if ((document.outcome != Outcome::whole || report_.documents.empty()) &&
      report_.documents.size() < kNotedDocuments)
    report_.documents.push_back(std::move(document));
}

void HarvestAccount::add(std::vector<MoreSaid> more, const std::string& document) {
  constexpr std::size_t kMostDocuments = 100'000;
  if (documents_.size() < kMostDocuments) documents_.insert(page_key(document));
  for (MoreSaid& one : more)
    if (report_.more.size() < kNotedDocuments) report_.more.push_back(std::move(one));
}

void HarvestAccount::add(const DocumentError& error) {
  if (error.code() == "unpack.trailing") {
    note_loss(fmt::format("{} [unpack.trailing]", error.what()));
    ++report_.faults["unpack.trailing"];
    faulty_ = true;
  } else if (broken_.code.empty()) {
    broken_ = {error.code(), error.what(), {}, cause_of(error)};
  }
}

HarvestReport HarvestAccount::conclude(bool archive, const std::string& name) && {
  if (archive)
    std::erase_if(report_.more, [&](const MoreSaid& one) {
      return documents_.contains(page_key(one.url));
    });
  if (broken_.code.empty() && rdf_ == 0) {
    broken_ = other_;
    if (archive) {
      broken_.code = "archive.no-rdf";
      broken_.cause = Cause::no_rdf;
      broken_.problem =
          other_.code.empty()
              ? "the archive is empty"
              : "the archive holds no RDF; its first file: " + other_.problem;
    }
  }
  if (!broken_.code.empty()) {
    report_.outcome = report_.quads > 0 ? Outcome::partial : Outcome::failed;
    report_.cause = broken_.cause;
    report_.code = std::move(broken_.code);
    report_.problem = std::move(broken_.problem);
    report_.begins = std::move(broken_.begins);
  } else if (skipped_ * 10 > report_.quads + skipped_) {
    report_.outcome = Outcome::damaged;
    report_.code = "document.damaged";
    report_.problem = fmt::format(
        "{}: more than a tenth of its statements had to be skipped ({} of "
        "{})",
        name, skipped_, report_.quads + skipped_);
    report_.begins = std::move(damaged_);
  } else if (faulty_ || skipped_ > 0) {
    // Repairs and notes lose nothing: they are counted, no more.
    report_.outcome = Outcome::faulty;
  }
  return std::move(report_);
}

namespace {

/// Files and paths beyond these are not compared.
constexpr std::size_t kMostEntryNames = 1'000'000;
constexpr std::size_t kMostPaths = 100'000;

/// A path begins at the root of the package, with a slash or without.
std::string_view plain_path(std::string_view path) {
  path = trim(path);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view start : {"/", "./"})
      if (path.starts_with(start)) {
        path.remove_prefix(start.size());
        again = true;
      }
  }
  return path;
}

class PathTaker final : public SitemapHandler {
 public:
  explicit PathTaker(std::vector<std::string>& paths) : paths_(paths) {}

  void entry(const SitemapEntry& entry) override {
    if (!entry.facts || entry.facts->path.empty() || entry.facts->change == "deleted")
      return;
    if (paths_.size() == kMostPaths) {
      cut_short = true;
      return;
    }
    paths_.emplace_back(plain_path(entry.facts->path));
  }

  bool cut_short = false;

 private:
  std::vector<std::string>& paths_;
};

}  // namespace

void PackageManifest::came(std::string_view name) {
  name = plain_path(name);
  // What a package lists may be an archive, which was opened.
  for (std::size_t end = name.find('/'); names_.size() < kMostEntryNames;
       end = name.find('/', end + 1)) {
    names_.push_back(keyed_hash(name.substr(0, end)));
    if (end == std::string_view::npos) return;
  }
  cut_short_ = true;
}

void PackageManifest::read(ByteSource& bytes, const std::string& url,
                           const Limits& limits) {
  PathTaker paths{paths_};
  const SitemapSummary summary = read_sitemap(bytes, url, paths, limits);
  cut_short_ = cut_short_ || paths.cut_short;
  if (problem_.empty()) problem_ = summary.problem;
}

std::optional<DocumentError> PackageManifest::missing(const std::string& package) const {
  if (!problem_.empty())
    return DocumentError{"rs.manifest", fmt::format("{}: its manifest cannot be read: {}",
                                                    package, problem_)};
  if (paths_.empty() || cut_short_) return std::nullopt;
  std::vector<std::uint64_t> names = names_;
  std::ranges::sort(names);
  std::uint64_t count = 0;
  std::string first;
  for (const std::string& path : paths_) {
    if (std::ranges::binary_search(names, keyed_hash(path))) continue;
    if (++count == 1) first = path;
  }
  if (count == 0) return std::nullopt;
  return DocumentError{
      "rs.manifest",
      fmt::format("{}: its manifest lists {} that {} not in it: {}{}", package,
                  count_of(count, "file"), count == 1 ? "is" : "are", excerpt(first),
                  count > 1 ? " and others" : "")};
}

}  // namespace semsite
