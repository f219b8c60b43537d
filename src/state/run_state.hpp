#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "reading/outcome.hpp"
#include "reading/parse_settings.hpp"
#include "state/state_summary.hpp"
#include "store/database.hpp"
#include "store/run_lock.hpp"

namespace semsite {

/// Brings the write-ahead log of a database to the disk now and then, beside the work: a
/// power cut takes back no more than what was committed since. A frame of the log counts
/// only once its whole transaction is there, so a checkpoint in the midst of one is none
/// the worse. Without a path it does nothing.
class Checkpoints {
 public:
  /// What was committed is on the disk at most so much later.
  static constexpr std::chrono::seconds kTime{5};

  explicit Checkpoints(const std::string& database);

 private:
  static void run(const std::string& log, const std::stop_token& stop);

  std::jthread thread_;
};

/// What a fetch keeps in its state file: which command it belongs to, how far the run is,
/// and the JSON-LD contexts that it asked for. Pages and files are kept by `PageTable`
/// and `FileTable`, in the same file. Thread-safe.
class RunState {
 public:
  using Time = std::chrono::system_clock::time_point;
  /// Contexts change rarely, and every page needs them.
  static constexpr std::chrono::hours kContextAge{24 * 7};

  /// The mark of a state of a fetch, and the form of its tables.
  static constexpr int kApplication = kFetchStateMark;
  static constexpr int kVersion = 8;
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
  [[nodiscard]] const std::string& path() const { return database_.path(); }

  struct Run {
    std::int64_t number = 1;     ///< from 1
    bool resumed = false;        ///< the last run did not come to its end
    bool refreshes = false;      ///< an earlier run did, and gave something
    bool after_nothing = false;  ///< the last run came to its end and got nothing
    bool other_command = false;  ///< what is kept is of another command: no use
    std::uint64_t seed = 0;
    std::uint64_t former_output = 0;  ///< bytes on disk of the last run's output
  };
  /// Begins a run, or goes on with one that did not end. `command`: what makes two runs
  /// the same, as text. A resumed run gets the seed that it began with.
  [[nodiscard]] Run begin(std::string_view command, std::uint64_t seed, Time now);
  /// What `begin` would say, without beginning it.
  [[nodiscard]] Run look(std::string_view command, std::uint64_t seed);
  /// Of the run that began last; empty if none has.
  [[nodiscard]] std::string command();
  /// The same command, in other words.
  void rename_command(std::string_view command);
  enum class Pages : std::uint8_t {
    same,
    others,  ///< the next run finds anew what links lead to (`PageTable`)
  };
  /// The next run, or the one that is broken off and goes on, is asked for other sites,
  /// or other pages of them.
  void change_command(std::string_view command, Pages pages);
  /// Is the only run one that has not ended, or has ended with nothing, and that has got
  /// nothing which could not be had again at no cost? Then what is kept stands in
  /// nobody's way.
  [[nodiscard]] bool got_nothing();
  /// Forgets everything.
  void forget_all();

  /// A file that is whole, and on the disk, under its name `part`.
  struct Naming {
    std::string part, path;
    std::uint64_t bytes = 0;
  };
  /// What the run wrote is whole: how it ended, and the files that get their names now.
  /// From here on this cannot be lost: a process that is killed before `named` leaves the
  /// rest to the next one (`to_be_named`).
  struct Whole {
    std::vector<Naming> files{};
    std::uint64_t output_bytes = 0;  ///< of the output, on disk
    RunEnding ending{};
    bool ends = false;               ///< the run has come to its end
    std::function<void()> forget{};  ///< forgets, in the state, what the run replaced
  };
  void note_whole(const Whole& whole);
  /// Has this run, or a process of it that was broken off, got a quad?
  [[nodiscard]] bool has_quads();
  /// The run has come to its end and got nothing. Its traces stay for whoever asks how it
  /// ended; the next run takes them back when it begins (state/undo_run), and asks for
  /// everything.
  void note_vain(const RunEnding& ending);
  /// A run that had nothing and was stopped stays open: what ended in it with one of
  /// these outcomes, and without a quad, is asked for again by the run that goes on.
  void ask_again(const std::vector<Outcome>& outcomes);
  [[nodiscard]] std::vector<Naming> to_be_named();
  void named();
  /// The exit status of the last run that noted it.
  [[nodiscard]] int noted_status();

  /// By which this state knows what it wrote (`PartMark::writer`); empty if no run has
  /// begun since version 0.1.0.
  [[nodiscard]] std::string writer();

  /// Names of spools that this run, and those before it, have made.
  void note_spool(std::string_view name);
  [[nodiscard]] std::vector<std::string> spools();
  void forget_spools();

  /// As `note_output` was told last; 0 since then if a run was begun.
  [[nodiscard]] std::uint64_t output_bytes();
  /// How the run ended, for whoever asks later; also of a run that is to go on.
  void note_ending(const RunEnding& ending);

  /// That another host confirmed a name, or leads from it to the site.
  struct Confirmation {
    std::string authority;  ///< name of an `Authority`
    bool by_look = false;   ///< what the name leads to said so, not a sitemap
    std::string reason;
    std::int64_t when = 0;  ///< seconds since 1970
  };
  /// So long it holds while who confirmed cannot be asked.
  static constexpr std::chrono::hours kConfirmationAge{24 * 90};
  [[nodiscard]] std::optional<Confirmation> confirmation(std::string_view key, Time now);
  void keep_confirmation(std::string_view key, const Confirmation& said);
  void forget_confirmation(std::string_view key);

  /// So long nobody asks again for what was guessed in vain.
  static constexpr std::chrono::hours kMissingAge{24 * 30};
  [[nodiscard]] bool is_known_to_miss(std::string_view url, Time now);
  void note_missing(std::string_view url, Time now);

  /// The context that was had for `url` at most kContextAge before `now`, or null.
  [[nodiscard]] std::shared_ptr<const RemoteContext> context(std::string_view url,
                                                             Time now);
  void keep_context(std::string_view url, const RemoteContext& context, Time now);
  /// URLs of the contexts that were had before `time`.
  [[nodiscard]] std::vector<std::string> contexts_before(Time time);
  /// The same for one that is there. True if it is another one now: then what was made
  /// with the old one is asked for anew, whatever its validators and dates say.
  bool renew_context(std::string_view url, const RemoteContext& context, Time now);

 private:
  void take_over() SEMSITE_REQUIRES(database_.mutex());
  void put_ending(const RunEnding& ending) SEMSITE_REQUIRES(database_.mutex());

  Database database_;
  Checkpoints checkpoints_;
};

}  // namespace semsite
