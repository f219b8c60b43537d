#include "commands/convert.hpp"

#include <fmt/format.h>

#include <exception>
#include <optional>
#include <string>

#include "commands/exit_status.hpp"
#include "commands/input.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/message_options.hpp"
#include "commands/network_options.hpp"
#include "commands/output_options.hpp"
#include "commands/rdf_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/run_account.hpp"
#include "commands/s3_options.hpp"
#include "commands/share_option.hpp"
#include "commands/workshop.hpp"
#include "commands/write_parts.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Ends the work between two records.
class ConvertInterrupted : public std::exception {};

int broken_off(const OutputOptions& options, Target& target, Console& console,
               int status) {
  if (is_made_at_the_end(options.form)) {
    console.info("nothing was written: this form is made when everything has been read");
    return status;
  }
  target.output.finish_part();
  if (target.output.is_file())
    console.info(fmt::format("what was converted so far is in {}.part", options.path));
  return status;
}

}  // namespace

OptionTable convert_table() {
  return {
      group_of(
          "input", "Input",
          {reading_rows().rows,
           {
               {.name = "range",
                .value = "I/N",
                .does = "read the I-th of N shares of each file (N-Triples, N-Quads)"},
           }}),
      with_common(mapping_rows(), {"mappings"}),
      with_common(output_rows(), {"on-error", "quarantine"}),
      with_common(
          group_of(
              "tables", "JSON-LD and tables",
              {jsonld_rows(),
               table_rows(),
               {
                   {.name = "tmp",
                    .value = "DIR",
                    .does = "folder for temporary files (default: that of the output)",
                    .file = FileUse::writes},
                   {.name = "memory",
                    .value = "SIZE",
                    .does = "for sorting a table, or for a whole JSON-LD document "
                            "(default 256Mi)"},
               }}),
          {"context", "class"}),
      output_rdf_rows(),
      graph_rows(),
      account_rows(),
      with_idle(network_rows(), {"ignore-robots"}),
      s3_rows(),
      with_idle(limit_rows(),
                {"max-robots-bytes", "max-sitemap-bytes", "max-sitemap-entries"}),
      message_rows()};
}

ConvertOptions read_convert(const CommandLine& line) {
  const GivenOptions& given = line.options;
  ConvertOptions out;
  out.messages = read_message_options(given);
  out.network = read_network_options(given);
  out.account = read_account_options(line);
  out.output = read_output_options(given);
  out.graph = graph_policy(given.text("graph", "own"));
  out.reading = read_reading_options(given);
  FormOptions& form = out.output.form;
  read_form_options(given, JsonLdShape::whole, form);
  form.jsonld.direction = out.reading.parse.rdf_direction;
  form.jsonld.refuses_bad_json = out.output.faults.on_error == OnError::fail;
  out.output.sort = read_making_options(given, form);
  read_mapping_options(given, out.reading.parse);
  if (given.has("range")) {
    out.reading.share = parse_share(given.text("range"), "--range");
    if (out.output.parts) out.output.parts->share = share_text(*out.reading.share);
  }
  read_documents(line, out.network.transport, out.reading);
  settle_limits(out.network);
  return out;
}

void name_files(const ConvertOptions& options, NamedFiles& files) {
  name_output(options.output, files);
  files.write("--quarantine", options.output.faults.quarantine);
  files.read_urls(options.reading.urls);
  name_files(options.reading.document_map, files);
  name_files(options.account, files);
}

namespace {

int convert(const ConvertOptions& options, RunAccount& account,
            const std::stop_token& stop) {
  const OutputOptions& output = options.output;
  Workshop shop{{.messages = options.messages,
                 .network = options.network,
                 .parse = options.reading.parse,
                 .documents = &options.reading.document_map,
                 .older = older_rdf_rules(output.form),
                 .notes = options.reading.notes,
                 .note = output.form.note,
                 .account = &account},
                stop};
  std::optional<PartsPlace> parts;
  if (output.parts) parts.emplace(*output.parts, options.network, options.messages, stop);
  Target target{output, options.reading.urls};
  const Harvester harvester = target.harvester({.graph = options.graph,
                                                .on_error = output.faults.on_error,
                                                .syntax = options.reading.syntax},
                                               shop, stop);
  InputRun inputs{options.reading, output.form, shop, harvester, stop};
  {
    const Progress progress{options.messages.progress,
                            [&] { return input_facts(shop.run.counters); }, shop.console};
    inputs.run();
  }
  if (stop.stop_requested() || inputs.stopped())
    return broken_off(output, target, shop.console,
                      inputs.stopped() ? inputs.status() : kInterrupted);
  if (inputs.nothing() && target.output.is_file()) {
    shop.console.info(
        fmt::format("nothing could be read, so {} was not written", output.path));
    return inputs.status();
  }
  if (target.table != nullptr)
    target.table->watch([&stop] {
      if (stop.stop_requested()) throw ConvertInterrupted{};
    });
  try {
    target.sink->finish();
  } catch (const ConvertInterrupted&) {
    return broken_off(output, target, shop.console, kInterrupted);
  } catch (const DocumentError& error) {
    shop.console.error(fmt::format("{} [{}]", error.what(), error.code()),
                       {.code = error.code()});
    account.add_problem(fmt::format("{} [{}]", error.what(), error.code()));
    return kIncomplete;
  }
  target.settle();
  target.output.finish();
  if (target.table != nullptr)
    for (const std::string& what : target.table->unfound()) shop.console.warning(what);
  if (parts &&
      !put_into_parts(parts->folder(), output, inputs.status(), account, shop, stop))
    return kInterrupted;
  return inputs.status();
}

}  // namespace

int run_convert(const ConvertOptions& given, const std::stop_token& stop) {
  ConvertOptions options = given;
  ask_for_manifests(options.messages, options.network, stop, options.reading.urls,
                    options.reading.manifests);
  take_share(options.reading);
  RunAccount account{options.account, options.reading.urls, wanted_rows(options.output)};
  return account.run([&] { return convert(options, account, stop); });
}

}  // namespace semsite
