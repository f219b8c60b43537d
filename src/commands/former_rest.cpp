#include "commands/former_rest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/pages_run.hpp"
#include "plan/make_plan.hpp"
#include "state/page_copies.hpp"
#include "state/page_facts.hpp"
#include "state/page_table.hpp"
#include "state/written_texts.hpp"

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
    is_complete_ = report_.complete();
    files(Use::copy);
    std::vector<std::string> stay;
    for (const std::string& key : end_.crawls)
      if (is_left_out(key) ? stays(key) : crawls_stay && !is_replaced(key)) {
        stay.push_back(key);
      } else {
        if (is_left_out(key)) count_gone(key, former_pages(key).sums().quads);
        dropped_.push_back(key);
      }
    pages(stay);
    tell_gone();
    count_written_of_gone();
    return std::move(dropped_);
  }

  void count() {
    files(Use::count);
    forget_written(end_.database);
    for (const std::string& key : end_.crawls) {
      PageTable pages = former_pages(key);
      if (end_.crawls.size() > 1) (void)pages.take_texts({}, PageTable::Take::keep);
      tell_crawl(key, pages.sums());
    }
    // Nothing is dropped of an output that stays as it is.
    gone_.clear();
    tell_gone();
  }

 private:
  enum class Use { copy, count };

  /// Is its site named no more?
  [[nodiscard]] bool is_gone(const std::string& key) const {
    return end_.wants(key, {}) == RefreshEnd::Wants::not_the_site;
  }
  /// Is its site not asked in this run, by choice?
  [[nodiscard]] bool is_left_out(const std::string& key) const {
    return is_gone(key) || end_.wants(key, {}) == RefreshEnd::Wants::not_now;
  }
  /// Of one that is left out.
  [[nodiscard]] bool stays(const std::string& key) const {
    return !is_gone(key) || end_.keeps_gone;
  }

  void count_gone(const std::string& key, std::uint64_t quads) {
    if (quads > 0 || !is_gone(key))
      (is_gone(key) ? gone_ : resting_)[key.substr(0, key.find(' '))] += quads;
  }

  /// That is by choice, and no problem.
  void tell_gone() {
    constexpr std::size_t kTold = 20;
    std::size_t told = 0;
    for (const auto& [site, quads] : gone_) {
      if (told++ == kTold) break;
      if (end_.keeps_gone) {
        report_.left_alone.push_back(
            fmt::format("{} is named no more: {} of it stay as they were (--keep-gone)",
                        site, count_of(quads, "quad")));
        continue;
      }
      report_.notes.push_back(fmt::format(
          "{} is named no more: {} of it are dropped (--keep-gone keeps them)", site,
          count_of(quads, "quad")));
      end_.console.info(report_.notes.back());
    }
    if (!resting_.empty()) {
      std::uint64_t quads = 0;
      for (const auto& [site, some] : resting_) quads += some;
      report_.left_alone.push_back(
          fmt::format("{} not due (--due): {} of {} stay as they were",
                      count_of(resting_.size(), "site is", "sites are"),
                      count_of(quads, "quad"), resting_.size() == 1 ? "it" : "them"));
    }
    if (gone_.size() > kTold)
      report_.notes.push_back(fmt::format("{} more that are named no more",
                                          count_of(gone_.size() - kTold, "site")));
  }

  /// What a process of this run that was broken off had written of a site before it was
  /// named no more: it goes with the next run.
  void count_written_of_gone() {
    if (end_.files == nullptr || end_.keeps_gone) return;
    for (const std::string& key : end_.files->datasets())
      if (key != kProvenance && is_gone(key))
        for (const KeptFile& file : end_.files->files(key, FileTable::Of::this_run))
          if (file.way != way_name(Way::entries)) note_written(key, file.quads);
    for (const std::string& key : crawls_of(end_.database, end_.run))
      if (is_gone(key) && end_.files->has(key) &&
          std::ranges::find(end_.crawls, key) == end_.crawls.end())
        note_written(key, former_pages(key).sums().quads);
  }

  void note_written(const std::string& key, std::uint64_t quads) {
    if (quads == 0) return;
    const std::size_t row = row_for(key);
    report_.datasets[row].quads += quads;
    report_.datasets[row].excused = true;
    report_.datasets[row].rests =
        "its site was named no more while the run was under way; it goes with the next";
    SourceReport& source = report_.sources.emplace_back();
    source.site = report_.datasets[row].site;
    source.url = source.site;
    source.way = way_name(Way::dump);
    source.outcome = Outcome::not_tried;
    source.quads = quads;
    source.former_stays = true;
    source.dataset_row = row;
  }

  [[nodiscard]] PageTable former_pages(const std::string& key) const {
    return PageTable::former(end_.database, key, end_.run);
  }

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
    const auto is_of_site = [](const SitemapFact& one) { return !is_feed(one); };
    return site != report_.sites.end() &&
           std::ranges::any_of(site->sitemaps, is_of_site) &&
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
    if (is_left_out(dataset)) return !stays(dataset);
    if (is_complete_) return true;
    if (end_.wants(dataset, file.url) == RefreshEnd::Wants::not_the_url) return true;
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
    if (end_.files == nullptr) return;
    if (end_.former == nullptr) {
      if (use == Use::copy) tell_lost();
      return;
    }
    for (const std::string& dataset : end_.files->datasets()) {
      if (dataset == kProvenance) continue;
      // Parts that are the same byte for byte have one place.
      std::vector<std::pair<KeptFile, KeptFile>> copies;
      for (KeptFile& file : end_.files->files(dataset, FileTable::Of::former_run)) {
        // Entries of sitemaps are pages.
        if (file.way == way_name(Way::entries) ||
            end_.files->find(dataset, file.way, file.url))
          continue;
        if (use == Use::copy && is_over(dataset, file)) {
          if (is_left_out(dataset)) count_gone(dataset, file.quads);
          continue;
        }
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

  /// What was to stay of sites that are named no more cannot: the old output is not as
  /// the last run left it.
  void tell_lost() {
    for (const std::string& dataset : end_.files->datasets()) {
      if (dataset == kProvenance || !is_left_out(dataset) || !stays(dataset)) continue;
      std::uint64_t quads = 0;
      for (const KeptFile& file : end_.files->files(dataset, FileTable::Of::former_run))
        if (file.way != way_name(Way::entries)) quads += file.quads;
      if (quads == 0) continue;
      report_.problems.push_back(
          fmt::format("{}: its {} were to stay, and are lost: the output is not there "
                      "any more as the last run left it",
                      trim(dataset), count_of(quads, "quad")));
      end_.console.warning(report_.problems.back(), {.code = kFormerStays});
    }
  }

  void copy_file(KeptFile& file, const KeptFile* there) const {
    const OutputPlace begin = there != nullptr ? there->begin : end_.output.position();
    if (there == nullptr) end_.output.append_former(*end_.former, file.begin, file.end);
    file.end = there != nullptr ? there->end : end_.output.position();
    file.begin = begin;
    file.status = 304;
  }

  /// The pages of this run that wait, and those of the crawls that it did not come to and
  /// that stay.
  void pages(const std::vector<std::string>& stay) {
    for (const std::string& key : stay) {
      PageTable pages = former_pages(key);
      const auto wants = [&](std::string_view url, std::uint32_t /*depth*/) {
        return end_.wants(key, std::string{url}) != RefreshEnd::Wants::not_the_url;
      };
      if (pages.is_reselected()) pages.drop_unwanted(wants);
    }
    if (end_.own) {
      std::set<std::int64_t> dropped;
      for (const std::string& key : dropped_) dropped.insert(former_pages(key).number());
      share_newest_pages(end_.database, end_.run, dropped, end_.forms);
      forget_written(end_.database);
    }
    several_ = !end_.own || end_.own->size() + stay.size() > 1;
    for (const std::string& key : end_.own.value_or(std::vector<std::string>{})) {
      PageTable pages = former_pages(key);
      const bool is_there = end_.files != nullptr && end_.files->has_pages(key);
      // By an earlier version, before it was killed.
      if (is_there) {
        if (several_) (void)pages.take_texts({}, PageTable::Take::keep);
      } else {
        write_pages(pages, end_.write_own);
      }
      correct(key, pages.sums());
    }
    for (const std::string& key : stay) {
      PageTable pages = former_pages(key);
      write_pages(pages, end_.write);
      tell_crawl(key, pages.sums());
    }
  }

  void write_pages(PageTable& pages, const std::function<void(std::string_view)>& write) {
    pages.merge_same(end_.merge);
    std::vector<std::int64_t> elsewhere;
    if (several_) elsewhere = pages.take_texts({}, PageTable::Take::keep);
    std::ranges::sort(elsewhere);
    pages.for_each_text(
        [&](std::int64_t, std::string_view text) { write(text); },
        [&](std::int64_t page) { return !std::ranges::binary_search(elsewhere, page); });
  }

  /// What a crawl of this run gives is known now.
  void correct(const std::string& key, const PageSums& sums) {
    const auto row = std::ranges::find(report_.datasets, key, &DatasetReport::key);
    // A process that was killed came to it, and this one did not.
    if (row == report_.datasets.end()) return tell_crawl(key, sums);
    const auto number =
        static_cast<std::size_t>(std::distance(report_.datasets.begin(), row));
    const auto source = std::ranges::find_if(report_.sources, [&](const auto& one) {
      return one.dataset_row == number && one.quads_taken_back == 0 &&
             one.outcome != Outcome::not_tried &&
             (one.way == way_name(Way::crawl) || one.way == way_name(Way::entries));
    });
    if (source == report_.sources.end()) return;
    tell_elsewhere(sums, row->name, end_.console);
    row->quads = row->quads + sums.quads - source->quads;
    source->quads = sums.quads;
    source->merged = sums.merged;
  }

  void tell_crawl(const std::string& key, const PageSums& sums) {
    // Others may have all that it has.
    if (sums.quads == 0) {
      if (is_left_out(key)) count_gone(key, 0);
      return;
    }
    tell(key, std::string{way_name(Way::crawl)}, key.substr(0, key.find(' ')), sums.quads,
         fmt::format("{}: not looked at; its pages are those of an earlier run",
                     trim(key)));
  }

  /// A row for what stays, and one for a dataset that the run did not meet.
  void tell(const std::string& key, const std::string& way, const std::string& url,
            std::uint64_t quads, const std::string& problem) {
    const bool by_choice = is_left_out(key);
    if (by_choice) {
      count_gone(key, quads);
    } else {
      report_.problems.push_back(problem);
      end_.console.warning(fmt::format("{} [{}]", problem, kFormerStays),
                           {.code = kFormerStays, .source = url});
    }
    const std::size_t row = row_for(key);
    report_.datasets[row].quads += quads;
    report_.datasets[row].excused = report_.datasets[row].excused || by_choice;
    if (by_choice)
      report_.datasets[row].rests =
          is_gone(key) ? "its site is named no more" : "its site is not due yet (--due)";
    SourceReport& source = report_.sources.emplace_back();
    source.site = report_.datasets[row].site;
    source.dataset = report_.datasets[row].uri;
    source.way = way;
    source.url = url;
    source.outcome = by_choice ? Outcome::not_tried : Outcome::failed;
    if (!by_choice) source.code = kFormerStays;
    if (!by_choice) source.problem = problem;
    source.quads = quads;
    source.former_stays = true;
    source.dataset_row = row;
  }

  const RefreshEnd& end_;
  RunReport& report_;
  std::size_t met_;                          ///< datasets in the report that the run met
  std::map<std::string, std::size_t> rows_;  ///< of datasets that it did not meet
  std::vector<std::string> dropped_;
  bool is_complete_ = false;  ///< but for what stays
  bool several_ = true;       ///< crawls may write the same page
  /// Quads of sites that are named no more, and of those that are not asked now.
  std::map<std::string, std::uint64_t> gone_, resting_;
};

}  // namespace

std::vector<std::string> keep_former_rest(const RefreshEnd& end) {
  return FormerRest{end}.keep();
}

void count_former_output(const RefreshEnd& end) { FormerRest{end}.count(); }

}  // namespace semsite
