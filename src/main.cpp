#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <stop_token>
#include <string>
#include <vector>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/signals.hpp"
#include "base/errors.hpp"
#include "sink/output_file.hpp"

int main(int argc, char** argv) {
  using namespace semsite;
  std::signal(SIGPIPE, SIG_IGN);
  std::stop_source stop;
  const SignalWatch signals{stop};
  try {
    const Options options = parse_options({argv + 1, argv + argc});
    if (!options.help.empty()) {
      fmt::print("{}", options.help);
      return std::fflush(stdout) == 0 ? kComplete : kStopped;
    }
    return run_command(options, stop.get_token());
  } catch (const UsageError& error) {
    fmt::print(stderr, "semsite: {}\n", error.what());
    return kUsage;
  } catch (const ClosedPipe&) {
    return kStopped;  // like other filters: whoever reads us has seen enough
  } catch (const RunError& error) {
    fmt::print(stderr, "semsite: stopped: {}\n", error.what());
    return kStopped;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "semsite: stopped: out of memory\n");
    return kStopped;
  } catch (const std::exception& error) {
    fmt::print(stderr, "semsite: stopped by an error that is ours: {}\n", error.what());
    return kStopped;
  }
}
