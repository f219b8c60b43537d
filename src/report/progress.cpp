#include "report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "base/text.hpp"

namespace semsite {

std::string progress_line(const RunCounters& counters, double seconds) {
  const auto got = static_cast<double>(counters.wire_bytes.load());
  std::string out = human_bytes(counters.wire_bytes);
  const std::uint64_t expected = counters.expected_bytes;
  const std::uint64_t arrived = counters.source_bytes;
  if (expected > 0)
    out += fmt::format(", {} % of this source",
                       std::min<std::uint64_t>(100, 100 * arrived / expected));
  out += fmt::format(", {} quads", grouped(counters.quads));
  if (seconds > 0.1) {
    const double rate = got / seconds;
    out += fmt::format(", {}/s", human_bytes(static_cast<std::uint64_t>(rate)));
    if (expected > arrived && rate > 0)
      out +=
          fmt::format(", {:.0f} s left", static_cast<double>(expected - arrived) / rate);
  }
  return out;
}

Progress::Progress(ProgressStyle style, const RunCounters& counters, Console& console)
    : Progress(
          style, [&counters](double seconds) { return progress_line(counters, seconds); },
          console) {}

Progress::Progress(ProgressStyle style, std::function<std::string(double)> line,
                   Console& console)
    : line_(std::move(line)), console_(console) {
  if (style == ProgressStyle::automatic)
    style = ::isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::plain;
  if (style == ProgressStyle::none || console.verbosity() == Verbosity::quiet) return;
  thread_ = std::jthread{[this, bar = style == ProgressStyle::bar] { run(bar); }};
}

Progress::~Progress() {
  {
    const std::scoped_lock lock{mutex_};
    done_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Progress::run(bool bar) {
  using namespace std::chrono_literals;
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::milliseconds step = bar ? 200ms : 10'000ms;
  std::unique_lock lock{mutex_};
  while (!wake_.wait_for(lock, step, [&] { return done_; })) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::string line = line_(seconds);
    if (bar) {
      console_.status(line);
    } else {
      console_.info(line);
    }
  }
  if (bar) console_.status({});
}

}  // namespace semsite
