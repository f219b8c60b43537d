#include "commands/convert.hpp"

#include <fmt/format.h>

#include <exception>
#include <string>

#include "commands/commands.hpp"
#include "commands/form_options.hpp"
#include "commands/input_run.hpp"
#include "commands/workshop.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Ends the work between two records.
class Interrupted : public std::exception {};

int broken_off(const Options& options, Target& target, Console& console, int status) {
  if (is_made_at_the_end(options)) {
    console.info("nothing was written: this form is made when everything has been read");
    return status;
  }
  target.output.finish_part();
  if (target.output.is_file())
    console.info(fmt::format("what was converted so far is in {}.part", options.output));
  return status;
}

}  // namespace

int run_convert(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  Target target{options};
  const Harvester harvester = target.harvester(options, shop, stop);
  InputRun inputs{options, shop, harvester, stop};
  {
    const Progress progress{options.progress, [&] { return input_facts(shop.counters); },
                            shop.console};
    inputs.run();
  }
  if (stop.stop_requested() || inputs.stopped())
    return broken_off(options, target, shop.console,
                      inputs.stopped() ? kIncomplete : kInterrupted);
  if (inputs.nothing() && target.output.is_file()) {
    shop.console.info(
        fmt::format("nothing could be read, so {} was not written", options.output));
    return inputs.status();
  }
  if (target.table != nullptr)
    target.table->watch([&stop] {
      if (stop.stop_requested()) throw Interrupted{};
    });
  try {
    target.sink->finish();
  } catch (const Interrupted&) {
    return broken_off(options, target, shop.console, kInterrupted);
  } catch (const DocumentError& error) {
    shop.console.error(fmt::format("{} [{}]", error.what(), error.code()),
                       {.code = error.code()});
    return kIncomplete;
  }
  target.settle();
  target.output.finish();
  if (target.table != nullptr)
    for (const std::string& what : target.table->unfound()) shop.console.warning(what);
  return inputs.status();
}

}  // namespace semsite
