#include "commands/slice_options.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "commands/arguments.hpp"
#include "commands/rdf_options.hpp"
#include "commands/s3_options.hpp"
#include "commands/values.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {

std::vector<OptionRow> document_rows() {
  return {
      {.name = "closure",
       .does = "of subject and subject-object: also what blank nodes lead to"},
      {.name = "prefix",
       .value = "IRI",
       .does = "only documents of IRIs that begin so (repeatable)",
       .repeatable = true},
      {.name = "tmp",
       .value = "DIR",
       .does = "folder for temporary files (default: that of the output)",
       .file = FileUse::writes},
      {.name = "memory", .value = "SIZE", .does = "for sorting (default 256Mi)"},
  };
}

OptionTable slice_table() {
  return {with_common(group_of("documents", "Documents",
                               {{
                                    {.name = "by",
                                     .value = "METHOD",
                                     .does = "what a document is: subject, "
                                             "subject-object (default), cbd, scbd, msg",
                                     .common = true},
                                },
                                document_rows()}),
                      {"closure", "prefix", "memory"}),
          reading_rows(),
          mapping_rows(),
          with_common(output_rows(), {"on-error"}),
          group_of("tables", "JSON-LD and tables", {jsonld_rows()}),
          output_rdf_rows(),
          account_rows(),
          with_idle(network_rows(), {"ignore-robots"}),
          s3_rows(),
          with_idle(limit_rows(),
                    {"max-robots-bytes", "max-sitemap-bytes", "max-sitemap-entries"}),
          message_rows()};
}

SliceRules read_slice_rules(const GivenOptions& given, const std::string& option,
                            const std::string& method_name) {
  SliceRules rules;
  const auto method = slice_method(method_name);
  if (!method) {
    std::vector<std::string> words{"subject", "subject-object", "cbd", "scbd", "msg"};
    if (option != "by") words.insert(words.begin(), "auto");
    refuse_word("--" + option, method_name, words);
  }
  rules.method = *method;
  rules.closure = given.has("closure");
  const bool is_plain =
      rules.method == SliceMethod::subject || rules.method == SliceMethod::subject_object;
  if (rules.closure && !is_plain)
    throw UsageError{fmt::format(
        "--closure: {} follows blank nodes anyway, by rules of its own; leave "
        "the option out",
        method_name)};
  rules.prefixes = given.texts("prefix");
  for (const std::string& prefix : rules.prefixes) {
    const IriProblem problem = check_iri(prefix);
    if (problem != IriProblem::none && problem != IriProblem::bad_escape)
      throw UsageError{fmt::format("--prefix {}: no beginning of an IRI: it {}{}", prefix,
                                   describe(problem, prefix), meant_url(prefix))};
  }
  return rules;
}

SliceOptions read_slice(const CommandLine& line) {
  const GivenOptions& given = line.options;
  SliceOptions out;
  out.messages = read_message_options(given);
  out.account = read_account_options(line);
  out.network = read_network_options(given);
  out.output = read_output_options(given);
  out.reading = read_reading_options(given);
  FormOptions& form = out.output.form;
  read_form_options(given, JsonLdShape::stream, form);
  if (form.jsonld_whole)
    throw UsageError{
        "--jsonld whole: slice streams; let semsite convert make the whole of its "
        "output"};
  form.jsonld.direction = out.reading.parse.rdf_direction;
  form.jsonld.refuses_bad_json = out.output.faults.on_error == OnError::fail;
  out.rules = read_slice_rules(given, "by", given.text("by", "subject-object"));
  out.output.sort = read_sort_options(given, "1Mi");
  read_mapping_options(given, out.reading.parse);
  read_documents(line, out.network.transport, out.reading);
  out.words = line.words;
  settle_limits(out.network);
  return out;
}

void name_files(const SliceOptions& options, NamedFiles& files) {
  name_output(options.output, files);
  files.write("--quarantine", options.output.faults.quarantine);
  files.read_urls(options.reading.urls);
  name_files(options.reading.document_map, files);
  name_files(options.account, files);
}

}  // namespace semsite
