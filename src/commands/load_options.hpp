#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "commands/message_options.hpp"
#include "commands/metrics.hpp"
#include "commands/named_files.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "commands/output_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/run_account.hpp"
#include "documents/graph_policy.hpp"
#include "load/find_store.hpp"
#include "load/graph_check.hpp"
#include "sink/older_rdf.hpp"

namespace semsite {

/// What `load` is told.
struct LoadOptions {
  MessageOptions messages;
  NetworkOptions network;
  ReadingOptions reading;
  FaultOptions faults;
  GraphPolicy graph;
  OlderRdfWish older;  ///< what the store gets of RDF 1.2
  StoreWish store;
  GraphRights rights;  ///< what `--replace` may empty
  bool verify = false;
  std::uint64_t batch_bytes = 0;  ///< 0: what suits the protocol
  std::chrono::milliseconds batch_time{20'000};
  std::string state;         ///< how far it has come; empty: that is not kept
  bool state_named = false;  ///< by the user
  bool fresh = false;
  /// A list of changes that the store is to follow; empty: none. The inputs are the
  /// output that it leads to then.
  std::string changes{};
  bool leads_here = false;  ///< that is known of the output
  AccountOptions account{};
  MetricsOptions metrics{};
};

/// What is said of a store besides its URL; of `fetch`, too.
[[nodiscard]] std::vector<OptionRow> store_rows();
/// Reads the same, and the URL that the option called `option` gives; `login` is the
/// option for a login to it. Comes after everything else was read. Throws UsageError.
void read_store_options(const GivenOptions& given, const std::string& option,
                        const std::string& login, LoadOptions& out);

/// What comes from the web, now or by an earlier command, may not empty graphs of others.
void guard_foreign_graphs(LoadOptions& out);

[[nodiscard]] OptionTable load_table();
[[nodiscard]] LoadOptions read_load(const CommandLine& line);
void name_files(const LoadOptions& options, NamedFiles& files);

}  // namespace semsite
