#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <stop_token>
#include <string>
#include <vector>

#include "base/file_io.hpp"
#include "base/last_act.hpp"
#include "commands/commands.hpp"
#include "commands/exit_status.hpp"
#include "commands/message_options.hpp"
#include "commands/signals.hpp"
#include "io/output_file.hpp"
#include "report/console.hpp"
#include "semsite/errors.hpp"

namespace {

using namespace semsite;

int run(const std::vector<std::string>& words, const std::stop_token& stop) {
  const Job job = read_command(words);
  const MessageOptions& messages = job.messages;
  if (!job.help.empty()) {
    OutputFile out{"-"};
    out.append(with_headings(job.help, colours_of(messages.colour, STDOUT_FILENO)));
    out.finish();
    return kComplete;
  }
  const int status = job.run(stop);
  // The messages that said why are the ones that -q holds back.
  if (status == kIncomplete && messages.verbosity == Verbosity::quiet &&
      told_errors() == 0 && !job.tells_losses)
    Console{messages.verbosity, messages.log}.error(
        first_loss().empty()
            ? "done, but not complete: something failed, was skipped or came in part "
              "(the same without -q tells what)"
            : first_loss());
  return status;
}

/// With what interrupts it, and with every error told.
int run_watched(const std::vector<std::string>& words) {
  std::stop_source stop;
  const SignalWatch signals{stop};
  const auto complain = [&](const std::string& message, int status) {
    Console console = console_for(words);
    // What is wrong with the command line may be told with an overview.
    console.error(message, {.lines = status == kUsage});
    return status;
  };
  try {
    return run(words, stop.get_token());
  } catch (const UsageError& error) {
    return complain(error.what(), kUsage);
  } catch (const ClosedPipe&) {
    return kStopped;  // like other filters: whoever reads us has seen enough
  } catch (const RunError& error) {
    return complain(fmt::format("stopped: {}", error.what()), kStopped);
  } catch (const std::bad_alloc&) {
    return complain("stopped: out of memory", kStopped);
  } catch (const std::exception& error) {
    return complain(fmt::format("stopped by an error that is ours: {}", error.what()),
                    kStopped);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  raise_most_open_files();
  const int status = run_watched({argv + 1, argv + argc});
  end_process(status);
  return status;
}
