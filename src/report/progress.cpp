#include "report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kBarWidth = 20;
/// Below this there is room for nothing beside the bar.
constexpr std::size_t kLeastWidth = 40;

std::string amount(std::string_view unit, std::uint64_t count) {
  return unit == "bytes" ? human_bytes(count) : grouped(count);
}

std::uint64_t percent_done(const ProgressFacts& facts) {
  if (facts.done >= facts.total) return 100;
  return static_cast<std::uint64_t>(100.0 * static_cast<double>(facts.done) /
                                    static_cast<double>(facts.total));
}

/// What is said, the most important first.
std::vector<std::string> parts_of(const ProgressMeter& meter) {
  const ProgressFacts& facts = meter.facts();
  const std::string_view unit = facts.unit;
  const std::string noun = unit == "bytes" ? "" : fmt::format(" {}", unit);
  std::vector<std::string> out;
  if (facts.total > 0) {
    out.push_back(fmt::format("{} of {}{} ({} %)",
                              amount(unit, std::min(facts.done, facts.total)),
                              amount(unit, facts.total), noun, percent_done(facts)));
  } else if (!unit.empty()) {
    out.push_back(amount(unit, facts.done) + noun);
  }
  const auto left = meter.seconds_left();
  if (!facts.also.empty()) out.push_back(facts.also);
  if (const double rate = meter.rate(); rate > 0 && !unit.empty())
    out.push_back(
        unit == "bytes" || rate >= 10
            ? fmt::format("{}/s", amount(unit, static_cast<std::uint64_t>(rate)))
            : fmt::format("{:.1f}/s", rate));
  if (left) out.push_back(time_span_text(*left) + " left");
  return out;
}

}  // namespace

void ProgressMeter::note(double seconds, const ProgressFacts& facts) {
  const bool is_new = samples_.empty() || facts.phase != facts_.phase ||
                      facts.unit != facts_.unit || facts.done < facts_.done ||
                      (facts.total > 0) != (facts_.total > 0);
  facts_ = facts;
  if (is_new) samples_.clear();
  samples_.push_back({seconds, facts.done, facts.total});
  // One that is as old as the window stays, to measure from.
  while (samples_.size() > 2 && samples_[1].seconds <= seconds - kWindowSeconds)
    samples_.pop_front();
}

double ProgressMeter::rate() const {
  if (samples_.size() < 2) return 0;
  const double seconds = samples_.back().seconds - samples_.front().seconds;
  const std::uint64_t done = samples_.back().done - samples_.front().done;
  return seconds < 0.1 ? 0 : static_cast<double>(done) / seconds;
}

std::optional<double> ProgressMeter::seconds_left() const {
  if (samples_.empty() || facts_.total == 0 || facts_.done >= facts_.total)
    return std::nullopt;
  const Sample& first = samples_.front();
  const double per_second = rate();
  if (samples_.back().seconds - first.seconds < kEnoughSeconds || per_second <= 0 ||
      first.total != facts_.total)
    return std::nullopt;
  return static_cast<double>(facts_.total - facts_.done) / per_second;
}

std::string time_span_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::clamp(seconds, 1.0, 1e9) + 0.5);
  constexpr std::uint64_t kMinute = 60;
  constexpr std::uint64_t kHour = 60 * kMinute;
  constexpr std::uint64_t kDay = 24 * kHour;
  if (whole < kMinute) return fmt::format("{} s", whole);
  if (whole < kHour) return fmt::format("{} min {} s", whole / kMinute, whole % kMinute);
  if (whole < kDay)
    return fmt::format("{} h {} min", whole / kHour, whole % kHour / kMinute);
  return fmt::format("{} d {} h", whole / kDay, whole % kDay / kHour);
}

std::string progress_text(const ProgressMeter& meter) {
  const std::string& phase = meter.facts().phase;
  return fmt::format("{}{}{}", phase, phase.empty() ? "" : ": ",
                     fmt::join(parts_of(meter), ", "));
}

std::string progress_bar(const ProgressMeter& meter, std::size_t width) {
  const ProgressFacts& facts = meter.facts();
  std::string out;
  if (facts.total > 0) {
    const std::size_t columns =
        width >= kLeastWidth + kBarWidth ? kBarWidth : kBarWidth / 2;
    const std::size_t full = percent_done(facts) * columns / 100;
    out = fmt::format("[{}{}] ", std::string(full, '='),
                      full < columns ? ">" + std::string(columns - full - 1, ' ') : "");
  }
  if (!facts.phase.empty()) out += facts.phase + ": ";
  bool first = true;
  for (const std::string& part : parts_of(meter)) {
    const std::string piece = (first ? "" : ", ") + part;
    if (out.size() + piece.size() > width) break;
    out += piece;
    first = false;
  }
  // Only a phase or a bar may be longer than that. All of it is ASCII.
  if (out.size() > width) out.resize(width);
  return out;
}

ProgressNumbers progress_numbers(const ProgressMeter& meter) {
  const ProgressFacts& facts = meter.facts();
  return {.unit = facts.unit,
          .done = facts.done,
          .total = facts.total,
          .rate = meter.rate(),
          .seconds_left = meter.seconds_left().value_or(0)};
}

ProgressFacts input_facts(const RunCounters& counters) {
  return {.unit = "bytes",
          .done = counters.inputs.done(),
          .total = counters.inputs.total(),
          .also = count_of(counters.quads, "quad")};
}

ProgressFacts fetch_facts(const RunCounters& counters) {
  const std::uint64_t pages = counters.pages_known;
  const std::uint64_t done = counters.pages_done;
  const std::string quads = count_of(counters.quads, "quad");
  const std::string wire = human_bytes(counters.wire_bytes);
  if (counters.inputs.total() > counters.inputs.done() || pages == 0) {
    if (counters.inputs.total() == 0)
      return {
          .unit = "bytes",
          .done = counters.wire_bytes,
          .also = fmt::format("{}, {}", count_of(counters.requests, "request"), quads)};
    return {.unit = "bytes",
            .done = counters.inputs.done(),
            .total = counters.inputs.total(),
            .also = pages == 0 ? quads
                               : fmt::format("{} of {}, {}", grouped(done),
                                             count_of(pages, "page"), quads)};
  }
  return {.unit = "pages",
          .done = done,
          .total = pages,
          .also = fmt::format("{}, {}", wire, quads)};
}

namespace {

using namespace std::chrono_literals;

/// Between two looks, and two lines of the plain style.
constexpr std::chrono::milliseconds kStep = 200ms;
constexpr double kSecondsBetweenLines = 10;

ProgressStyle style_for(ProgressStyle wish, const Console& console) {
  if (console.verbosity() == Verbosity::quiet) return ProgressStyle::none;
  // A bar is no JSON.
  if (console.format() == LogFormat::json && wish != ProgressStyle::none)
    return ProgressStyle::plain;
  if (wish != ProgressStyle::automatic) return wish;
  return can_write_over(STDERR_FILENO) ? ProgressStyle::bar : ProgressStyle::plain;
}

}  // namespace

Progress::Progress(ProgressStyle style, std::function<ProgressFacts()> facts,
                   Console& console)
    : facts_(std::move(facts)), console_(console) {
  const ProgressStyle chosen = style_for(style, console);
  if (chosen == ProgressStyle::none) return;
  thread_ = std::jthread{[this, chosen] { run(chosen); }};
}

Progress::~Progress() {
  {
    const MutexLock lock{mutex_};
    done_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Progress::run(ProgressStyle style) {
  const auto start = std::chrono::steady_clock::now();
  ProgressMeter meter;
  double told = 0;
  meter.note(0, facts_());
  const MutexLock lock{mutex_};
  for (;;) {
    const auto next = std::chrono::steady_clock::now() + kStep;
    while (!done_ && wake_.wait_until(mutex_, next)) {
    }
    if (done_) break;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    meter.note(seconds, facts_());
    if (style == ProgressStyle::bar) {
      // The last column stays free: some terminals go to the next line from there.
      console_.status(progress_bar(meter, terminal_width(STDERR_FILENO) - 1));
    } else if (seconds - told >= kSecondsBetweenLines) {
      told = seconds;
      console_.progress(progress_text(meter), progress_numbers(meter));
    }
  }
  if (style == ProgressStyle::bar) console_.status({});
}

}  // namespace semsite
