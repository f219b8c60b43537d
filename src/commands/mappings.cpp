#include "commands/mappings.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands/exit_status.hpp"
#include "commands/reading_options.hpp"
#include "io/output_file.hpp"
#include "map/builtin_mappings.hpp"
#include "map/functions.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Printer = std::function<void(std::string_view)>;

void print_functions(const Printer& print) {
  print(fmt::format("# fn: is {}; a parameter in brackets may be left out\n",
                    kFunctionNamespace));
  for (const MappingFunction& function : mapping_functions()) {
    std::string parameters;
    for (const FunctionParameter& one : function.parameters)
      parameters += fmt::format("{}{}", parameters.empty() ? "" : ", ",
                                one.required ? fmt::format("fn:{}", one.name)
                                             : fmt::format("[fn:{}]", one.name));
    print(
        fmt::format("fn:{}({})\n    {}\n", function.name, parameters, function.summary));
  }
}

std::string_view where_from(const MappingFile& file) {
  return file.origin.empty() ? std::string_view{"built in"} : file.origin;
}

void print_file(const MappingFile& file, const Printer& print) {
  print(fmt::format("{}  {}{}, {} map{}\n", file.name, where_from(file),
                    file.replaces ? ", instead of the built-in one" : "", file.maps,
                    file.maps == 1 ? "" : "s"));
  for (const auto& [prefix, iri] : file.namespaces)
    print(fmt::format("    {:<8} {}\n", fmt::format("{}:", prefix), iri));
}

}  // namespace

OptionTable mappings_table() {
  return {{.name = "list",
           .heading = "What to list",
           .rows =
               {
                   {.name = "functions",
                    .does = "the functions that mappings can call",
                    .common = true},
               }},
          with_common(mapping_rows(), {"mappings"}),
          with_idle(message_rows(), {"progress"})};
}

MappingsOptions read_mappings_command(const CommandLine& line) {
  MappingsOptions out;
  out.messages = read_message_options(line.options);
  out.places = line.options.texts("mappings");
  out.places.insert(out.places.end(), line.arguments.begin(), line.arguments.end());
  out.functions = line.options.has("functions");
  return out;
}

int list_mappings(const MappingsOptions& options, const Printer& print,
                  const Printer& complain) {
  if (options.functions) {
    print_functions(print);
    return kComplete;
  }
  int status = kComplete;
  // One by one: every bad one is told of, not only the first.
  for (const MappingSource& source :
       mapping_sources(read_mapping_files(options.places))) {
    try {
      const std::shared_ptr<const Mappings> one = read_mappings({&source, 1});
      for (const MappingFile& file : one->files) print_file(file, print);
    } catch (const UsageError& error) {
      complain(error.what());
      status = kUsage;
    }
  }
  return status;
}

int run_mappings(const MappingsOptions& options, const std::stop_token& /*stop*/) {
  Console console = console_of(options.messages);
  OutputFile out{"-"};
  const int status = list_mappings(
      options, [&](std::string_view line) { out.append(line); },
      [&](std::string_view line) { console.error(line); });
  out.finish();
  return status;
}

}  // namespace semsite
