#include "app/convert.hpp"

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/input_run.hpp"
#include "app/workshop.hpp"
#include "report/progress.hpp"

namespace semsite {

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
  target.sink->finish();
  if (stop.stop_requested() || inputs.stopped()) {
    target.output.finish_part();
    if (target.output.is_file())
      shop.console.info(
          fmt::format("what was converted so far is in {}.part", options.output));
    return inputs.stopped() ? kIncomplete : kInterrupted;
  }
  if (inputs.nothing() && target.output.is_file()) {
    shop.console.info(
        fmt::format("nothing could be read, so {} was not written", options.output));
  } else {
    target.settle();
    target.output.finish();
  }
  return inputs.status();
}

}  // namespace semsite
