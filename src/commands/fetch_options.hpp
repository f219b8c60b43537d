#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/convert.hpp"
#include "commands/discovery_options.hpp"
#include "commands/entry_options.hpp"
#include "commands/load_options.hpp"
#include "commands/message_options.hpp"
#include "commands/named_files.hpp"
#include "commands/network_options.hpp"
#include "commands/option_roles.hpp"
#include "commands/option_table.hpp"
#include "commands/output_options.hpp"
#include "commands/slice_options.hpp"
#include "documents/graph_policy.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

/// What `fetch` is told.
struct FetchCommandOptions {
  std::vector<std::string> words;  ///< the command line without secrets, for the report
  MessageOptions messages;
  NetworkOptions network;
  DiscoveryOptions discovery;
  OutputOptions output;
  GraphPolicy graph;
  ParseSettings parse;
  EntryOptions entries;
  std::vector<ShapingOption> shaping;  ///< options that decide the output
  std::vector<std::string> reports;    ///< files for the account of the run
  std::string changes;  ///< what a store needs to follow; empty: not written
  std::string state;    ///< what is kept for later runs; empty: nothing
  bool fresh = false;
  bool provenance = false;  ///< tell of the run in a graph of its own

  // What follows in the same run, in this order, and reads what it wrote.
  std::optional<SliceOptions> slice;
  std::optional<ConvertOptions> convert;
  std::optional<LoadOptions> load;
};

[[nodiscard]] OptionTable fetch_table();
[[nodiscard]] FetchCommandOptions read_fetch(const CommandLine& line);
void name_files(const FetchCommandOptions& options, NamedFiles& files);

}  // namespace semsite
