#include "commands/former_rest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "crawl/output_notes.hpp"
#include "plan/make_plan.hpp"
#include "state/page_table.hpp"

namespace semsite {
namespace {

constexpr std::string_view kProvenance = "provenance";

class FormerRest {
 public:
  explicit FormerRest(const RefreshEnd& end)
      : end_(end), report_(end.report), met_(report_.datasets.size()) {}

  std::vector<std::string> keep() {
    // Before what stays is told as a problem.
    const bool crawls_stay = !report_.problems.empty();
    if (!report_.complete()) files(Use::copy);
    for (const std::string& key : end_.crawls)
      if (crawls_stay && !is_replaced(key)) {
        crawl(key, Use::copy);
      } else {
        dropped_.push_back(key);
      }
    return std::move(dropped_);
  }

  void count() {
    files(Use::count);
    for (const std::string& key : end_.crawls) crawl(key, Use::count);
  }

 private:
  enum class Use { copy, count };

  /// Of a dataset that the run met; nothing: it did not. A key begins with the names of
  /// its dataset (`state_key`).
  [[nodiscard]] std::optional<std::size_t> met(const std::string& key) const {
    std::optional<std::size_t> out;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < met_; ++i) {
      const DatasetReport& one = report_.datasets[i];
      const std::string names = one.site + ' ' + one.uri + ' ' + one.label;
      if (names.size() < longest || !(key + ' ').starts_with(names + ' ')) continue;
      longest = names.size();
      out = i;
    }
    return out;
  }

  /// The row of a dataset; of one that the run did not meet a new one.
  std::size_t row_for(const std::string& key) {
    if (const auto row = met(key)) return *row;
    const auto [place, is_new] = rows_.try_emplace(key, report_.datasets.size());
    if (is_new) {
      DatasetReport& row = report_.datasets.emplace_back();
      row.name = trim(key);
      row.site = key.substr(0, key.find(' '));
    }
    return place->second;
  }

  /// Another way gave all of that dataset.
  [[nodiscard]] bool is_replaced(const std::string& key) const {
    const auto row = met(key);
    return row && report_.datasets[*row].complete;
  }

  /// Was everything read that could name a part of that dataset?
  [[nodiscard]] bool is_listing_read(const std::string& key) const {
    const auto site = std::ranges::find(report_.sites, key.substr(0, key.find(' ')),
                                        &SiteProfile::site);
    return site != report_.sites.end() && !site->sitemaps.empty() &&
           is_listing_complete(*site) &&
           std::ranges::all_of(site->descriptions, [](const DescriptionFact& one) {
             return one.problem.empty();
           });
  }

  [[nodiscard]] const SourceReport* source_of(const std::string& url) const {
    const auto found = std::ranges::find_if(report_.sources, [&](const auto& source) {
      return source.url == url && source.outcome != Outcome::not_tried;
    });
    if (found != report_.sources.end()) return &*found;
    const auto any = std::ranges::find(report_.sources, url, &SourceReport::url);
    return any == report_.sources.end() ? nullptr : &*any;
  }

  /// Is there nothing any more that this file could be a part of?
  [[nodiscard]] bool is_over(const std::string& dataset, const KeptFile& file) const {
    // Noted by an earlier version: all that the best of several attempts gave.
    if (file.url.empty()) return end_.files->has(dataset);
    const auto row = met(dataset);
    if (row && is_replaced(dataset) && report_.datasets[*row].way != file.way)
      return true;
    const SourceReport* const source = source_of(file.url);
    if (source == nullptr)
      return (!row || report_.datasets[*row].reached) && gone(dataset, file);
    const bool was_cut_off =
        source->code == "run.budget" || source->code == "fetch.cancelled";
    const bool was_asked = source->outcome != Outcome::not_tried && !was_cut_off;
    // A dataset has another name now, under which its file came.
    if (!row) return was_asked && source->quads > 0 && !source->former_stays;
    // Another file or way came in the place of one that failed or was not needed.
    return end_.files->has(dataset) && (was_asked || !end_.is_cut_short);
  }

  /// No sitemap names it any more.
  [[nodiscard]] bool gone(const std::string& dataset, const KeptFile& file) const {
    if (end_.is_cut_short || !is_listing_read(dataset)) return false;
    end_.console.info(
        fmt::format("{}: named no more, though every sitemap of its site was read; its "
                    "quads are dropped",
                    file.url),
        {.source = file.url});
    return true;
  }

  void files(Use use) {
    if (end_.files == nullptr || end_.former == nullptr) return;
    for (const std::string& dataset : end_.files->datasets()) {
      if (dataset == kProvenance) continue;
      // Parts that are the same byte for byte have one place.
      std::vector<std::pair<KeptFile, KeptFile>> copies;
      for (KeptFile& file : end_.files->files(dataset, FileTable::Of::former_run)) {
        // Entries of sitemaps are pages.
        if (file.way == way_name(Way::entries) ||
            end_.files->find(dataset, file.way, file.url) ||
            (use == Use::copy && is_over(dataset, file)))
          continue;
        const KeptFile was = file;
        const auto copy = std::ranges::find_if(copies, [&](const auto& one) {
          return one.first.begin == was.begin && one.first.end == was.end;
        });
        const bool is_there = was.begin != was.end && copy != copies.end();
        if (use == Use::copy) {
          copy_file(file, is_there ? &copy->second : nullptr);
          end_.files->put(dataset, file.way, file);
        }
        copies.emplace_back(was, file);
        tell(dataset, file.way, file.url, is_there ? 0 : file.quads,
             fmt::format("{}: not had; its quads are those of an earlier run", file.url));
      }
    }
  }

  void copy_file(KeptFile& file, const KeptFile* there) const {
    const OutputPlace begin = there != nullptr ? there->begin : end_.output.position();
    if (there == nullptr) end_.output.append_former(*end_.former, file.begin, file.end);
    file.end = there != nullptr ? there->end : end_.output.position();
    file.begin = begin;
    file.status = 304;
  }

  /// A crawl that this run did not come to.
  void crawl(const std::string& key, Use use) {
    PageTable pages = PageTable::former(end_.database, key, end_.run);
    if (use == Use::copy) {
      std::vector<std::int64_t> elsewhere = pages.take_texts(PageTable::Take::look);
      std::ranges::sort(elsewhere);
      pages.for_each_text(
          [this](std::int64_t, std::string_view text) { end_.write(text); },
          [&](std::int64_t page) {
            return !std::ranges::binary_search(elsewhere, page);
          });
    }
    const std::uint64_t quads = pages.sums().quads;
    if (quads == 0) return;
    tell(key, std::string{way_name(Way::crawl)}, key.substr(0, key.find(' ')), quads,
         fmt::format("{}: not looked at; its pages are those of an earlier run",
                     trim(key)));
  }

  /// A row for what stays, and one for a dataset that the run did not meet.
  void tell(const std::string& key, const std::string& way, const std::string& url,
            std::uint64_t quads, const std::string& problem) {
    report_.problems.push_back(problem);
    end_.console.warning(fmt::format("{} [{}]", problem, kFormerStays),
                         {.code = kFormerStays, .source = url});
    const std::size_t row = row_for(key);
    report_.datasets[row].quads += quads;
    SourceReport& source = report_.sources.emplace_back();
    source.site = report_.datasets[row].site;
    source.dataset = report_.datasets[row].uri;
    source.way = way;
    source.url = url;
    source.outcome = Outcome::failed;
    source.code = kFormerStays;
    source.problem = problem;
    source.quads = quads;
    source.former_stays = true;
    source.dataset_row = row;
  }

  const RefreshEnd& end_;
  RunReport& report_;
  std::size_t met_;                          ///< datasets in the report that the run met
  std::map<std::string, std::size_t> rows_;  ///< of datasets that it did not meet
  std::vector<std::string> dropped_;
};

}  // namespace

std::vector<std::string> keep_former_rest(const RefreshEnd& end) {
  return FormerRest{end}.keep();
}

void count_former_output(const RefreshEnd& end) { FormerRest{end}.count(); }

}  // namespace semsite
