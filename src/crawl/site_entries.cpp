#include "crawl/site_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/fault_log.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/page_content.hpp"
#include "crawl/pages_run.hpp"
#include "documents/graph_policy.hpp"
#include "map/builtin_mappings.hpp"
#include "map/mapping_run.hpp"
#include "markup/sitemap_dialect.hpp"
#include "rdf/quad_check.hpp"
#include "vocab/diwoo_index.hpp"

namespace semsite {
namespace {

std::shared_ptr<const Mappings> mappings_of(const Harvester& harvester) {
  const ParseSettings& settings = harvester.settings;
  return settings.mappings ? settings.mappings : builtin_mappings();
}

/// Runs the mappings over the markup of a sitemap, from its first entry on that may have
/// something for them: most sitemaps have none, and then they are not even compiled. What
/// goes wrong with them does not end the reading of the sitemap.
class LateMapping final : public XmlHandler {
 public:
  enum class Begin : std::uint8_t { with_an_extension, at_once };
  LateMapping(std::function<std::unique_ptr<MappingRun>()> make, Begin begin)
      : make_(std::move(make)), at_once_(begin == Begin::at_once) {}

  void begin(const XmlPosition& position) override { position_ = &position; }

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    if (!run_) {
      if (++depth_ == 1) root_namespace_ = name.namespace_;
      if (depth_ == 2) entry_.clear();
      if (!at_once_ && !is_foreign(name) && entry_.bytes() < kHeldBytes)
        return (depth_ == 1 ? root_ : entry_).start(name, attributes, declared);
      wake();
    }
    pass([&] { run_->start_element(name, attributes, declared); });
  }
  void end_element(const XmlName& name) override {
    if (run_) return pass([&] { run_->end_element(name); });
    --depth_;
    entry_.end(name);
  }
  void characters(std::string_view text) override {
    if (run_) return pass([&] { run_->characters(text); });
    if (depth_ > 1) entry_.characters(text);
    if (entry_.bytes() > kHeldBytes) wake();
  }
  /// Both end a text, and that is all they do.
  void comment(std::string_view text) override {
    if (run_) return pass([&] { run_->comment(text); });
    if (depth_ > 1) entry_.comment(text);
  }
  void processing_instruction(std::string_view, std::string_view data) override {
    comment(data);
  }
  bool error(std::string_view, std::uint64_t, std::uint64_t) override { return true; }

  void finish() {
    if (run_) pass([&] { run_->finish(); });
  }

  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  static constexpr std::size_t kHeldBytes = 1024 * 1024;

  [[nodiscard]] bool is_foreign(const XmlName& name) const {
    return name.namespace_ != root_namespace_ ||
           (name.namespace_.empty() && !name.prefix.empty()) ||
           (depth_ == 1 && !is_sitemap_root(name.local));
  }

  void wake() {
    run_ = make_();
    pass([&] {
      run_->begin(*position_);
      root_.tell(*run_);
      entry_.tell(*run_);
    });
    root_.clear();
    entry_.clear();
  }

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

  std::function<std::unique_ptr<MappingRun>()> make_;
  bool at_once_;
  const XmlPosition* position_ = nullptr;
  std::uint32_t depth_ = 0;
  std::string root_namespace_;
  HeldMarkup root_, entry_;  ///< the start of the document, and of the entry at hand
  std::unique_ptr<MappingRun> run_;
  std::string code_, problem_;
};

/// May mappings make something of entries that have no extension? Those of the user may;
/// ours do where the name of the index says what the documents are (diwoo.md §2).
LateMapping::Begin begin_of(const Harvester& harvester, std::string_view index) {
  return harvester.settings.get().mappings || diwoo_index_name(index).of_documents
             ? LateMapping::Begin::at_once
             : LateMapping::Begin::with_an_extension;
}

/// One sitemap on its way into the state.
class EntryReading final : public SitemapReading {
 public:
  EntryReading(PageTable& table, Fetch& fetch, Destination& to, GraphClaims& claims,
               const std::string& site, const std::string& url,
               const std::string& named_by)
      : table_(table),
        fetch_(fetch),
        to_(to),
        url_(url),
        document_(std::make_shared<const Document>(make_document(
            {.url = url, .dataset = {}, .site = site, .base = {}, .naming = Naming::page},
            {}, to.harvester.graph))),
        faults_(document_->name, to.harvester.on_error, to.harvester.quarantine,
                to.harvester.console),
        index_(without_url_secrets(named_by, SecretsOf::asker)),
        claimed_(&claims, *document_, to.harvester.graph, index_),
        is_wanted_(!chooses_by_ocx(fetch.entries)),
        quads_(document_, [this](QuadBatch batch) { take(std::move(batch)); }),
        mapping_(
            [this] {
              return std::make_unique<MappingRun>(MappingJob{
                  .mappings = mappings_of(to_.harvester),
                  .quads = quads_,
                  .diagnostics = faults_,
                  .index_url = index_,
                  .bounds = {},
                  .strict = to_.harvester.settings.get().strictness == Strictness::strict,
                  .use = to_.harvester.settings.get().mapping_use.get(),
                  .wants = [this](std::string_view element) { return wants(element); },
                  .oddities = MappingJob::Oddities::keep_quiet});
            },
            begin_of(to.harvester, named_by)) {}

  [[nodiscard]] XmlHandler& events() override { return mapping_; }

  void entry(const SitemapEntry& entry) override {
    is_wanted_ = is_entry_wanted(entry, fetch_.entries, std::nullopt);
  }

  void end(const SitemapSummary& summary) override {
    mapping_.finish();
    quads_.flush();
    // Whatever it was, it has no entries.
    if (summary.kind == SitemapKind::unknown && !page_) return;
    PageText& text = this->text();
    PageEnd end;
    end.code = mapping_.code();
    end.problem = mapping_.problem();
    if (!summary.problem.empty() && end.code.empty()) {
      end.code = "sitemap.broken";
      end.problem = fmt::format("{}: {}", document_->name, summary.problem);
    }
    const Outcome broken = count_ > 0 ? Outcome::partial : Outcome::failed;
    const Outcome read = faults_.skipped() > 0 ? Outcome::faulty : Outcome::whole;
    end.outcome = end.code.empty() ? read : broken;
    end.attempts = 1;
    end.bytes = end.received = summary.bytes;
    end.quads = count_;
    end.skipped = faults_.skipped();
    FaultCounts faults = faults_.counts();
    claimed_.add_to(faults);
    end.faults = write_fault_counts(faults);
    const bool is_broken = !end.code.empty();
    end.digest = is_broken ? broken_digest(text.digest()) : text.digest();
    end.fetched = std::chrono::duration_cast<std::chrono::seconds>(
                      fetch_.retriever.clock().wall().time_since_epoch())
                      .count();
    // As of a page: half of it never stands in the place of the whole of an earlier run.
    end.content =
        judge_content(*page_, end, is_broken ? Arrival::broken : Arrival::whole).content;
    const bool fresh = end.content == PageEnd::Content::fresh;
    static_cast<void>(table_.finish(page_->id, end, fresh ? text.text() : std::string{},
                                    text.parts(), {},
                                    [](const PageTable::Link&) { return false; }));
  }

 private:
  PageText& text() {
    if (!text_) {
      page_ = table_.take_listed(url_);
      text_.emplace(table_, page_->id);
    }
    return *text_;
  }

  /// Is what the entry says wanted, as what it names is? Of a choice by OCX, only an
  /// entry that was told of is.
  bool wants(std::string_view element) {
    const bool told = std::exchange(is_wanted_, !chooses_by_ocx(fetch_.entries));
    return told || (element != "url" && element != "Document");
  }

  void take(QuadBatch batch) {
    if (to_.harvester.graph.overrides())
      for (Quad& quad : batch.quads()) quad.graph = {};
    if (count_ == 0) report_graph(*document_, faults_);
    check_quads(batch, faults_);
    claimed_.take(batch);
    text().write(batch);
    count_ += batch.quads().size();
    to_.harvester.counters.quads += batch.quads().size();
  }

  PageTable& table_;
  Fetch& fetch_;
  Destination& to_;
  std::string url_;
  std::optional<WaitingPage> page_;  ///< from the first quads on
  std::shared_ptr<const Document> document_;
  FaultLog faults_;
  std::optional<PageText> text_;
  std::uint64_t count_ = 0;
  std::string index_;  ///< that named it, as data may have it
  ClaimedQuads claimed_;
  bool is_wanted_;  ///< the entry that ends next
  QuadBuilder quads_;
  LateMapping mapping_;
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

SiteEntries::SiteEntries(const std::string& site, Fetch& fetch, Destination& to)
    : entry_(site),
      fetch_(fetch),
      to_(to),
      table_(fetch.state.database(), state_key(plan_of_entries(site)), fetch.run.number),
      plan_(plan_of_entries(site)),
      claims_(plan_, fetch.graph_claims) {}

void SiteEntries::meet_type(const SitemapEntry& entry) {
  for (const std::string& type : fetch_.entries.ocx_types)
    if (!types_met_.contains(type) && !targets_of(entry, {.ocx_types = {type}}).empty())
      types_met_.insert(type);
}

void SiteEntries::entry(const SitemapEntry& entry, NamedBy named_by, ListedBy by) {
  if (entry.ocx) meet_type(entry);
  const bool own_data = has_own_data(kEntryKinds.at(kind_of_entry(entry)));
  list(entry, named_by, own_data ? EntryWorth::own_data : EntryWorth::plain, by);
}

void SiteEntries::page(const std::string& url) {
  SitemapEntry entry;
  entry.loc = url;
  list(entry, NamedBy::user(), EntryWorth::own_data, ListedBy::sitemap);
}

namespace {

/// A name for the forms of a page in other languages that its entry names
/// (`xhtml:link`), the page among them: each of their entries names all of them.
std::string languages_of(const SitemapEntry& entry) {
  std::string first = plain_url(entry.loc);
  bool any = false;
  for (const AlternateLink& link : entry.links) {
    if (link.hreflang.empty() || !is_http(link.href)) continue;
    std::string url = plain_url(link.href);
    any = any || url != plain_url(entry.loc);
    if (url < first) first = std::move(url);
  }
  return any ? short_hash(first) : std::string{};
}

}  // namespace

void SiteEntries::list(const SitemapEntry& entry, NamedBy named_by, EntryWorth worth,
                       ListedBy by) {
  for (EntryTarget& target : targets_of(entry, fetch_.entries)) {
    target.task.named_locally = task_of(target.url, named_by).named_locally;
    target.task.is_of_feed = by == ListedBy::feed || entry.of_feed;
    if (target.url == entry.loc) target.task.languages = languages_of(entry);
    fetch_.listed.add(entry_, worth, target.url, entry.lastmod, write_task(target.task));
  }
}

std::unique_ptr<SitemapReading> SiteEntries::begin(const std::string& url,
                                                   const std::string& named_by) {
  return std::make_unique<EntryReading>(table_, fetch_, to_, claims_,
                                        is_file_url(entry_) ? "file:" : site_of(entry_),
                                        url, named_by);
}

bool SiteEntries::has_quads() { return table_.sums().quads > 0 || table_.unlisted() > 0; }

void run_entries(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                 SourceReport& source) {
  PageTable table{fetch.state.database(), state_key(plan), fetch.run.number};
  if (fetch.come_to) fetch.come_to(state_key(plan));
  const std::string_view way = way_name(Way::entries);
  const auto had = to.notes.find(plan, way, source.url);
  if (!had && plan.listing_complete && !fetch.stop.stop_requested())
    table.drop_unlisted();
  std::vector<std::int64_t> elsewhere;
  if (fetch.several && !fetch.pages_wait)
    elsewhere = table.take_texts({}, PageTable::Take::keep);
  std::ranges::sort(elsewhere);
  const PageSums sums = sum_up_pages(table, source);
  source.outcome = Outcome::whole;
  for (const Outcome outcome : {Outcome::faulty, Outcome::partial, Outcome::failed})
    if (sums.outcomes.contains(outcome)) source.outcome = outcome;
  if (source.outcome == Outcome::partial || source.outcome == Outcome::failed) {
    source.outcome = sums.quads > 0 ? Outcome::partial : Outcome::failed;
    source.code = "sitemap.broken";
    source.problem = "not every sitemap could be read to its end";
  }
  if (had) return;
  const OutputPlace begin = to.notes.notes() ? to.output.position() : OutputPlace{};
  if (!fetch.pages_wait)
    table.for_each_text(
        [&](std::int64_t, std::string_view text) { to.write(text); },
        [&](std::int64_t page) { return !std::ranges::binary_search(elsewhere, page); });
  if (fetch.stop.stop_requested() || !to.notes.notes()) return;
  KeptFile note = kept_file(source);
  note.begin = begin;
  note.end = to.output.position();
  to.notes.put(plan, way, note, to.output);
}

void HeldMarkup::put(std::string_view text) {
  text_ += text;
  lengths_.push_back(static_cast<std::uint32_t>(text.size()));
}

void HeldMarkup::start(const XmlName& name, std::span<const XmlAttribute> attributes,
                       std::span<const XmlNamespace> declared) {
  events_.push_back({.kind = Kind::start,
                     .attributes = static_cast<std::uint32_t>(attributes.size()),
                     .declared = static_cast<std::uint32_t>(declared.size())});
  const auto put_name = [this](const XmlName& one) {
    put(one.local);
    put(one.prefix);
    put(one.namespace_);
  };
  put_name(name);
  for (const XmlAttribute& attribute : attributes) {
    put_name(attribute.name);
    put(attribute.value);
  }
  for (const XmlNamespace& one : declared) {
    put(one.prefix);
    put(one.iri);
  }
}

void HeldMarkup::end(const XmlName& name) {
  events_.push_back({.kind = Kind::end});
  put(name.local);
  put(name.prefix);
  put(name.namespace_);
}

void HeldMarkup::characters(std::string_view text) {
  events_.push_back({.kind = Kind::characters});
  put(text);
}

void HeldMarkup::comment(std::string_view text) {
  events_.push_back({.kind = Kind::comment});
  put(text);
}

void HeldMarkup::tell(XmlHandler& handler) const {
  std::string_view rest{text_};
  std::size_t next = 0;
  const auto take = [&] {
    const std::string_view out = rest.substr(0, lengths_[next]);
    rest.remove_prefix(lengths_[next++]);
    return out;
  };
  const auto take_name = [&] {
    XmlName out;
    out.local = take();
    out.prefix = take();
    out.namespace_ = take();
    return out;
  };
  for (const Event& event : events_) {
    if (event.kind == Kind::characters) {
      handler.characters(take());
      continue;
    }
    if (event.kind == Kind::comment) {
      handler.comment(take());
      continue;
    }
    const XmlName name = take_name();
    if (event.kind == Kind::end) {
      handler.end_element(name);
      continue;
    }
    std::vector<XmlAttribute> attributes(event.attributes);
    for (XmlAttribute& attribute : attributes) {
      attribute.name = take_name();
      attribute.value = take();
    }
    std::vector<XmlNamespace> declared(event.declared);
    for (XmlNamespace& one : declared) {
      one.prefix = take();
      one.iri = take();
    }
    handler.start_element(name, attributes, declared);
  }
}

void HeldMarkup::clear() {
  events_.clear();
  lengths_.clear();
  text_.clear();
}

}  // namespace semsite
