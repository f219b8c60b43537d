#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/option_roles.hpp"
#include "commands/output_form.hpp"
#include "crawl/entry_targets.hpp"
#include "crawl/fault_log.hpp"
#include "crawl/graph_policy.hpp"
#include "crawl/page_crawl.hpp"
#include "crawl/probe.hpp"
#include "fetch/mapped_transport.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "index/document_record.hpp"
#include "index/query.hpp"
#include "jsonld/node_text.hpp"
#include "load/find_store.hpp"
#include "load/graph_rights.hpp"
#include "plan/make_plan.hpp"
#include "reading/parse_settings.hpp"
#include "report/console.hpp"
#include "report/progress.hpp"
#include "report/terminal.hpp"
#include "semsite/limits.hpp"
#include "serve/listen_address.hpp"
#include "sink/older_rdf.hpp"
#include "slice/slice_rules.hpp"
#include "table/table_rules.hpp"
#include "validate/check_means.hpp"
#include "validate/findings.hpp"

namespace semsite {

enum class PlanFormat { text, json, turtle };

/// What `load` is told of the store and of its work.
struct LoadOptions {
  StoreWish store;
  GraphRights rights;  ///< what `--replace` may empty
  bool verify = false;
  std::uint64_t batch_bytes = 0;  ///< 0: what suits the protocol
  std::chrono::milliseconds batch_time{20'000};
};

/// Files for other search engines.
enum class FeedForm { none, bulk, sindice };

/// What `index` is told of a feed.
struct FeedOptions {
  FeedForm form = FeedForm::none;
  std::string suffix;      ///< of a compression, or nothing
  std::string index_name;  ///< of OpenSearch or Elasticsearch; may be empty
  std::uint64_t shard_bytes = 64 * kMiB;
};

/// What `index` is told of its work.
struct IndexOptions {
  std::string place;                 ///< the file of the index; also of `search`, `serve`
  std::vector<std::string> changes;  ///< lists of changes to apply
  std::vector<std::string> remove;   ///< URLs of documents to take out
  bool merges = false;               ///< the arguments are indexes
  std::string dataset;               ///< of all documents; empty: by their URLs
  RecordLimits limits;
  FeedOptions feed;
};

enum class SearchFormat { text, json, ntriples };

/// What `search` is told.
struct SearchOptions {
  SearchRequest request;
  SearchFormat format = SearchFormat::text;
};

/// What `validate` is told.
struct ValidateOptions {
  enum class Form { text, json, html } form = Form::text;
  Severity fail_on = Severity::warning;  ///< exit status 1 from this one on
  FindingChoice choice;
  CheckExtent extent;
  bool list_codes = false;
};

/// What `serve` is told; `index.place` is the index.
struct ServeOptions {
  ListenAddress listen;
  std::vector<std::string> hosts;  ///< names that are answered, besides its own
  std::string port_file;           ///< where the port is written; empty: nowhere
  double seconds = 10;             ///< for one search
};

/// One checked command line: everything a command needs, as plain data.
struct Options {
  std::string command;  ///< as in commands/commands.cpp; empty for help and version
  std::string help;     ///< text to print instead of running a command
  std::string script;   ///< the same, for a shell or for man
  std::vector<std::string> words;  ///< the command line without secrets, for the report
  std::vector<std::string> arguments;  ///< URLs, files, `-`
  std::vector<std::string> urls;       ///< the same as absolute URLs (not for `-`)

  std::vector<ShapingOption> shaping;  ///< of `fetch`: options that decide the output
  std::vector<std::string> reads;  ///< files and folders that options name, to be read

  std::string config;  ///< hash of the file of options; empty: there is none

  // Output
  std::string output = "-";
  OutputFormat format = OutputFormat::nquads;
  std::string format_note;    ///< what is to be said of it before the run; may be empty
  JsonLdRules jsonld;         ///< for JSON-LD and its nodes as JSON lines
  bool jsonld_whole = false;  ///< one document, made when everything has been seen
  std::optional<TableRules> table;  ///< rows of entities instead of quads
  GraphPolicy graph;
  OnError on_error = OnError::skip;
  std::string quarantine;
  std::vector<std::string> reports;  ///< files for the account of the run
  std::string changes;               ///< what a store needs to follow; empty: not written
  PlanFormat plan_format = PlanFormat::text;
  bool provenance = false;  ///< tell of the run in a graph of its own
  std::string state;  ///< what `fetch` and `load` keep for later runs; empty: nothing
  bool state_named = false;  ///< by the user
  bool fresh = false;
  EntryPolicy entries;
  std::string folder;     ///< of `man`: where its pages go
  std::string documents;  ///< folder for the documents that entries name; empty: none

  LoadOptions load;
  IndexOptions index;
  SearchOptions search;
  ValidateOptions validate;
  ServeOptions serve;

  // Input
  std::string syntax, base;
  ParseSettings parse;
  DocumentMap document_map;
  std::vector<std::string> mapping_places;  ///< files and folders of `--mappings`
  bool list_functions = false;              ///< of `mappings`

  // Slices
  SliceRules slice;
  std::string temporary;  ///< folder for temporary files; empty: the default
  std::uint64_t slice_memory = 256 * kMiB;
  bool slice_as_told = false;  ///< by the method that the datasets name

  // Discovery and plan
  PlanPolicy policy;
  ProbeOptions probe;
  bool weigh = true;
  PageCrawlRules crawl;
  std::uint64_t max_bytes = 0;  ///< 0 = no bound
  std::optional<double> max_seconds;
  bool ignore_robots = false;
  std::string agent;  ///< for `inspect`
  std::vector<std::string> agent_urls;
  std::vector<std::string> link_fields;  ///< of `--header-file`

  // Network
  TransportOptions transport;
  RetryPolicy retry;
  Limits limits;

  /// Commands that follow in the same run and read what it wrote.
  std::vector<Options> then;

  // Messages
  Verbosity verbosity = Verbosity::normal;
  LogFormat log = LogFormat::text;
  ColourWish colour = ColourWish::automatic;
  ProgressStyle progress = ProgressStyle::automatic;
  std::vector<std::string> odd_sites;  ///< lines of `--sites` that name none, and where

  ContextChoice context;  ///< that JSON-LD is compacted under
  OlderRdfWish older;     ///< what the output or the store has of RDF 1.2
};

/// Reads and checks a command line (and the file named by `--config`). Throws UsageError
/// with a message that names the option and the nearest one that exists.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace semsite
