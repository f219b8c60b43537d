#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"
#include "io/output_file.hpp"
#include "report/console.hpp"
#include "report/run_report.hpp"
#include "state/file_table.hpp"
#include "state/page_copies.hpp"
#include "state/same_pages.hpp"
#include "store/database.hpp"

namespace semsite {

/// A refresh at its end. References and pointers outlive its use.
struct RefreshEnd {
  RunReport& report;
  Database& database;
  std::int64_t run = 0;
  std::vector<std::string> crawls;     ///< keys of those that it did not come to
  FileTable* files = nullptr;          ///< null: nothing is kept of files
  const Descriptor* former = nullptr;  ///< the output of the last run; null: it is gone
  OutputFile& output;
  std::function<void(std::string_view)> write;  ///< N-Quads of pages
  /// The same, of pages that it came to.
  std::function<void(std::string_view)> write_own{};
  /// Keys of the crawls that it came to, or a process of it that was killed, if their
  /// pages wait for all others (`Fetch::pages_wait`).
  std::optional<std::vector<std::string>> own{};
  PageForms forms{};
  Console& console;
  bool is_cut_short = false;  ///< by a budget: what was not asked for may be wanted
  /// What of a dataset, by its key in the state, the command wants.
  enum class Wants : std::uint8_t {
    all,
    not_the_url,   ///< not what is at a URL of it
    not_the_site,  ///< nothing: its site is named no more
    not_now,       ///< all, but its site is not asked in this run
  };
  std::function<Wants(const std::string& key, const std::string& url)> wants;
  SamePages::Merge merge = SamePages::Merge::same;  ///< `--canonical`
  bool keeps_gone = false;  ///< what there is of sites that are named no more
};

/// Writes the pages of all crawls, each page once, with the newest content that any of
/// them knows. What earlier runs got and this one did not come to stays in the output,
/// and the report says so, unless the sitemaps, all of them read, name it no more,
/// something else came in its place or the command does not want it any more. Gives the
/// keys of crawls that are dropped.
[[nodiscard]] std::vector<std::string> keep_former_rest(const RefreshEnd& end);

/// The run got nothing, so that the output stays as the last run left it: the report
/// counts what is in there.
void count_former_output(const RefreshEnd& end);

}  // namespace semsite
