#include "crawl/site_entries.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/fault_log.hpp"
#include "crawl/graph_policy.hpp"
#include "crawl/page_faults.hpp"
#include "crawl/page_text.hpp"
#include "crawl/pages_run.hpp"
#include "map/builtin_mappings.hpp"
#include "map/mapping_run.hpp"

namespace semsite {
namespace {

std::shared_ptr<const Mappings> mappings_of(const Harvester& harvester) {
  const ParseSettings& settings = harvester.settings;
  return settings.mappings ? settings.mappings : builtin_mappings();
}

/// Keeps what goes wrong with the mapping of a sitemap from ending the reading of it.
class Sheltered final : public XmlHandler {
 public:
  explicit Sheltered(MappingRun& inner) : inner_(inner) {}

  void begin(const XmlPosition& position) override { inner_.begin(position); }

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    pass([&] { inner_.start_element(name, attributes, declared); });
  }
  void end_element(const XmlName& name) override {
    pass([&] { inner_.end_element(name); });
  }
  void characters(std::string_view text) override {
    pass([&] { inner_.characters(text); });
  }
  bool error(std::string_view, std::uint64_t, std::uint64_t) override { return true; }

  template <class Work>
  void pass(Work work) {
    if (!code_.empty()) return;
    try {
      work();
    } catch (const DocumentError& error) {
      code_ = error.code();
      problem_ = error.what();
    }
  }

  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  MappingRun& inner_;
  std::string code_, problem_;
};

/// One sitemap on its way into the state.
class EntryReading final : public SitemapReading {
 public:
  EntryReading(PageTable& table, const RunMeans& means, const std::string& site,
               const std::string& url, const std::string& named_by)
      : table_(table),
        means_(means),
        page_(table.take_listed(url)),
        document_(std::make_shared<const Document>(make_document(
            {.url = url, .dataset = {}, .site = site, .base = {}, .naming = Naming::page},
            {}, means.harvester.graph))),
        faults_(document_->name, means.harvester.on_error, means.harvester.quarantine,
                means.harvester.console),
        text_(table, page_.id),
        quads_(document_, [this](QuadBatch batch) { take(std::move(batch)); }),
        run_({.mappings = mappings_of(means.harvester),
              .quads = quads_,
              .diagnostics = faults_,
              .index_url = named_by,
              .bounds = {},
              .oddities = MappingJob::Oddities::keep_quiet}),
        sheltered_(run_) {}

  [[nodiscard]] XmlHandler& events() override { return sheltered_; }

  void end(const SitemapSummary& summary) override {
    sheltered_.pass([&] {
      run_.finish();
      quads_.flush();
    });
    PageEnd end;
    end.content = PageEnd::Content::fresh;
    end.code = sheltered_.code();
    end.problem = sheltered_.problem();
    if (!summary.problem.empty() && end.code.empty()) {
      end.code = "sitemap.broken";
      end.problem = fmt::format("{}: {}", document_->name, summary.problem);
    }
    const Outcome broken = count_ > 0 ? Outcome::partial : Outcome::failed;
    const Outcome read = faults_.skipped() > 0 ? Outcome::faulty : Outcome::whole;
    end.outcome = static_cast<int>(end.code.empty() ? read : broken);
    end.attempts = 1;
    end.bytes = summary.bytes;
    end.quads = count_;
    end.skipped = faults_.skipped();
    end.faults = write_fault_counts(faults_.counts());
    end.digest = text_.digest();
    end.fetched = std::chrono::duration_cast<std::chrono::seconds>(
                      means_.retriever.clock().wall().time_since_epoch())
                      .count();
    if (end.digest == page_.digest && end.code.empty())
      end.content = PageEnd::Content::same;
    const bool fresh = end.content == PageEnd::Content::fresh;
    static_cast<void>(table_.finish(page_.id, end, fresh ? text_.text() : std::string{},
                                    text_.parts(), {},
                                    [](const PageTable::Link&) { return false; }));
  }

 private:
  void take(QuadBatch batch) {
    if (means_.harvester.graph.overrides())
      for (Quad& quad : batch.quads()) quad.graph = {};
    text_.write(batch);
    count_ += batch.quads().size();
    means_.harvester.counters.quads += batch.quads().size();
  }

  PageTable& table_;
  const RunMeans& means_;
  const WaitingPage page_;
  std::shared_ptr<const Document> document_;
  FaultLog faults_;
  PageText text_;
  std::uint64_t count_ = 0;
  QuadBuilder quads_;
  MappingRun run_;
  Sheltered sheltered_;
};

}  // namespace

DatasetPlan plan_of_entries(const std::string& entry) {
  DatasetPlan out;
  out.site = is_file_url(entry) ? "file:" : site_of(entry);
  out.dataset.label = "entries of sitemaps of " + entry;
  AccessOption option{Way::entries, {}, {}, true, "had with the sitemaps themselves"};
  Location location;
  location.url = entry;
  location.probability = 1;
  option.pools.push_back({{std::move(location)}});
  out.options.push_back(std::move(option));
  out.chosen = 0;
  return out;
}

SiteEntries::SiteEntries(std::string entry, const RunMeans& means)
    : entry_(std::move(entry)),
      means_(means),
      table_(means.crawl.state.database(), state_key(plan_of_entries(entry_)),
             means.crawl.run.number) {}

void SiteEntries::entry(const SitemapEntry& entry) {
  for (const EntryTarget& target : targets_of(entry, means_.crawl.entries))
    means_.crawl.listed.add(entry_, target.url, entry.lastmod, write_task(target.task));
}

std::unique_ptr<SitemapReading> SiteEntries::begin(const std::string& url,
                                                   const std::string& named_by) {
  return std::make_unique<EntryReading>(
      table_, means_, is_file_url(entry_) ? "file:" : site_of(entry_), url, named_by);
}

bool SiteEntries::has_quads() { return table_.sums().quads > 0 || table_.unlisted() > 0; }

void run_entries(const DatasetPlan& plan, const RunMeans& means, SourceReport& source) {
  PageTable table{means.crawl.state.database(), state_key(plan), means.crawl.run.number};
  const std::string_view way = way_name(Way::entries);
  const auto had = means.notes.find(plan, way, source.url);
  if (!had && plan.listing_complete && !means.stop.stop_requested())
    table.drop_unlisted();
  const PageSums sums = sum_up_pages(table, source);
  source.outcome = Outcome::whole;
  for (const Outcome outcome : {Outcome::faulty, Outcome::partial, Outcome::failed})
    if (sums.outcomes.contains(static_cast<int>(outcome))) source.outcome = outcome;
  if (source.outcome == Outcome::partial || source.outcome == Outcome::failed) {
    source.outcome = sums.quads > 0 ? Outcome::partial : Outcome::failed;
    source.code = "sitemap.broken";
    source.problem = "not every sitemap could be read to its end";
  }
  if (had) return;
  const OutputPlace begin = means.notes.notes() ? means.output.position() : OutputPlace{};
  table.for_each_text([&](std::int64_t, std::string_view text) { means.write(text); });
  if (means.stop.stop_requested() || !means.notes.notes()) return;
  KeptFile note = kept_file(source);
  note.begin = begin;
  note.end = means.output.position();
  means.notes.put(plan, way, std::move(note));
}

}  // namespace semsite
