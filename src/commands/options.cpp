#include "commands/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <utility>

#include "base/date.hpp"
#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/version.hpp"
#include "commands/after_fetch.hpp"
#include "commands/arguments.hpp"
#include "commands/comfort_options.hpp"
#include "commands/document_map_file.hpp"
#include "commands/empty_names.hpp"
#include "commands/entry_options.hpp"
#include "commands/form_options.hpp"
#include "commands/help.hpp"
#include "commands/index_options.hpp"
#include "commands/load_options.hpp"
#include "commands/mapping_files.hpp"
#include "commands/option_table.hpp"
#include "commands/output_names.hpp"
#include "commands/rdf_options.hpp"
#include "commands/search_options.hpp"
#include "commands/secrets.hpp"
#include "commands/serve_options.hpp"
#include "commands/slice_options.hpp"
#include "commands/url_check.hpp"
#include "commands/validate_options.hpp"
#include "commands/values.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Strings = std::vector<std::string>;

/// Reads what was given as values.
class Given {
 public:
  explicit Given(const GivenOptions& options) : options_(options) {}
  [[nodiscard]] bool has(const char* name) const { return options_.has(name); }
  [[nodiscard]] std::string text(const char* name, const char* otherwise = "") const {
    return options_.text(name, otherwise);
  }
  [[nodiscard]] Strings texts(const char* name) const { return options_.texts(name); }
  void count(const char* name, auto& value) const {
    if (!has(name)) return;
    const std::uint64_t number = parse_count(text(name), "--" + std::string{name});
    value = static_cast<std::remove_reference_t<decltype(value)>>(
        std::min<std::uint64_t>(number, 0xFFFFFFFFU));
  }
  void depth(const char* name, std::uint32_t& value) const {
    count(name, value);
    if (value > kDeepest)
      throw UsageError{fmt::format("--{} {}: at most {}", name, text(name), kDeepest)};
  }
  void size(const char* name, std::uint64_t& value) const {
    if (has(name)) value = parse_size(text(name), "--" + std::string{name});
  }
  [[nodiscard]] std::optional<double> seconds(const char* name) const {
    if (!has(name)) return std::nullopt;
    return parse_duration(text(name), "--" + std::string{name});
  }
  /// The index of the option's word in `words`.
  [[nodiscard]] std::size_t word(const char* name, const Strings& words,
                                 std::size_t otherwise = 0) const {
    if (!has(name)) return otherwise;
    const auto place = std::ranges::find(words, text(name));
    if (place != words.end()) return static_cast<std::size_t>(place - words.begin());
    refuse_word(fmt::format("--{}", name), text(name), words);
  }

 private:
  const GivenOptions& options_;
};

std::vector<Way> ways(const std::string& list, const char* option) {
  std::vector<Way> out;
  for (const std::string_view word : split(list, ',')) {
    const auto way = way_of(trim(word));
    if (!way) refuse_word(option, trim(word), {"dump", "fragments", "sparql", "crawl"});
    if (std::ranges::find(out, *way) == out.end()) out.push_back(*way);
  }
  return out;
}

std::uint64_t some_seed() {
  std::random_device device;
  return device();
}

void read_plan_options(const Given& given, Options& out) {
  if (given.has("prefer"))
    out.policy.order = preference(ways(given.text("prefer"), "--prefer"));
  if (given.has("only")) {
    out.policy.only = ways(given.text("only"), "--only");
    out.policy.order = preference(out.policy.only);
  }
  if (given.has("graph-store"))
    out.policy.graph_store = store_url("--graph-store", given.text("graph-store"), out);
  out.policy.dataset = given.text("dataset");
  out.policy.include = given.texts("include");
  out.policy.exclude = given.texts("exclude");
  constexpr DumpSemantics kMeanings[] = {DumpSemantics::automatic, DumpSemantics::mirrors,
                                         DumpSemantics::parts};
  out.policy.dump_semantics =
      kMeanings[given.word("dump-semantics", {"auto", "mirrors", "parts"})];
  out.policy.samples = given.has("sample");
  if (out.policy.samples && given.has("resource"))
    throw UsageError{
        "--sample and --resource ask for different documents; give one of them"};
  if (given.has("resource")) {
    out.policy.resource = given.text("resource");
    // Endpoints describe what has no document of its own, too.
    const std::string problem = is_http(out.policy.resource)
                                    ? url_problem(out.policy.resource)
                                : is_legal_iri(out.policy.resource) ? std::string{}
                                                                    : "no absolute IRI";
    if (!problem.empty() || is_file_url(out.policy.resource))
      throw UsageError{fmt::format("--resource {}: {}", out.policy.resource,
                                   problem.empty() ? "no name of a resource" : problem)};
  }
  out.policy.authoritative_only = given.has("authoritative-only");
  out.policy.seed =
      given.has("seed") ? parse_count(given.text("seed"), "--seed") : some_seed();
  out.probe.guess = given.has("guess");
  out.probe.describe = given.has("descriptions");
  out.weigh = !given.has("no-head");
  out.probe.looks_at_names = out.weigh;
  out.probe.trusted = trusted_hosts(given.texts("trust"));
  given.count("max-sitemaps", out.probe.max_sitemaps);
  given.count("max-pages", out.crawl.max_pages);
  given.count("max-depth", out.crawl.max_depth);
  given.count("retry-budget", out.crawl.retry_budget);
  out.crawl.retry_budget = std::max(1U, out.crawl.retry_budget);
  out.crawl.include = out.policy.include;
  out.crawl.exclude = out.policy.exclude;
  if (given.has("since")) {
    const auto since = parse_lastmod(given.text("since"));
    if (!since)
      throw UsageError{fmt::format("--since {}: no date (2026-11-01, 2026-11-01T09:00Z)",
                                   given.text("since"))};
    out.crawl.since = since->begin;
  }
  given.size("max-bytes", out.max_bytes);
  out.max_seconds = given.seconds("max-time");
  out.policy.max_seconds = out.max_seconds;
  given.count("max-index-depth", out.limits.sitemap_depth);
  given.count("max-datasets", out.limits.site_datasets);
}

void read_output_options(const Given& given, Options& out) {
  out.output = given.text("output", "-");
  // What `index` writes are files for other programs, and `load` writes none.
  if (out.command == "fetch" || out.command == "convert" || out.command == "slice") {
    const WantedForm form = wanted_form(out.output, given.text("format"));
    out.format = form.format;
    out.format_note = form.note;
  }
  out.graph = graph_policy(given.text("graph", out.command == "fetch" ? "auto" : "own"));
  out.on_error =
      given.word("on-error", {"skip", "fail"}) == 1 ? OnError::fail : OnError::skip;
  out.quarantine = given.text("quarantine");
}

void read_limits(const Given& given, Limits& limits) {
  given.size("max-line", limits.literal_bytes);
  given.size("max-page", limits.page_bytes);
  given.count("max-page-quads", limits.page_quads);
  given.size("max-page-iris", limits.page_iri_bytes);
  given.size("max-context", limits.context_bytes);
  given.count("max-contexts", limits.contexts);
  given.depth("max-json-depth", limits.json_depth);
  given.depth("max-xml-depth", limits.xml_depth);
  given.depth("max-turtle-depth", limits.turtle_depth);
  given.count("max-ratio", limits.archive_ratio);
  given.count("max-entries", limits.archive_entries);
  given.count("max-archive-depth", limits.archive_depth);
  given.size("max-robots-bytes", limits.robots_bytes);
  given.size("max-sitemap-bytes", limits.sitemap_bytes);
  given.count("max-sitemap-entries", limits.sitemap_entries);
}

void check_mappings(const Strings& mappings, const char* option, std::size_t fewest) {
  for (const std::string& mapping : mappings)
    if (split(mapping, ':').size() < fewest)
      throw UsageError{
          fmt::format("{} {}: too few parts between colons", option, mapping)};
}

/// A file that TLS is to read. That it cannot be read would else be told of each host.
std::string readable(const Given& given, const char* option) {
  std::string path = given.text(option);
  constexpr std::string_view kToken = "pkcs11:";  // no file, but a card
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  const bool is_pipe = kind == std::filesystem::file_type::fifo ||
                       kind == std::filesystem::file_type::character;
  if (path.empty() || path.starts_with(kToken) || is_pipe) return path;
  try {
    (void)read_file(path);
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--{} {}", option, error.what())};
  }
  return path;
}

void read_network_options(const Given& given, Options& out) {
  TransportOptions& net = out.transport;
  if (const auto seconds = given.seconds("delay")) {
    net.delay = std::chrono::milliseconds{static_cast<std::int64_t>(*seconds * 1000)};
    out.policy.delay_seconds = *seconds;
  }
  if (given.has("rate")) net.rate = parse_rate(given.text("rate"), "--rate");
  given.count("connections", net.connections);
  given.count("parallel", net.parallel);
  net.connections = std::max(1U, net.connections);
  net.parallel = std::max(1U, net.parallel);
  net.user_agent = given.text("user-agent", "semsite/" SEMSITE_VERSION);
  if (given.has("contact"))
    net.user_agent += fmt::format(" (+{})", given.text("contact"));
  net.headers = given.texts("header");
  for (const std::string& header : net.headers)
    if (header.find(':') == std::string::npos ||
        header.find_first_of("\r\n") != std::string::npos)
      // It may be a secret, so it is not shown.
      throw UsageError{"--header: write it as \"Name: value\", on one line"};
  net.headers_everywhere = given.has("header-everywhere");
  net.user = given.text("user");
  for (const char* const option : {"user", "load-user"})
    if (given.has(option) && given.text(option).find(':') == std::string::npos)
      // It may be the password alone, so it is not shown.
      throw UsageError{fmt::format(
          "--{}: write it as NAME:PASSWORD, or NAME: without a password", option)};
  net.netrc = given.has("netrc");
  net.proxy = given.text("proxy");
  net.cacert = readable(given, "cacert");
  net.cert = readable(given, "cert");
  net.key = readable(given, "key");
  net.connect_to = given.texts("connect-to");
  net.resolve = given.texts("resolve");
  check_mappings(net.connect_to, "--connect-to", 4);
  check_mappings(net.resolve, "--resolve", 3);
  net.allow_private = given.has("allow-private");
  out.ignore_robots = given.has("ignore-robots");
  given.count("retries", out.retry.max_attempts);
  out.retry.max_attempts = std::max(1U, out.retry.max_attempts);
  if (const auto seconds = given.seconds("retry-delay"))
    out.retry.first_pause =
        std::chrono::milliseconds{static_cast<std::int64_t>(*seconds * 1000)};
  if (const auto seconds = given.seconds("connect-timeout"))
    out.limits.connect_timeout = std::chrono::seconds{
        std::max<std::int64_t>(1, static_cast<std::int64_t>(*seconds))};
  if (const auto seconds = given.seconds("stall-timeout"))
    out.limits.stall_timeout = std::chrono::seconds{
        std::max<std::int64_t>(1, static_cast<std::int64_t>(*seconds))};
  // Whoever waits longer in silence waits for the head of an answer, too.
  out.limits.request_timeout = std::max<std::chrono::milliseconds>(
      out.limits.request_timeout, out.limits.stall_timeout);
  if (const auto seconds = given.seconds("request-timeout"))
    out.limits.request_timeout = at_least_a_millisecond(*seconds);
  if (given.has("speed-limit"))
    out.limits.speed_limit = parse_rate(given.text("speed-limit"), "--speed-limit");
  if (const auto seconds = given.seconds("speed-time"))
    out.limits.speed_time = at_least_a_millisecond(*seconds);
  if (const auto seconds = given.seconds("max-delay")) {
    out.limits.max_delay = std::chrono::seconds{static_cast<std::int64_t>(*seconds)};
    out.retry.longest_retry_after = out.limits.max_delay;
  }
  given.count("max-redirects", out.limits.redirects);
}

/// Nothing for standard output, devices and pipes.
std::string state_beside(const std::string& output) {
  std::error_code unknown;
  const auto kind = std::filesystem::status(output, unknown).type();
  const bool is_file = kind == std::filesystem::file_type::not_found ||
                       kind == std::filesystem::file_type::regular;
  return output == "-" || !is_file ? std::string{} : output + ".state";
}

RdfDirection rdf_direction(const Given& given) {
  constexpr RdfDirection kDirections[] = {RdfDirection::none, RdfDirection::i18n_datatype,
                                          RdfDirection::compound_literal,
                                          RdfDirection::rdf12};
  return kDirections[given.word("rdf-direction",
                                {"none", "i18n-datatype", "compound-literal", "rdf12"})];
}

void read_parse_options(const Given& given, Options& out) {
  out.syntax = given.text("syntax");
  out.parse.xpath = given.text("xpath");
  out.parse.linkset_anchor = given.text("linkset-anchor");
  out.parse.solutions = given.has("solutions");
  if (given.has("strict")) out.parse.strictness = Strictness::strict;
  out.parse.vocabulary_expansion = given.has("vocabulary-expansion");
  if (given.word("jsonld-mode", {"json-ld-1.1", "json-ld-1.0"}) == 1)
    out.parse.jsonld_version = JsonLdVersion::v1_0;
  out.parse.rdf_direction = rdf_direction(given);
  try {
    if (given.has("expand-context"))
      out.parse.expand_context = read_file(given.text("expand-context"));
    if (given.has("document-map"))
      out.document_map = read_document_map(given.text("document-map"));
  } catch (const DocumentError& error) {
    throw UsageError{error.what()};
  }
}

/// A relative one would make every IRI of the document a relative one.
std::string base_iri(std::string text) {
  if (text.empty() || split_url(text)) return text;
  throw UsageError{fmt::format(
      "--base {}: no absolute IRI, such as http://www.example.org/data.ttl", text)};
}

/// A complaint about an option that a file gave, with the place in the file in front.
std::string placed(const std::string& complaint,
                   const std::map<std::string, std::string>& places) {
  if (!complaint.starts_with("--")) return complaint;
  const std::string name = complaint.substr(2, complaint.find_first_of(" :", 2) - 2);
  const auto place = places.find(name);
  return place == places.end() ? complaint
                               : fmt::format("{}: {}", place->second, complaint);
}

void read_message_options(const Given& given, Options& out) {
  out.verbosity = given.has("quiet")     ? Verbosity::quiet
                  : given.has("verbose") ? Verbosity::verbose
                                         : Verbosity::normal;
  out.log = given.word("log", {"text", "json"}) == 1 ? LogFormat::json : LogFormat::text;
  constexpr ColourWish kColours[] = {ColourWish::automatic, ColourWish::always,
                                     ColourWish::never};
  out.colour = kColours[given.word("color", {"auto", "always", "never"})];
  constexpr ProgressStyle kStyles[] = {ProgressStyle::automatic, ProgressStyle::bar,
                                       ProgressStyle::plain, ProgressStyle::none};
  out.progress = kStyles[given.word("progress", {"auto", "bar", "plain", "none"})];
  if (given.has("config")) out.config = short_hash(read_file(given.text("config")));
}

/// The state compares the form itself, whether an option or a suffix says it.
void shape_by_form(Options& out) {
  std::erase_if(out.shaping, [](const auto& option) { return option.name == "format"; });
  if (out.format == OutputFormat::nquads) return;
  const auto place = std::ranges::lower_bound(out.shaping, std::string_view{"format"}, {},
                                              &ShapingOption::name);
  out.shaping.insert(
      place, {.name = "format", .texts = {std::string{form_of(out.format).name}}});
}

/// Everything that stands behind the command.
void read_options(CommandLine& line, Options& out) {
  out.arguments = std::move(line.arguments);
  const Given given{line.options};
  if (given.has("help")) {
    out.help = usage_of(out.command) + option_help(out.command);
    return;
  }
  check_empty_names(out.command, line.options, out.arguments);
  read_message_options(given, out);
  out.shaping = shaping_options(line.options);
  out.reads = files_read(out.command, line.options);
  if (out.command == "search") {
    read_search_options(line.options, out);
    return;
  }
  if (out.command == "serve") {
    read_serve_options(line.options, out);
    return;
  }
  read_network_options(given, out);
  read_limits(given, out.limits);
  if (out.command == "plan" || out.command == "fetch") read_plan_options(given, out);
  const bool loads = out.command == "load";
  const bool indexes = out.command == "index";
  const bool converts =
      out.command == "convert" || out.command == "slice" || loads || indexes;
  if (out.command == "fetch" || converts) read_output_options(given, out);
  if (out.command == "plan") {
    constexpr PlanFormat kFormats[] = {PlanFormat::text, PlanFormat::json,
                                       PlanFormat::turtle};
    out.plan_format = kFormats[given.word("format", {"text", "json", "turtle"})];
  }
  if (out.command == "fetch") {
    shape_by_form(out);
    out.reports = given.texts("report");
    out.state_named = given.has("state");
    out.state = out.state_named ? given.text("state") : state_beside(out.output);
    out.fresh = given.has("fresh");
    out.provenance = given.has("provenance");
    out.changes = given.text("changes");
    read_entry_options(line.options, out);
    if (!out.changes.empty() && state_beside(out.output).empty())
      throw UsageError{
          "--changes tells what becomes of an output from run to run: name a file with "
          "-o"};
    if (!out.changes.empty() && out.format != OutputFormat::nquads)
      throw UsageError{
          "--changes tells of quads as they stand in the output: that must be N-Quads "
          "(-o FILE.nq, --format nquads)"};
  }
  if (converts) read_parse_options(given, out);
  if (out.command == "fetch") out.parse.rdf_direction = rdf_direction(given);
  if (out.command == "fetch" || out.command == "convert" || out.command == "slice")
    read_form_options(line.options, out);
  if (out.command == "fetch" || (converts && !indexes))
    out.older = read_rdf_options(line.options);
  if (converts || out.command == "inspect") out.base = base_iri(given.text("base"));
  if (indexes && read_index_options(line.options, out) == IndexInput::none) return;
  if (out.command == "slice") read_slice_options(line.options, "by", out);
  if (out.command == "inspect") {
    out.agent = given.text("agent");
    out.agent_urls = given.texts("url");
    read_header_file(line.options, out);
  }
  if (out.command == "validate") {
    read_validate_options(line.options, out);
    if (out.validate.list_codes) return;
  }
  out.mapping_places = given.texts("mappings");
  out.list_functions = given.has("functions");
  if (out.command == "mappings") return;  // its arguments are no URLs
  if (read_comfort_options(line.options, out)) return;
  // Compiled at once: a bad mapping is wrong usage, before anything is fetched.
  out.parse.mappings = mappings_at(out.mapping_places);
  read_arguments(line.options, out);
  if (loads) {
    out.state_named = given.has("state");
    out.state = out.state_named ? given.text("state") : load_state_beside(out);
    read_load_options(line.options, "to", out);
  }
  if (!out.policy.graph_store.empty() && out.urls.size() > 1)
    throw UsageError{"--graph-store belongs to one site, not to several"};
  out.crawl.delay = out.transport.delay;
  out.crawl.connections = out.transport.connections;
  if (given.has("connections")) out.crawl.queries = out.transport.connections;
  out.crawl.parallel = out.transport.parallel;
  out.transport.limits = out.limits;
  if (out.command == "fetch") read_after_fetch(line.options, out);
}

}  // namespace

Options parse_options(const Strings& words) {
  Options out;
  out.words = without_secrets(words);
  out.words.insert(out.words.begin(), "semsite");
  if (words.empty()) throw UsageError{std::string{"no command given\n"} + overview()};
  out.command = words[0];
  if (out.command == "--help" || out.command == "-h" || out.command == "help") {
    if (out.command == "help" && words.size() > 1 && !words[1].starts_with('-')) {
      check_command(words[1]);
      out.help = usage_of(words[1]) + option_help(words[1]);
    } else {
      out.help = overview();
    }
    return out;
  }
  if (out.command == "--version" || out.command == "-V") {
    out.help = "semsite " SEMSITE_VERSION "\n";
    return out;
  }
  check_command(out.command);

  CommandLine line = read_words(out.command, {words.begin() + 1, words.end()});
  try {
    read_options(line, out);
  } catch (const UsageError& error) {
    throw UsageError{placed(error.what(), line.places)};
  }
  check_outputs(out);
  return out;
}

}  // namespace semsite
