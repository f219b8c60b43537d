#include "commands/fetch_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "commands/after_fetch.hpp"
#include "commands/metrics.hpp"
#include "commands/output_options.hpp"
#include "commands/rdf_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/run_account.hpp"
#include "commands/s3_options.hpp"
#include "markup/link_header.hpp"
#include "markup/page_format.hpp"
#include "semsite/errors.hpp"
#include "vocab/link_relations.hpp"

namespace semsite {
namespace {

/// The words of a list, separated by commas.
std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view word : split(text, ','))
    if (!trim(word).empty()) out.emplace_back(trim(word));
  return out;
}

/// Of an option that takes a list: its words. Throws UsageError if there are none.
std::vector<std::string> words_of(const GivenOptions& given, const std::string& option) {
  std::vector<std::string> out = list_of(given.text(option));
  if (given.has(option) && out.empty())
    throw UsageError{fmt::format(
        "--{}: there is no word in the list (is a variable of the shell not set?)",
        option)};
  return out;
}

/// A relation that is neither registered nor an IRI leads nowhere, and nothing would say
/// so: most links have others.
void check_relation(const std::string& relation) {
  if (link_relation(relation).kind != RelationKind::unknown) return;
  if (relation == "none") throw UsageError{"--follow: none stands alone, or not at all"};
  const auto near = nearest(relation, registered_relations());
  throw UsageError{fmt::format(
      "--follow {}: neither a registered link relation nor an IRI{}", excerpt(relation),
      near ? fmt::format(" (did you mean {}?)", *near) : std::string{})};
}

void check_format(const std::string& format) {
  if (page_format(format) != PageFormat::unknown) return;
  const std::string word = page_format_word(format);
  std::vector<std::string> names;
  for (const PageFormat one :
       {PageFormat::jsonld, PageFormat::rdfa, PageFormat::microdata})
    names.emplace_back(format_name(one));
  const auto near = std::ranges::find_if(names, [&](const std::string& name) {
    return nearest(word, {page_format_word(name)}).has_value();
  });
  throw UsageError{fmt::format(
      "--ocx-format {}: choose one of {}{}", excerpt(format), fmt::join(names, ", "),
      near == names.end() ? std::string{} : fmt::format(" (did you mean {}?)", *near))};
}

}  // namespace

std::vector<OptionRow> entry_rows() {
  return {
      {.name = "follow",
       .value = "LIST",
       .does = "link relations whose targets are asked for, too (default "
               "describedby,alternate; none)"},
      {.name = "ocx-type",
       .value = "LIST",
       .does = "of OCX entries, only those of these types"},
      {.name = "ocx-format",
       .value = "LIST",
       .does = "only those whose metadata is in these formats"},
      {.name = "documents",
       .value = "DIR",
       .does = "also keep the documents that entries of sitemaps name (DiWoo) as files",
       .file = FileUse::writes},
  };
}

EntryOptions read_entry_options(const GivenOptions& given) {
  EntryOptions out;
  out.documents = given.text("documents");
  out.policy.documents = !out.documents.empty();
  if (given.has("follow")) {
    out.policy.follow = words_of(given, "follow");
    if (out.policy.follow == std::vector<std::string>{"none"}) out.policy.follow.clear();
    std::ranges::for_each(out.policy.follow, check_relation);
    for (std::string& relation : out.policy.follow) relation = relation_key(relation);
  }
  out.policy.ocx_types = words_of(given, "ocx-type");
  out.policy.ocx_formats = words_of(given, "ocx-format");
  std::ranges::for_each(out.policy.ocx_formats, check_format);
  return out;
}

namespace {

constexpr std::string_view kWays = "dump,fragments,sparql,crawl";

/// Bounds are none of them: a run with a wider one goes on with what a narrower one left.
/// Nor is what says who asks, and by which road: logins and headers change with the day.
constexpr auto kRoles = std::to_array<OptionRole>({
    // Messages
    {"help"},
    {"quiet"},
    {"verbose"},
    {"progress"},
    {"log"},
    {"color"},
    {"config"},
    // Network
    {"delay"},
    {"rate"},
    {"connections"},
    {"parallel"},
    {"shared-address"},
    {"shared-addresses"},
    {"user-agent"},
    {"contact"},
    {"header"},
    {"header-everywhere"},
    {"user"},
    {"netrc"},
    {"s3-endpoint"},
    {"s3-style"},
    {"s3-unsigned"},
    {"proxy"},
    {"cacert"},
    {"cert"},
    {"key"},
    {"connect-to"},
    {"resolve"},
    {"allow-private"},
    {"ignore-robots"},
    {"retries"},
    {"retry-delay"},
    {"connect-timeout"},
    {"stall-timeout"},
    {"request-timeout"},
    {"speed-limit"},
    {"speed-time"},
    {"max-delay"},
    {"max-redirects"},
    // Discovery and plan
    {"prefer", Shapes::ways, kWays},
    {"only", Shapes::list},
    {"graph-store", Shapes::output},
    {"dataset", Shapes::output},
    {"resource", Shapes::output},
    {"sample", Shapes::output},
    {"include", Shapes::selection},
    {"exclude", Shapes::selection},
    {"dump-semantics", Shapes::output, "auto"},
    {"authoritative-only", Shapes::output},
    {"trust", Shapes::output},
    {"seed"},
    {"guess", Shapes::output},
    {"no-guess", Shapes::output},
    {"endpoint", Shapes::output},
    {"scope", Shapes::selection},
    {"pages", Shapes::output},
    {"sample-pages", Shapes::output},
    {"descriptions", Shapes::output},
    {"no-head", Shapes::output},  // whose a name is, it leaves open
    {"sites"},                    // what stands in it is compared
    {"max-sitemaps"},
    {"sites-at-once"},
    {"max-pages"},
    {"nofollow", Shapes::selection, "obey"},
    {"canonical", Shapes::selection, "merge"},
    {"max-depth"},
    {"retry-budget"},
    {"since", Shapes::output},
    {"max-bytes"},
    {"max-time"},
    {"max-index-depth"},
    {"max-datasets"},
    // Output
    {"output"},
    {"part-size"},
    {"work"},
    {"format", Shapes::output, "nquads"},
    {"on-error", Shapes::output, "skip"},
    {"quarantine"},
    {"jsonld", Shapes::output, "stream"},
    {"context", Shapes::output},
    {"native-types", Shapes::output},
    {"use-rdf-type", Shapes::output},
    {"rdf-direction", Shapes::output, "none"},
    {"class", Shapes::output},
    {"predicates", Shapes::output},
    {"many", Shapes::output, "join"},
    {"rdf", Shapes::output, "1.2"},
    {"triple-terms", Shapes::output},
    {"direction", Shapes::output},
    {"graph", Shapes::output, "auto"},
    {"mappings", Shapes::in_order},
    // Run
    {"report"},
    {"metrics"},
    {"state"},
    {"fresh"},
    {"keep-gone"},
    {"due"},
    {"fail-on"},
    {"provenance", Shapes::output},
    {"changes"},
    {"follow", Shapes::relations, "describedby,alternate"},
    {"ocx-type", Shapes::set},
    {"ocx-format", Shapes::set},
    {"documents", Shapes::path},
    // Several machines
    {"queue"},
    {"name"},
    {"run"},
    {"lease"},
    {"snapshot-every"},
    {"retry-failed"},
    // Afterwards
    {"slice", Shapes::output},
    {"closure", Shapes::output},
    {"prefix", Shapes::output},
    {"tmp"},
    {"memory"},
    {"load"},
    {"load-user"},
    {"protocol"},
    {"query"},
    {"replace"},
    {"verify"},
    {"batch-size"},
    {"batch-time"},
    // Limits of what is unpacked and read
    {"max-line"},
    {"max-page"},
    {"max-page-quads"},
    {"max-page-iris"},
    {"max-context"},
    {"max-contexts"},
    {"max-json-depth"},
    {"max-xml-depth"},
    {"max-turtle-depth"},
    {"max-ratio"},
    {"max-entries"},
    {"max-archive-depth"},
    {"max-robots-bytes"},
    {"max-sitemap-bytes"},
    {"max-sitemap-entries"},
});

std::string joined_list(std::string_view text) {
  std::string out;
  for (const std::string_view word : split(text, ','))
    if (!trim(word).empty())
      out += fmt::format("{}{}", out.empty() ? "" : ",", trim(word));
  return out;
}

std::string all_ways(std::string_view text) {
  std::string out = joined_list(text);
  for (const std::string_view way : split(kWays, ',')) {
    const auto words = split(out, ',');
    if (std::ranges::find(words, way) == words.end()) out += fmt::format(",{}", way);
  }
  return out;
}

std::string plain_path(const std::string& text) {
  std::string out = std::filesystem::path{text}.lexically_normal().string();
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

std::string compared(const std::string& text, Shapes shapes) {
  switch (shapes) {
    case Shapes::list:
    case Shapes::set:
    case Shapes::relations:
      return joined_list(text);
    case Shapes::ways:
      return all_ways(text);
    case Shapes::path:
    case Shapes::in_order:
      return plain_path(text);
    case Shapes::nothing:
    case Shapes::output:
    case Shapes::selection:
      break;
  }
  return text;
}

}  // namespace

std::vector<std::string> compared_texts(std::vector<std::string> texts, Shapes shapes) {
  for (std::string& text : texts) text = compared(text, shapes);
  const bool is_set = shapes == Shapes::set || shapes == Shapes::relations;
  if (is_set && !texts.empty()) {
    std::vector<std::string> words;
    for (const std::string& text : texts)
      for (const std::string_view word : split(text, ','))
        words.push_back(shapes == Shapes::relations ? relation_key(word)
                                                    : std::string{word});
    texts = std::move(words);
  }
  if (shapes != Shapes::in_order) {
    std::ranges::sort(texts);
    const auto again = std::unique(texts.begin(), texts.end());
    texts.erase(again, texts.end());
  }
  if (is_set && !texts.empty()) texts = {fmt::format("{}", fmt::join(texts, ","))};
  return texts;
}

const OptionRole* role_of(std::string_view name) {
  const auto* const found = std::ranges::find(kRoles, name, &OptionRole::name);
  return found == kRoles.end() ? nullptr : found;
}

std::vector<ShapingOption> shaping_options(const GivenOptions& given) {
  std::vector<ShapingOption> out;
  for (const std::string& name : given.names()) {
    const OptionRole* const role = role_of(name);
    const Shapes shapes = role == nullptr ? Shapes::output : role->shapes;
    if (shapes == Shapes::nothing) continue;
    ShapingOption one{.name = name, .texts = compared_texts(given.texts(name), shapes)};
    const bool holds_anyway =
        role != nullptr && !role->otherwise.empty() &&
        one.texts == compared_texts({std::string{role->otherwise}}, shapes);
    if (!holds_anyway) out.push_back(std::move(one));
  }
  return out;
}

namespace {

OptionGroup run_rows() {
  return group_of(
      "run", "Run",
      {{
           report_row(),
           metrics_row(),
           {.name = "state",
            .value = "FILE",
            .does = "keep what later runs need there (default: beside the output)",
            .file = FileUse::writes},
           {.name = "fresh", .does = "forget what earlier runs kept"},
           {.name = "due",
            .does = "ask only sites that are due, by what they say of how often they "
                    "change and by how often they did"},
           {.name = "keep-gone",
            .does = "keep the quads of sites that an earlier run was given and this one "
                    "is not"},
           {.name = "fail-on",
            .value = "none|incomplete|failed|PERCENT%",
            .does =
                "what ends with status 1: anything missing (default), a site of which "
                "nothing was got, or more than so many of the sites not complete"},
           {.name = "provenance",
            .does = "also write quads that tell what was fetched when, and from where"},
           {.name = "changes",
            .value = "FILE",
            .does = "write what changed since the last run there (.ru: as SPARQL Update)",
            .file = FileUse::writes,
            .common = true},
       },
       entry_rows()});
}

OptionGroup form_rows() {
  return group_of(
      "tables", "JSON-LD and tables",
      {jsonld_rows(),
       {
           {.name = "rdf-direction",
            .value = "i18n-datatype|compound-literal",
            .does =
                "how texts of JSON-LD have their direction in RDF (default: not at all)"},
       },
       table_rows()});
}

/// What is done when the quads are there; both are commands of their own.
OptionGroup after_rows() {
  return group_of(
      "afterwards", "Afterwards",
      {{
           {.name = "slice",
            .value = "auto|METHOD",
            .does = "write documents instead of the quads, as semsite slice makes them; "
                    "auto: by the method that the datasets name"},
       },
       document_rows(),
       {
           {.name = "load",
            .value = "URL",
            .does = "load what was written into this store, as semsite load does",
            .common = true},
           {.name = "load-user", .value = "NAME:PASSWORD", .does = "log in to the store"},
       },
       store_rows()});
}

/// Nothing for standard output, devices and pipes.
std::string state_beside(const std::string& output) {
  std::error_code unknown;
  const auto kind = std::filesystem::status(output, unknown).type();
  const bool is_file = kind == std::filesystem::file_type::not_found ||
                       kind == std::filesystem::file_type::regular;
  return output == "-" || !is_file ? std::string{} : output + ".state";
}

/// The options that make it another command, as the state compares them: of the form
/// itself, whether an option or a suffix says it.
std::vector<ShapingOption> read_shaping(const GivenOptions& given, OutputFormat format) {
  std::vector<ShapingOption> out = shaping_options(given);
  std::erase_if(out, [](const auto& option) { return option.name == "format"; });
  if (format == OutputFormat::nquads) return out;
  const auto place =
      std::ranges::lower_bound(out, std::string_view{"format"}, {}, &ShapingOption::name);
  out.insert(place, {.name = "format", .texts = {std::string{form_of(format).name}}});
  return out;
}

FailOn fail_on_of(const std::string& word) {
  using enum FailOn::What;
  if (word == "none") return {.what = nothing};
  if (word == "incomplete") return {.what = incomplete};
  if (word == "failed") return {.what = failed};
  const std::string_view number = std::string_view{word}.substr(0, word.find('%'));
  double value = 0;
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), value);
  if (!word.ends_with('%') || error != std::errc{} ||
      end != number.data() + number.size() || !(value >= 0 && value <= 100) ||
      number.size() + 1 != word.size())
    throw UsageError{fmt::format(
        "--fail-on {}: none, incomplete, failed, or a percentage of the sites (5%)",
        word)};
  return {.what = percent, .percent = value};
}

void read_run_options(const GivenOptions& given, FetchCommandOptions& out) {
  const std::string beside = state_beside(out.output.path);
  out.reports = given.texts("report");
  out.metrics = read_metrics_options(given);
  out.state = given.has("state") ? given.text("state") : beside;
  out.fresh = given.has("fresh");
  out.keep_gone = given.has("keep-gone");
  out.due = given.has("due");
  if (out.keep_gone && out.state.empty())
    throw UsageError{
        "--keep-gone keeps what earlier runs had: name a file with -o, or --state"};
  if (out.due && out.state.empty())
    throw UsageError{
        "--due goes by what earlier runs saw: name a file with -o, or --state"};
  out.provenance = given.has("provenance");
  if (given.has("fail-on")) out.fail_on = fail_on_of(given.text("fail-on"));
  out.changes = given.text("changes");
  out.entries = read_entry_options(given);
  if (!out.changes.empty() && beside.empty())
    throw UsageError{
        "--changes tells what becomes of an output from run to run: name a file with "
        "-o"};
  if (!out.changes.empty() && out.output.form.format != OutputFormat::nquads)
    throw UsageError{
        "--changes tells of quads as they stand in the output: that must be N-Quads "
        "(-o FILE.nq, --format nquads)"};
}

}  // namespace

OptionTable fetch_table() {
  return {
      output_rows(), form_rows(),      output_rdf_rows(),
      graph_rows(),  run_rows(),       queue_rows(),
      after_rows(),  discovery_rows(), with_common(network_rows(), {"delay", "contact"}),
      s3_rows(),     mapping_rows(),   limit_rows(),
      message_rows()};
}

FetchCommandOptions read_fetch(const CommandLine& line) {
  const GivenOptions& given = line.options;
  FetchCommandOptions out;
  out.words = line.words;
  out.messages = read_message_options(given);
  out.network = read_network_options(given);
  out.discovery = read_discovery_options(line, out.network);
  out.output = read_output_options(given);
  out.graph = graph_policy(given.text("graph", "auto"));
  FormOptions& form = out.output.form;
  out.shaping = read_shaping(given, form.format);
  read_run_options(given, out);
  out.discovery.crawl.follow = out.entries.policy.follow;
  out.parse.rdf_direction = read_rdf_direction(given);
  read_form_options(given, JsonLdShape::stream, form);
  form.jsonld.direction = out.parse.rdf_direction;
  form.jsonld.refuses_bad_json = out.output.faults.on_error == OnError::fail;
  out.output.sort = read_making_options(given, form);
  read_mapping_options(given, out.parse);
  read_sites(line, out.network, out.discovery);
  settle_limits(out.network);
  read_after_fetch(given, out);
  out.queue = read_queue_options(given);
  if (out.queue) check_queue_sites(out.discovery.urls);
  if (out.queue && !given.has("sites-at-once"))
    out.discovery.sites_at_once = kQueueSitesAtOnce;
  return out;
}

void name_files(const FetchCommandOptions& options, NamedFiles& files) {
  if (options.queue) return files.read_urls(options.discovery.urls);
  name_output(options.output, files);
  files.write_state(options.state);
  if (options.slice) files.write("-o", options.slice->output.path);
  if (options.convert) files.write("-o", options.convert->output.path);
  files.write("--changes", options.changes);
  name_files(options.metrics, files);
  files.write("--quarantine", options.output.faults.quarantine);
  for (const std::string& report : options.reports) files.write("--report", report);
  if (const std::string& folder = options.entries.documents; !folder.empty())
    files.write("--documents", folder + "/index.jsonl");
  files.read_urls(options.discovery.urls);
}

}  // namespace semsite
