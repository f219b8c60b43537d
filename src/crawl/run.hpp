#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/clock.hpp"
#include "base/downloads.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/run_contexts.hpp"
#include "fetch/file_transport.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "reading/parse_settings.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "semsite/limits.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// What the user says of a run as a whole.
struct RunRules {
  TransportOptions transport{};
  DocumentMap document_map{};  ///< files that stand for URLs
  RetryPolicy retry{};
  bool ignore_robots = false;
  bool contexts_obey_robots = true;  ///< off where a document alone was named
  Limits limits{};
  ParseSettings parse{};
  Transport* shared = nullptr;  ///< by which it asks beside others; null: its own
};

/// What all work of a run shares, put together in the order in which it depends on
/// itself: who asks the web, who counts, what is kept for later runs, and who ends it.
class Run {
 public:
  /// `console` outlives the run. `state`: null if nothing is kept, not even for the time
  /// of the run. `stop` ends requests under way, too.
  Run(Console& console, const RunRules& rules, std::unique_ptr<RunState> state,
      std::stop_token stop);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Console& console;
  const Limits limits;
  const std::stop_token stop;
  SystemClock clock;
  RunCounters counters;
  const std::shared_ptr<Downloads> downloads;  ///< all that `transport` brings
  const std::shared_ptr<TransportLoad> load;   ///< of `transport`
  std::unique_ptr<Transport> transport;
  Retriever retriever;
  std::unique_ptr<RunState> state;
  RunContexts contexts;
  ParseSettings settings;  ///< the user's, with what a run shares

 private:
  std::stop_callback<std::function<void()>> cancel_;
};

/// Makes `url` one that the user named: a login in it is taken out, for its origin alone,
/// so that no message, no report and no graph shows it, and its host may be private.
void name_url(std::string& url, TransportOptions& transport);

/// Threads that the machine can run at once.
[[nodiscard]] unsigned core_count();

}  // namespace semsite
