#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "parse/parse_settings.hpp"

namespace semsite {

/// What `fetch` keeps from one run to the next (DESIGN §7), in one SQLite file: so far
/// the JSON-LD contexts that it asked for. The file is made when there is something to
/// keep, and may be shared by runs at the same time. Thread-safe.
class CrawlState {
 public:
  using Time = std::chrono::system_clock::time_point;
  /// Contexts change rarely, and every page needs them.
  static constexpr std::chrono::hours kContextAge{24 * 7};

  enum class Use { go_on, begin_anew };

  /// `path` empty: nothing is kept. Nothing is opened yet. `begin_anew` forgets what is
  /// in the file.
  explicit CrawlState(std::string path, Use use = Use::go_on);
  CrawlState(const CrawlState&) = delete;
  CrawlState& operator=(const CrawlState&) = delete;
  ~CrawlState();

  /// The context that was had for `url` at most kContextAge before `now`, or null. Throws
  /// RunError if the file is none of ours.
  [[nodiscard]] std::shared_ptr<const RemoteContext> context(std::string_view url,
                                                             Time now);
  /// Keeps it. Throws RunError if the file cannot be written.
  void keep_context(std::string_view url, const RemoteContext& context, Time now);

 private:
  class Database;
  enum class Missing { create, leave };

  /// The open file; null if there is none and none shall be made. Under the lock.
  Database* open(Missing missing);

  std::string path_;
  Use use_;
  std::mutex mutex_;
  std::unique_ptr<Database> database_;
};

}  // namespace semsite
