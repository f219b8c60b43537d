#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parse/parse_settings.hpp"
#include "state/database.hpp"
#include "state/state_summary.hpp"

namespace semsite {

/// What a fetch keeps in its state file: which command it belongs to, how far the run is,
/// and the JSON-LD contexts that it asked for. Pages and files are kept by `PageTable`
/// and `FileTable`, in the same file. Thread-safe.
class RunState {
 public:
  using Time = std::chrono::system_clock::time_point;
  /// Contexts change rarely, and every page needs them.
  static constexpr std::chrono::hours kContextAge{24 * 7};

  /// "Ssit": a state of ours, and the form of its tables.
  static constexpr int kApplication = 0x53736974;
  static constexpr int kVersion = 6;
  static constexpr int kVersionWithEnding = 5;
  /// Since then, a summary can be read without changing the tables.
  static constexpr int kOldestReadable = 4;

  enum class Use : std::uint8_t { go_on, begin_anew };

  /// Opens or makes the file; `path` empty: nothing outlives the run. `begin_anew`
  /// forgets what is in it. Throws RunError if it is no state of ours, or in use.
  explicit RunState(const std::string& path, Use use = Use::go_on);
  /// Takes a file away that has nothing in it.
  ~RunState();
  RunState(const RunState&) = delete;
  RunState& operator=(const RunState&) = delete;

  /// Does it outlive the run?
  [[nodiscard]] bool is_kept() const { return !database_.path().empty(); }
  [[nodiscard]] Database& database() { return database_; }

  struct Run {
    std::int64_t number = 1;     ///< from 1
    bool resumed = false;        ///< the last run did not come to its end
    bool refreshes = false;      ///< an earlier run did
    bool other_command = false;  ///< what was kept was of another command: forgotten
    std::uint64_t seed = 0;
    std::uint64_t former_output = 0;  ///< bytes on disk of the last run's output
  };
  /// Begins a run, or goes on with one that did not end. `command`: what makes two runs
  /// the same, as text. A resumed run gets the seed that it began with.
  [[nodiscard]] Run begin(std::string_view command, std::uint64_t seed, Time now);
  /// The output, of so many bytes on disk, is about to get its name.
  void note_output(std::uint64_t bytes);
  /// As `note_output` was told last; 0 since then if a run was begun.
  [[nodiscard]] std::uint64_t output_bytes();
  /// How the run ended, for whoever asks later; also of a run that is to go on.
  void note_ending(const RunEnding& ending);
  /// The run came to its end.
  void end_run();

  /// The context that was had for `url` at most kContextAge before `now`, or null.
  [[nodiscard]] std::shared_ptr<const RemoteContext> context(std::string_view url,
                                                             Time now);
  void keep_context(std::string_view url, const RemoteContext& context, Time now);

 private:
  void take_over();
  void make_tables();
  void forget();

  Database database_;
};

}  // namespace semsite
