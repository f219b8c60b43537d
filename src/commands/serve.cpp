#include "commands/serve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "index/search.hpp"
#include "io/output_file.hpp"
#include "report/console.hpp"
#include "serve/host_names.hpp"
#include "serve/http_server.hpp"
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

int run_serve(const Options& options, const std::stop_token& stop) {
  Console console{options.verbosity, options.log};
  // What is wrong with the index is better said now than to the first who asks.
  const IndexSummary summary = IndexReader{options.index.place}.summary();
  Site site{{.index = options.index.place, .seconds = options.serve.seconds, .now = now}};
  const bool beyond = !is_loopback(options.serve.listen.host);
  const HostNames names{options.serve.listen, options.serve.hosts};
  HttpServer server{options.serve.listen, names, [&](const SiteRequest& request) {
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
        options.serve.listen.host));
  if (!options.serve.port_file.empty())
    write_port(options.serve.port_file, server.address().port);
  std::string called;
  if (beyond || !options.serve.hosts.empty())
    called = fmt::format(", called by {} only", names.said());
  if (beyond && options.serve.hosts.empty()) called += "; --host NAME adds a name";
  console.info(fmt::format("{} at {}{} (Ctrl-C ends it)",
                           count_of(summary.documents, "document"),
                           start_url(server.address()), called));
  server.run(stop);
  return kComplete;
}

}  // namespace semsite
