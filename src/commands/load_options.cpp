#include "commands/load_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "base/secrets.hpp"
#include "base/url.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/network_options.hpp"
#include "commands/rdf_options.hpp"
#include "commands/s3_options.hpp"
#include "commands/values.hpp"
#include "commands/workshop.hpp"
#include "semsite/errors.hpp"

namespace semsite {

std::vector<OptionRow> store_rows() {
  return {
      {.name = "protocol",
       .value = "auto|gsp|update|nquads",
       .does = "how data gets in (default auto: the store is asked)"},
      {.name = "query",
       .value = "URL",
       .does = "the store's SPARQL endpoint, to count (default: found out)"},
      {.name = "replace", .does = "what is in a graph that is loaded goes first"},
      {.name = "verify", .does = "count each graph afterwards, and compare"},
      {.name = "batch-size",
       .value = "SIZE",
       .does = "of one body (default 3Mi; 32Ki with update)"},
      {.name = "batch-time",
       .value = "SECONDS",
       .does = "bodies that take longer make the next ones smaller (default 20)"},
  };
}

OptionTable load_table() {
  return {
      with_common(
          group_of("store", "Store",
                   {{
                        {.name = "to",
                         .value = "URL",
                         .does = "the store: an endpoint, or where its endpoints begin",
                         .common = true},
                    },
                    store_rows(),
                    {
                        {.name = "changes",
                         .value = "FILE",
                         .does = "follow a list of changes, as semsite fetch --changes "
                                 "writes it",
                         .file = FileUse::reads,
                         .common = true},
                        {.name = "graph",
                         .value = "own|none|TEMPLATE",
                         .does = "graph of each statement (default own: its own, or the "
                                 "nameless one)",
                         .common = true},
                        {.name = "trust",
                         .value = "HOST",
                         .does = "graphs of this host may be replaced by data from "
                                 "others (repeatable)",
                         .repeatable = true},
                        {.name = "state",
                         .value = "FILE",
                         .does = "keep there how far the load has come (default: beside "
                                 "the first FILE)",
                         .file = FileUse::writes,
                         .common = true},
                        {.name = "fresh",
                         .does = "forget how far an earlier run came",
                         .common = true},
                    },
                    fault_rows()}),
          {"protocol", "query", "replace", "verify"}),
      store_rdf_rows(),
      reading_rows(),
      group_of("run", "Run", {{report_row(), metrics_row()}}),
      mapping_rows(),
      with_idle(network_rows(), {"ignore-robots"}),
      s3_rows(),
      with_idle(limit_rows(),
                {"max-robots-bytes", "max-sitemap-bytes", "max-sitemap-entries"}),
      message_rows()};
}

namespace {

/// Where a load keeps how far it has come: beside the first of its files or manifests;
/// empty if it has none.
std::string state_beside(const ReadingOptions& reading) {
  std::vector<std::string> urls = wholes_of(reading.urls, reading.manifests);
  // One may have no parts.
  std::ranges::copy(reading.manifests.manifests, std::back_inserter(urls));
  const auto file = std::ranges::find_if(urls, is_file_url);
  return file == urls.end() ? std::string{} : file_path(*file) + ".load";
}

/// A list tells of the quads of an output as they are there.
void read_changes(const CommandLine& line, LoadOptions& out) {
  const GivenOptions& given = line.options;
  out.changes = given.text("changes");
  if (out.changes.empty()) return;
  if (given.has("graph") && given.text("graph") != "own")
    throw UsageError{
        "--changes tells of quads with their graphs, so --graph cannot name others: give "
        "it to the fetch"};
  if (line.arguments.size() > 1)
    throw UsageError{
        "load --changes: name one FILE, the output that the list leads to, or none"};
  if (line.arguments.empty() && given.has("replace"))
    throw UsageError{
        "load --changes --replace loads the output that the list leads to: name it, too"};
}

}  // namespace

void guard_foreign_graphs(LoadOptions& out) {
  std::vector<std::string> inputs = out.reading.urls;
  if (!out.changes.empty()) inputs.push_back(file_url(out.changes));
  for (const std::string& url : inputs)
    for (std::string& holder : web_holders(url)) {
      GraphSpeaker speaker;
      if (!holder.empty()) speaker.holders.push_back(std::move(holder));
      out.rights.speakers[url].push_back(std::move(speaker));
    }
}

namespace {

/// Nothing: the store is asked.
std::optional<LoadProtocol> read_protocol(const GivenOptions& given) {
  switch (given.word("protocol", {"auto", "gsp", "update", "nquads"})) {
    case 1:
      return LoadProtocol::graph_store;
    case 2:
      return LoadProtocol::update;
    case 3:
      return LoadProtocol::nquads;
    default:
      return std::nullopt;
  }
}

}  // namespace

void read_store_options(const GivenOptions& given, const std::string& option,
                        const std::string& login, LoadOptions& out) {
  TransportOptions& transport = out.network.transport;
  Limits& limits = out.network.limits;
  out.store.url = store_url("--" + option, given.text(option), login, transport);
  if (given.has("query"))
    out.store.query_url = store_url("--query", given.text("query"), "--user", transport);
  out.store.protocol = read_protocol(given);
  out.store.replaces = given.has("replace");
  if (out.store.replaces && given.text("protocol") == "nquads")
    throw UsageError{
        "--replace goes by graph, which --protocol nquads cannot do: take gsp or update"};
  out.verify = given.has("verify");
  for (std::string& one : trusted_hosts(given.texts("trust")))
    out.rights.trusted.push_back(std::move(one));
  if (given.has("batch-size")) {
    given.size("batch-size", out.batch_bytes);
    out.batch_bytes = std::max<std::uint64_t>(1, out.batch_bytes);
  }
  if (const auto seconds = given.seconds("batch-time"))
    out.batch_time =
        std::chrono::milliseconds{static_cast<std::int64_t>(1000 * *seconds)};
  out.fresh = given.has("fresh");
  // It is the user's own store, and may think for a while.
  if (!given.has("delay")) transport.delay = std::chrono::milliseconds{0};
  if (!given.has("stall-timeout")) limits.stall_timeout = std::chrono::seconds{300};
  if (!given.has("request-timeout"))
    limits.request_timeout =
        std::max<std::chrono::milliseconds>(limits.request_timeout, limits.stall_timeout);
  if (!given.has("speed-limit")) limits.speed_limit = 0;
}

LoadOptions read_load(const CommandLine& line) {
  const GivenOptions& given = line.options;
  LoadOptions out;
  out.messages = read_message_options(given);
  out.account = read_account_options(line);
  out.metrics = read_metrics_options(given);
  out.network = read_network_options(given);
  out.graph = graph_policy(given.text("graph", "own"));
  out.faults = read_fault_options(given);
  out.reading = read_reading_options(given);
  out.older = read_rdf_options(given);
  read_mapping_options(given, out.reading.parse);
  read_changes(line, out);
  if (out.changes.empty() || !line.arguments.empty())
    read_documents(line, out.network.transport, out.reading);
  if (!out.changes.empty() &&
      !std::ranges::all_of(out.reading.urls, [](auto& url) { return is_file_url(url); }))
    throw UsageError{"load --changes: the output that the list leads to is a file"};
  if (!out.changes.empty() && !out.reading.manifests.manifests.empty())
    throw UsageError{
        "load --changes: name the file that the list leads to, not its parts"};
  out.state_named = given.has("state");
  if (out.state_named) {
    out.state = given.text("state");
  } else if (line.arguments.empty()) {
    out.state = out.changes + ".load";
  } else {
    out.state = state_beside(out.reading);
  }
  if (!given.has("to")) {
    const bool may_be_store = line.arguments.size() > 1 && is_http(line.arguments.back());
    throw UsageError{
        fmt::format("load needs a store: --to URL{}",
                    may_be_store ? fmt::format("; did you mean --to {} ?",
                                               without_url_secrets(line.arguments.back()))
                                 : std::string{})};
  }
  read_store_options(given, "to", "--user", out);
  guard_foreign_graphs(out);
  settle_limits(out.network);
  return out;
}

void name_files(const LoadOptions& options, NamedFiles& files) {
  files.write_state(options.state);
  files.write("--quarantine", options.faults.quarantine);
  files.read_urls(options.reading.urls);
  if (!options.changes.empty()) files.read(options.changes);
  name_files(options.reading.document_map, files);
  name_files(options.account, files);
  name_files(options.metrics, files);
}

}  // namespace semsite
