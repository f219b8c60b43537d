#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/message_options.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

/// `--sites-at-once` with `--queue`: each site takes about a megabyte.
inline constexpr unsigned kQueueSitesAtOnce = 128;

/// How several processes share a run (docs/cluster.md).
struct QueueOptions {
  std::string url;    ///< of the database, without a password
  std::string name;   ///< of the series of runs
  std::string label;  ///< of this run; empty: the one that is open, or the next
  std::string work;   ///< folder of this machine for states, ends in a slash
  std::chrono::milliseconds lease{60'000};
  std::chrono::milliseconds snapshot_every{300'000};
  bool retry_failed = false;
};

[[nodiscard]] OptionGroup queue_rows();
/// Nothing without `--queue`. Throws UsageError, also for options that do not go with it.
[[nodiscard]] std::optional<QueueOptions> read_queue_options(const GivenOptions& given);
/// Throws UsageError for what only this machine has, and if there is none.
void check_queue_sites(const std::vector<std::string>& urls);
/// `--queue URL` alone. Throws UsageError.
[[nodiscard]] std::string read_queue_url(const GivenOptions& given);

/// `--name` and `--run`: what becomes a part of the names of objects; empty: not given.
/// Throws UsageError.
[[nodiscard]] std::string read_run_name(const GivenOptions& given,
                                        const std::string& option);

/// `semsite queue`: makes the tables, takes them away, takes away what nobody needs, ends
/// a run for good.
struct QueueCommandOptions {
  enum class What : std::uint8_t { init, drop, gc, abandon };
  What what = What::init;
  std::string url;
  bool force = false;
  std::string output{};         ///< of `gc`: DIR/ or s3://…/
  std::uint64_t keep = 0;       ///< of `gc`: runs that ended; 0: all
  std::string name{}, label{};  ///< of `abandon`
  MessageOptions messages;
  NetworkOptions network;
};

}  // namespace semsite
