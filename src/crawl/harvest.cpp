#include "crawl/harvest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/split_parse.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kNotedDocuments = 1000;

/// Counts what passes.
class CountingSource final : public ByteSource {
 public:
  explicit CountingSource(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override {
    Block block = inner_.read();
    bytes_ += block.bytes.size();
    return block;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  ByteSource& inner_;
  std::uint64_t bytes_ = 0;
};

/// Gives a source by reference where an owned one is wanted.
class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(ByteSource& inner) : inner_(inner) {}
  [[nodiscard]] Block read() override { return inner_.read(); }

 private:
  ByteSource& inner_;
};

struct NotRdf {
  std::string code, problem;
};

NotRdf not_rdf(std::string_view found, std::string_view head, const std::string& name) {
  const std::string first = excerpt(trim(head.substr(0, head.find('\n', 1))));
  if (found == "empty") return {"document.empty", name + " is empty"};
  if (found == "html")
    return {"document.html",
            fmt::format("{} is an HTML page, not RDF data; it begins: {}", name, first)};
  if (found == "binary")
    return {"document.binary", fmt::format("{} is binary data, not RDF", name)};
  return {"document.not-rdf",
          fmt::format("{} is no RDF that semsite reads (it looks like "
                      "{}); it begins: {}",
                      name, found, first)};
}

/// One document from bytes to the sink.
class DocumentHarvest {
 public:
  DocumentHarvest(const Harvest& job, const Harvester& harvester)
      : job_(job), harvester_(harvester) {}

  DocumentReport run(Entry& entry) {
    DocumentReport report;
    report.name = entry.name;
    auto document = std::make_shared<const Document>(
        make_document(job_.origin, entry.name, harvester_.graph));
    FaultLog faults{document->name, harvester_.on_error, harvester_.quarantine,
                    harvester_.console};
    CountingSource counted{*entry.bytes};
    std::atomic<std::uint64_t> quads{0};
    try {
      PeekSource bytes{std::make_unique<BorrowedSource>(counted)};
      if (const Syntax* syntax = tell_syntax(bytes, entry, document->name, report)) {
        report.syntax = syntax->name;
        parse(*syntax, bytes, document, faults, quads);
      }
    } catch (const DocumentError& error) {
      report.code = error.code();
      report.problem = error.what();
      report.outcome = quads > 0 ? Outcome::partial : Outcome::failed;
    } catch (...) {
      harvester_.sink.end_document(*document);
      throw;
    }
    harvester_.sink.end_document(*document);
    report.quads = quads;
    report.bytes = counted.bytes();
    report.faults = faults.counts();
    report.skipped = faults.skipped();
    if (report.outcome == Outcome::whole && report.skipped > 0)
      report.outcome = report.skipped * 10 > report.quads + report.skipped
                           ? Outcome::damaged
                           : Outcome::faulty;
    return report;
  }

 private:
  const Syntax* tell_syntax(PeekSource& bytes, const Entry& entry,
                            const std::string& name, DocumentReport& report) {
    const std::string_view head = bytes.peek(kDetectBytes);
    if (harvester_.syntax != nullptr) return harvester_.syntax;
    const Detected told =
        detect_syntax(head, {.media_type = job_.media_type, .path = entry.hint});
    if (told.syntax != nullptr) return told.syntax;
    NotRdf why = not_rdf(told.found, head, name);
    report.code = std::move(why.code);
    report.problem = std::move(why.problem);
    report.outcome = Outcome::failed;
    return nullptr;
  }

  void parse(const Syntax& syntax, ByteSource& bytes,
             const std::shared_ptr<const Document>& document, FaultLog& faults,
             std::atomic<std::uint64_t>& quads) {
    parse_document({.syntax = syntax,
                    .bytes = bytes,
                    .document = document,
                    .diagnostics = faults,
                    .limits = harvester_.limits,
                    .workers = harvester_.workers,
                    .stop = harvester_.stop},
                   [&](QuadBatch batch) {
                     if (harvester_.graph.overrides())
                       for (Quad& quad : batch.quads()) quad.graph = {};
                     if (job_.watch) job_.watch(batch);
                     harvester_.sink.write(batch);
                     quads += batch.quads().size();
                     harvester_.counters.quads += batch.quads().size();
                   });
    if (harvester_.stop.stop_requested())
      throw DocumentError{"run.interrupted", "interrupted"};
  }

  const Harvest& job_;
  const Harvester& harvester_;
};

/// Adds one document to the account of its source.
void add(HarvestReport& report, DocumentReport document) {
  ++report.document_count;
  report.quads += document.quads;
  add_faults(report.faults, document.faults);
  const bool notable = document.outcome != Outcome::whole;
  if ((notable || report.documents.empty()) && report.documents.size() < kNotedDocuments)
    report.documents.push_back(std::move(document));
}

/// The source is as good as its worst document; an archive may hold files that are no
/// RDF.
void conclude(HarvestReport& report, bool archive) {
  std::uint64_t rdf = 0;
  std::uint64_t skipped = 0;
  const DocumentReport* worst = nullptr;
  for (const DocumentReport& document : report.documents) {
    skipped += document.skipped;
    const bool other_file =
        archive && document.syntax.empty() && document.code.starts_with("document.");
    if (!other_file) ++rdf;
    if (other_file) continue;
    if (document.outcome == Outcome::failed || document.outcome == Outcome::partial)
      worst = worst == nullptr ? &document : worst;
  }
  if (archive && rdf == 0 && report.quads == 0) {
    report.outcome = Outcome::failed;
    report.code = "archive.no-rdf";
    report.problem =
        report.documents.empty()
            ? "the archive is empty"
            : "the archive holds no RDF; its first file: " + report.documents[0].problem;
    return;
  }
  if (worst != nullptr) {
    report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
    report.code = worst->code;
    report.problem = worst->problem;
  } else if (skipped * 10 > report.quads + skipped) {
    report.outcome = Outcome::damaged;
    report.code = "document.damaged";
    report.problem = fmt::format(
        "more than a tenth of its statements had to be skipped "
        "({} of {})",
        skipped, report.quads + skipped);
  } else if (skipped > 0) {
    report.outcome = Outcome::faulty;
  }
}

}  // namespace

HarvestReport harvest(Harvest job, const Harvester& harvester) {
  HarvestReport report;
  const auto parts = split_url(job.origin.url);
  std::string name{parts ? parts->path : std::string_view{job.origin.url}};
  Unpacker unpacker{std::move(job.bytes), name, harvester.limits};
  DocumentHarvest document{job, harvester};
  std::string code, problem;
  try {
    while (std::optional<Entry> entry = unpacker.next()) {
      DocumentReport one = document.run(*entry);
      const bool stopped = one.code == "run.interrupted" ||
                           (harvester.on_error == OnError::fail && !one.code.empty());
      add(report, std::move(one));
      if (stopped) break;
    }
  } catch (const DocumentError& error) {
    code = error.code();
    problem = error.what();
  }
  conclude(report, unpacker.is_archive());
  if (!problem.empty()) {
    report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
    report.code = std::move(code);
    report.problem = std::move(problem);
  }
  return report;
}

}  // namespace semsite
