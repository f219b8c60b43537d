#include "report/console.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "base/clock.hpp"
#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/json_writer.hpp"
#include "base/mutex.hpp"
#include "base/secrets.hpp"
#include "base/shown_text.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";
/// Of one code and host, and of how many of these that is counted.
constexpr std::uint64_t kShownWarnings = 20;
constexpr std::size_t kMostWarned = 10'000;

void begin_object(JsonWriter& json, std::string_view level) {
  json.object()
      .member("time", utc_timestamp(std::chrono::system_clock::now()))
      .member("level", level);
}

void write_event(JsonWriter& json, const Event& event) {
  json.member("event", event.name);
  for (const Event::Member& member : event.members) {
    json.key(member.name);
    if (const auto* const text = std::get_if<std::string>(&member.value))
      json.value(without_url_secrets(*text));
    else
      std::visit([&](const auto& value) { json.value(value); }, member.value);
  }
}

std::string json_line(std::string_view level, std::string_view message,
                      const About& about) {
  JsonWriter json;
  begin_object(json, level);
  json.member_if("code", about.code)
      .member_if("source", without_url_secrets(about.source));
  if (about.line > 0) json.member("line", about.line);
  if (about.column > 0) json.member("column", about.column);
  if (about.event != nullptr) write_event(json, *about.event);
  return shown_json(json.member("message", without_url_secrets(message)).end().text());
}

/// As a terminal may have it; only what is of our own making has several lines.
std::string shown_message(std::string_view message, bool lines) {
  if (!lines) return shown_text(message);
  std::string out;
  for (const std::string_view line : split(message, '\n')) {
    if (!out.empty()) out += '\n';
    out += shown_text(line);
  }
  return out;
}

/// At once, so that nothing flickers and no other program's line comes between. What
/// cannot be written is lost: there is nowhere to say so.
void put(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  std::fflush(stderr);
}

std::atomic<std::uint64_t> errors = 0;

/// The first thing that was lost.
struct Loss {
  Mutex mutex;
  std::string why SEMSITE_GUARDED_BY(mutex);  ///< a sentence, or
  /// What was skipped where.
  std::string document SEMSITE_GUARDED_BY(mutex), code SEMSITE_GUARDED_BY(mutex);
  std::uint64_t skipped SEMSITE_GUARDED_BY(mutex) = 0;
};

Loss& loss() {
  static Loss first;
  return first;
}

}  // namespace

std::uint64_t told_errors() { return errors; }

void note_loss(std::string why) {
  Loss& first = loss();
  const MutexLock lock{first.mutex};
  if (first.why.empty() && first.skipped == 0) first.why = std::move(why);
}

void note_skip(std::string_view document, std::string_view code) {
  Loss& first = loss();
  const MutexLock lock{first.mutex};
  if (!first.why.empty()) return;
  if (first.skipped == 0) {
    first.document = document;
    first.code = code;
  }
  if (first.document == document) ++first.skipped;
}

std::string first_loss() {
  Loss& first = loss();
  const MutexLock lock{first.mutex};
  if (first.skipped == 0) return first.why;
  // Made of quads that were read already, no statement is skipped but something is lost.
  const bool made =
      first.document == "index" || first.document == "slice" || first.document == "feed";
  return fmt::format("{}: {}{} ({})", first.document,
                     count_of(first.skipped, made ? "fault" : "statement"),
                     made ? "" : " skipped", first.code);
}

void Console::error(std::string_view message, const About& about) {
  // A library's are no errors of this process, which may have other consoles.
  if (take_) return print(Level::error, message, about);
  const bool is_first = errors++ == 0;
  if (verbosity_ == Verbosity::quiet && !is_first) return;
  print(Level::error, message, about);
}

void Console::warning(std::string_view message, const About& about) {
  if (is_shown(about) && !is_too_many(about)) print(Level::warning, message, about);
}

bool Console::is_too_many(const About& about) {
  if (take_ || format_ != LogFormat::text || verbosity_ == Verbosity::verbose ||
      about.code.empty() || !is_of_server(about.source))
    return false;
  const std::string host = host_of(about.source);
  std::uint64_t count = 0;
  {
    const MutexLock lock{mutex_};
    const std::string key = fmt::format("{} {}", about.code, host);
    const auto known = warnings_.find(key);
    if (known == warnings_.end() && warnings_.size() >= kMostWarned) return false;
    count = ++warnings_[key];
  }
  if (count == kShownWarnings + 1)
    print(Level::warning,
          fmt::format("{}: further warnings of this kind are not shown (-v shows them, a "
                      "report counts them) [{}]",
                      host, about.code),
          {.code = about.code});
  return count > kShownWarnings;
}

void Console::info(std::string_view message, const About& about) {
  if (is_shown(about)) print(Level::info, message, about);
}

void Console::detail(std::string_view message, const About& about) {
  if (verbosity_ == Verbosity::verbose) print(Level::detail, message, about);
}

void Console::event(std::string_view message, const Event& event) {
  if (take_ || format_ != LogFormat::json || !is_shown({.event = &event})) return;
  print(Level::info, message, {.event = &event});
}

void Console::progress(std::string_view message, const ProgressNumbers& numbers) {
  if (verbosity_ == Verbosity::quiet || take_) return;
  if (format_ == LogFormat::text) return print(Level::info, message, {});
  JsonWriter json;
  begin_object(json, "progress");
  json.member("unit", numbers.unit).member("done", numbers.done);
  if (numbers.total > 0) json.member("total", numbers.total);
  if (numbers.rate > 0) json.member("rate", numbers.rate);
  if (numbers.seconds_left > 0) json.member("seconds_left", numbers.seconds_left);
  write(shown_json(json.member("message", without_url_secrets(message)).end().text()));
}

void Console::status(std::string line) {
  if (take_) return;
  line = shown_text(line);
  const MutexLock lock{mutex_};
  if (line == status_) return;
  // Written over from the left, and only then cut: an empty line would be seen.
  put(line.empty() ? std::string{kClearLine} : fmt::format("\r{}\x1b[K", line));
  status_ = std::move(line);
}

void Console::print(Level level, std::string_view message, const About& about) {
  if (take_) {
    const std::string text = shown_message(without_url_secrets(message), about.lines);
    const std::string source = without_url_secrets(about.source);
    About safe = about;
    safe.source = source;
    const MutexLock lock{mutex_};
    return take_(level, text, safe);
  }
  constexpr std::string_view kNames[] = {"error", "warning", "info", "detail"};
  const std::string_view name = kNames[static_cast<int>(level)];
  if (format_ == LogFormat::json) return write(json_line(name, message, about));
  if (level == Level::info || level == Level::detail)
    return write(fmt::format("semsite: {}", shown_message(message, about.lines)));
  write(fmt::format(
      "semsite: {} {}",
      emphasised(fmt::format("{}:", name),
                 level == Level::error ? Emphasis::error : Emphasis::warning, colours_),
      shown_message(message, about.lines)));
}

void Console::write(std::string_view line) {
  const MutexLock lock{mutex_};
  put(status_.empty() ? fmt::format("{}\n", line)
                      : fmt::format("{}{}\n{}", kClearLine, line, status_));
}

}  // namespace semsite
