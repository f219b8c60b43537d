#include "commands/inspect_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_io.hpp"
#include "base/url.hpp"
#include "commands/arguments.hpp"
#include "commands/exit_status.hpp"
#include "commands/input.hpp"
#include "commands/inspect.hpp"
#include "commands/inspect_links.hpp"
#include "commands/inspect_profile.hpp"
#include "commands/reading_options.hpp"
#include "commands/workshop.hpp"
#include "io/output_file.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {

OptionTable inspect_table() {
  return {{.heading = "Input",
           .rows =
               {
                   {.name = "agent",
                    .value = "NAME",
                    .does = "product token to judge URLs for (default semsite)"},
                   {.name = "url",
                    .value = "URL",
                    .does = "say whether a robots.txt allows it (repeatable)",
                    .repeatable = true},
                   {.name = "base",
                    .value = "URL",
                    .does = "where the document came from (default: the file's own URL)"},
                   {.name = "header-file",
                    .value = "FILE",
                    .does = "header of a response, as curl -I prints it: show the links "
                            "of its Link fields",
                    .file = FileUse::reads},
               }},
          network_rows(),
          limit_rows(),
          message_rows()};
}

InspectCommandOptions read_inspect(const CommandLine& line) {
  const GivenOptions& given = line.options;
  InspectCommandOptions out;
  out.messages = read_message_options(given);
  out.network = read_network_options(given);
  out.base = read_base(given);
  out.agent = given.text("agent");
  out.agent_urls = given.texts("url");
  const bool has_header = given.has("header-file");
  try {
    if (has_header) out.link_fields = link_fields(read_file(given.text("header-file")));
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--header-file {}", error.what())};
  }
  if (has_header && line.arguments.size() > 1)
    throw UsageError{"--header-file is the header of one document, not of several"};
  out.urls =
      document_urls(line, out.network.transport, has_header ? Fewest::none : Fewest::one);
  settle_limits(out.network);
  return out;
}

int run_inspect(const InspectCommandOptions& options, const std::stop_token& stop) {
  Workshop shop{{.messages = options.messages, .network = options.network}, stop};
  OutputFile out{"-"};
  int status = kComplete;
  const auto take = [&](std::string_view line) { out.append(line); };
  announce_inputs(options.urls, shop.run.counters);
  const Progress progress{options.messages.progress,
                          [&] {
                            ProgressFacts facts = input_facts(shop.run.counters);
                            facts.also.clear();  // it makes no quads
                            return facts;
                          },
                          shop.console};
  if (options.urls.empty()) {
    inspect_link_fields(options.link_fields, options.base, take);
    inspect_profile(signposts_of_fields(options.link_fields, options.base), options.base,
                    take);
  }
  for (const std::string& url : options.urls) {
    Input input =
        open_input(url, options.base, shop.run.retriever, shop.run.counters, stop);
    for (const AnswerLinks& answer : input.answers)
      if (answer.url != input.origin.url || !input.problem.empty())
        inspect_link_fields(answer.fields, answer.url, take);
    if (!input.problem.empty()) {
      shop.console.error(input.problem, {.source = url});
      status = std::max(status, input.answers.empty() ? kStopped : kIncomplete);
      continue;
    }
    const InspectOptions what{
        .base = options.base.empty() ? input.origin.url : options.base,
        .agent = options.agent,
        .urls = options.agent_urls,
        .content_type = input.content_type,
        .link_fields = input.links,
        .given_fields = options.link_fields};
    inspect_link_fields(options.link_fields, what.base, take);
    for (const std::string& asked : options.agent_urls)
      if (is_http(what.base) && is_http(asked) &&
          origin_of(asked) != origin_of(what.base))
        shop.console.warning(
            fmt::format(
                "{} says nothing of {}: each scheme, host and port has a robots.txt "
                "of its own (RFC 9309 §2.3)",
                what.base, asked),
            {.source = what.base});
    try {
      Unpacker unpacker{std::move(input.bytes), path_and_query(input.origin.url),
                        options.network.limits};
      std::optional<Entry> entry = unpacker.next();
      MemorySource nothing{{}};
      const InspectResult result =
          inspect(entry ? *entry->bytes : nothing, what, options.network.limits, take);
      if (!result.complete) {
        shop.console.error(fmt::format("{}: {}", input.origin.url, result.problem),
                           {.source = input.origin.url});
        status = std::max(status,
                          result.kind == InspectKind::unknown ? kStopped : kIncomplete);
      }
    } catch (const DocumentError& error) {
      shop.console.error(error.what(), {.code = error.code(), .source = url});
      status = kStopped;
    }
  }
  out.finish();
  return stop.stop_requested() ? kInterrupted : status;
}

}  // namespace semsite
