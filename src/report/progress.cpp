#include "report/progress.hpp"

#include <unistd.h>

#include <chrono>
#include <string>
#include <utility>

namespace semsite {
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
