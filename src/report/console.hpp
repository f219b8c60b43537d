#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/mutex.hpp"
#include "report/terminal.hpp"

namespace semsite {

enum class Verbosity { quiet, normal, verbose };
enum class LogFormat { text, json };

/// Something that happened, for programs: members of the JSON object of its message
/// (docs/log.md). Texts may have URLs; their secrets are taken out.
struct Event {
  struct Member {
    std::string_view name;
    std::variant<std::string, std::uint64_t, double, bool> value;
  };
  std::string_view name{};  ///< "site_begun"
  std::vector<Member> members{};
};

/// What a message is about, as far as that is known: members of its JSON object.
struct About {
  std::string_view code{};       ///< of docs/faults.md
  std::string_view source{};     ///< URL or file
  std::uint64_t line = 0;        ///< in the source, from 1; 0: not known
  std::uint64_t column = 0;      ///< in bytes, from 1; 0: not known
  bool lines = false;            ///< the message is several lines, all of our own making
  const Event* event = nullptr;  ///< that it tells of; null: none
};

/// How far something is, in numbers; what is not known is 0.
struct ProgressNumbers {
  std::string_view unit;  ///< "bytes", "pages"
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  double rate = 0;          ///< units a second
  double seconds_left = 0;  ///< 0: not known
};

/// Messages for people, on standard error, one line each. Thread-safe. All that goes
/// there goes through it, and whatever it is given can do nothing to a terminal
/// (base/shown_text). Of a library it goes to whom the caller names instead, and nowhere
/// else.
class Console {
 public:
  enum class Level : std::uint8_t { error, warning, info, detail };
  /// Takes one message, which has no secrets of URLs; one at a time.
  using Take =
      std::function<void(Level level, std::string_view message, const About& about)>;

  /// `has_events`: as JSON, what tells of an event is shown with `quiet`, too.
  Console(Verbosity verbosity, LogFormat format, Colours colours = Colours::off,
          bool has_events = false)
      : verbosity_(verbosity),
        format_(format),
        colours_(colours),
        has_events_(has_events) {}
  explicit Console(Take take)
      : verbosity_(Verbosity::normal),
        format_(LogFormat::text),
        colours_(Colours::off),
        take_(std::move(take)) {}

  /// Always shown.
  void error(std::string_view message, const About& about = {});
  /// Not with `-q`. Of one code and host the first 20 are shown, as text, without `-v`.
  void warning(std::string_view message, const About& about = {});
  /// Not with `-q`.
  void info(std::string_view message, const About& about = {});
  /// Only with `-v`.
  void detail(std::string_view message, const About& about = {});
  /// What is of no use to people: as JSON only. Not with `-q`.
  void event(std::string_view message, const Event& event);
  /// A line that says how far the work is. Not with `-q`.
  void progress(std::string_view message, const ProgressNumbers& numbers);

  /// Shows `line` as the last line of a terminal until the next call; empty takes it
  /// away.
  void status(std::string line);

  [[nodiscard]] Verbosity verbosity() const { return verbosity_; }
  [[nodiscard]] LogFormat format() const { return format_; }

 private:
  [[nodiscard]] bool is_shown(const About& about) const {
    return verbosity_ != Verbosity::quiet ||
           (has_events_ && about.event != nullptr && format_ == LogFormat::json);
  }
  void print(Level level, std::string_view message, const About& about);
  void write(std::string_view line);
  /// Is a warning one too many? The first that is is told so.
  [[nodiscard]] bool is_too_many(const About& about);

  Verbosity verbosity_;
  LogFormat format_;
  Colours colours_;
  bool has_events_ = false;
  const Take take_{};  ///< empty: standard error
  Mutex mutex_;
  std::string status_ SEMSITE_GUARDED_BY(mutex_);
  /// How many warnings of one code and host, of the first so many of these.
  std::map<std::string, std::uint64_t, std::less<>> warnings_ SEMSITE_GUARDED_BY(mutex_);
};

/// How many errors all consoles of this process have told. With `-q` only the first of a
/// run's errors is: one line says that it is not complete, and why.
[[nodiscard]] std::uint64_t told_errors();

/// Notes, in a sentence, why the run is not complete although no error was told: what it
/// came to. What is noted first counts. Thread-safe.
void note_loss(std::string why);
/// The same of a statement of `document`, or a document, that was skipped for `code`.
void note_skip(std::string_view document, std::string_view code);

/// What was noted first, with how many were skipped of that document; empty: nothing.
[[nodiscard]] std::string first_loss();

}  // namespace semsite
