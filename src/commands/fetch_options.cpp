#include "commands/fetch_options.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "commands/after_fetch.hpp"
#include "commands/form_options.hpp"
#include "commands/output_form.hpp"
#include "commands/rdf_options.hpp"
#include "commands/reading_options.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

OptionGroup run_rows() {
  return group_of(
      "Run",
      {{
           {.name = "report",
            .value = "FILE",
            .does = "write the account of the run there: .html as a page, else as JSON "
                    "(repeatable)",
            .repeatable = true,
            .file = FileUse::writes},
           {.name = "state",
            .value = "FILE",
            .does = "keep what later runs need there (default: beside the output)",
            .file = FileUse::writes},
           {.name = "fresh", .does = "forget what earlier runs kept"},
           {.name = "provenance",
            .does = "also write quads that tell what was fetched when, and from where"},
           {.name = "changes",
            .value = "FILE",
            .does = "write what changed since the last run there (.ru: as SPARQL Update)",
            .file = FileUse::writes},
       },
       entry_rows()});
}

OptionGroup form_rows() {
  return group_of(
      "JSON-LD and tables",
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
      "Afterwards",
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
            .does = "load what was written into this store, as semsite load does"},
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

void read_run_options(const GivenOptions& given, FetchCommandOptions& out) {
  const std::string beside = state_beside(out.output.path);
  out.reports = given.texts("report");
  out.state = given.has("state") ? given.text("state") : beside;
  out.fresh = given.has("fresh");
  out.provenance = given.has("provenance");
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
  return {output_rows(),  form_rows(),  output_rdf_rows(), graph_rows(),
          run_rows(),     after_rows(), discovery_rows(),  network_rows(),
          mapping_rows(), limit_rows(), message_rows()};
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
  return out;
}

void name_files(const FetchCommandOptions& options, NamedFiles& files) {
  files.write_output(options.output.path);
  files.write_state(options.state);
  if (options.slice) files.write("-o", options.slice->output.path);
  if (options.convert) files.write("-o", options.convert->output.path);
  files.write("--changes", options.changes);
  files.write("--quarantine", options.output.faults.quarantine);
  for (const std::string& report : options.reports) files.write("--report", report);
  if (const std::string& folder = options.entries.documents; !folder.empty())
    files.write("--documents", folder + "/index.jsonl");
  files.read_urls(options.discovery.urls);
}

}  // namespace semsite
