#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/convert.hpp"
#include "commands/discovery_options.hpp"
#include "commands/load_options.hpp"
#include "commands/message_options.hpp"
#include "commands/metrics.hpp"
#include "commands/named_files.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "commands/output_options.hpp"
#include "commands/queue_options.hpp"
#include "commands/slice_options.hpp"
#include "crawl/entry_targets.hpp"
#include "documents/graph_policy.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

/// What is wanted of the things that entries of sitemaps and signposts name.
struct EntryOptions {
  EntryPolicy policy;
  std::string documents;  ///< folder for the documents that entries name; empty: none
};

[[nodiscard]] std::vector<OptionRow> entry_rows();
[[nodiscard]] EntryOptions read_entry_options(const GivenOptions& given);

/// Does an option of `fetch` decide what the output is? If it does, two runs with
/// different texts are different commands for the state.
enum class Shapes {
  nothing,    ///< how it is asked for, how far, what is told, what follows
  output,     ///< each text as it stands; the order of several does not matter
  selection,  ///< the same: which pages there are in it. A refresh follows a change
  in_order,   ///< as `output`, but the later of several wins
  list,       ///< words with commas between them, whose order matters
  set,        ///< the same, in any order, and in one text or in several
  relations,  ///< a set of link relations, each by any of its names
  ways,       ///< the same, and the ways that are not named follow
  path,       ///< a path
};

/// A row of the table that says it of each option of `fetch`.
struct OptionRole {
  std::string_view name;
  Shapes shapes = Shapes::nothing;
  std::string_view otherwise{};  ///< the text that stands for one that is not given
};

/// The texts of an option, as they are compared.
[[nodiscard]] std::vector<std::string> compared_texts(std::vector<std::string> texts,
                                                      Shapes shapes);

/// Null if the option has no row; then it shapes the output, to be safe.
[[nodiscard]] const OptionRole* role_of(std::string_view name);

/// An option that shapes the output, its texts as they are compared.
struct ShapingOption {
  std::string name;
  std::vector<std::string> texts;  ///< none of a switch
};

/// Those of `given` that shape the output of `fetch`, by name; those that say what holds
/// anyway are left out.
[[nodiscard]] std::vector<ShapingOption> shaping_options(const GivenOptions& given);

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
  MetricsOptions metrics;
  std::string changes;  ///< what a store needs to follow; empty: not written
  std::string state;    ///< what is kept for later runs; empty: nothing
  bool fresh = false;
  bool due = false;                   ///< only sites that may have changed are asked
  bool keep_gone = false;             ///< what is there of sites that are named no more
  bool provenance = false;            ///< tell of the run in a graph of its own
  FailOn fail_on;                     ///< what ends with status 1
  std::optional<QueueOptions> queue;  ///< by which several processes share the sites

  // What follows in the same run, in this order, and reads what it wrote.
  std::optional<SliceOptions> slice;
  std::optional<ConvertOptions> convert;
  std::optional<LoadOptions> load;
};

[[nodiscard]] OptionTable fetch_table();
[[nodiscard]] FetchCommandOptions read_fetch(const CommandLine& line);
void name_files(const FetchCommandOptions& options, NamedFiles& files);

}  // namespace semsite
