#include "commands/serve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "commands/exit_status.hpp"
#include "index/search.hpp"
#include "io/output_file.hpp"
#include "report/console.hpp"
#include "semsite/errors.hpp"
#include "serve/http_server.hpp"
#include "serve/listen_address.hpp"
#include "serve/site.hpp"

namespace semsite {
namespace {

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// A file that is there is whole: others wait for it to appear.
void write_port(const std::string& path, std::uint16_t port) {
  OutputFile file{path};
  file.append(fmt::format("{}\n", port));
  file.finish();
}

}  // namespace

OptionTable serve_table() {
  return {{.name = "service",
           .heading = "Service",
           .rows =
               {
                   {.name = "index",
                    .value = "FILE",
                    .does = "the index that semsite index has built",
                    .file = FileUse::reads,
                    .common = true},
                   {.name = "listen",
                    .value = "ADDRESS:PORT",
                    .does = "where to be reached (default 127.0.0.1:7277, this machine "
                            "only; port 0: any that is free)",
                    .common = true},
                   {.name = "host",
                    .value = "NAME",
                    .does = "answer requests for that name, too (repeatable); else only "
                            "localhost and addresses",
                    .repeatable = true,
                    .common = true},
                   {.name = "port-file",
                    .value = "FILE",
                    .does = "write the port there as soon as requests are taken",
                    .file = FileUse::writes,
                    .common = true},
                   {.name = "query-time",
                    .value = "SECONDS",
                    .does = "give a search up after that (default 10)",
                    .common = true},
                   metrics_row(),
               }},
          with_idle(message_rows(), {"progress"})};
}

ServeOptions read_serve(const CommandLine& line) {
  const GivenOptions& given = line.options;
  ServeOptions out;
  out.messages = read_message_options(given);
  out.index = given.text("index");
  if (out.index.empty())
    throw UsageError{"serve needs --index FILE; semsite index builds one"};
  if (!line.arguments.empty())
    throw UsageError{fmt::format("serve takes no arguments: {}", line.arguments.front())};
  if (given.has("listen")) out.listen = parse_listen_address(given.text("listen"));
  for (const std::string& name : given.texts("host"))
    out.hosts.push_back(parse_host_name(name));
  out.port_file = given.text("port-file");
  if (const auto seconds = given.seconds("query-time")) out.seconds = *seconds;
  if (out.seconds <= 0 || out.seconds > 600)
    throw UsageError{fmt::format("--query-time {}: more than 0 and at most 600 seconds",
                                 given.text("query-time"))};
  out.metrics = read_metrics_options(given);
  return out;
}

void name_files(const ServeOptions& options, NamedFiles& files) {
  files.write("--port-file", options.port_file);
  name_files(options.metrics, files);
}

namespace {

int serve(const ServeOptions& options, Console& console, MetricsExport& metrics,
          const std::stop_token& stop);

}  // namespace

int run_serve(const ServeOptions& options, const std::stop_token& stop) {
  Console console{options.messages.verbosity, options.messages.log};
  MetricsExport metrics{options.metrics, "serve", console};
  return metrics.run([&] { return serve(options, console, metrics, stop); });
}

namespace {

int serve(const ServeOptions& options, Console& console, MetricsExport& metrics,
          const std::stop_token& stop) {
  // What is wrong with the index is better said now than to the first who asks.
  const IndexSummary summary = IndexReader{options.index}.summary();
  Site site{{.index = options.index, .seconds = options.seconds, .now = now}};
  const bool beyond = !is_loopback(options.listen.host);
  const HostNames names{options.listen, options.hosts};
  HttpServer server{options.listen, names, [&](const SiteRequest& request) {
                      SiteAnswer answer = site.answer(request);
                      if (console.verbosity() == Verbosity::verbose)
                        console.detail(fmt::format("{} {} {}", answer.status,
                                                   excerpt(request.method, 20),
                                                   excerpt(request.target, 200)));
                      return answer;
                    }};
  if (beyond)
    console.warning(fmt::format(
        "listening on {}: whoever reaches this machine can read the index; there are no "
        "passwords and no encryption",
        options.listen.host));
  if (!options.port_file.empty()) write_port(options.port_file, server.address().port);
  std::string called;
  if (beyond || !options.hosts.empty())
    called = fmt::format(", called by {} only", names.said());
  if (beyond && options.hosts.empty()) called += "; --host NAME adds a name";
  console.info(fmt::format("{} at {}{} (Ctrl-C ends it)",
                           count_of(summary.documents, "document"),
                           start_url(server.address()), called));
  const MetricsExport::Source measured = metrics.add([&](MetricsText& text) {
    server.tally().write(text);
    text.gauge("semsite_serve_documents", "Documents in the index when serve began.",
               static_cast<double>(summary.documents));
  });
  server.run(stop);
  return kComplete;
}

}  // namespace

}  // namespace semsite
