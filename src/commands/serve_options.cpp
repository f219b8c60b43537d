#include "commands/serve_options.hpp"

#include <fmt/format.h>

#include <string>

#include "commands/values.hpp"
#include "semsite/errors.hpp"
#include "serve/host_names.hpp"

namespace semsite {

void read_serve_options(const GivenOptions& given, Options& out) {
  out.index.place = given.text("index");
  if (out.index.place.empty())
    throw UsageError{"serve needs --index FILE; semsite index builds one"};
  if (!out.arguments.empty())
    throw UsageError{fmt::format("serve takes no arguments: {}", out.arguments.front())};
  if (given.has("listen")) out.serve.listen = parse_listen_address(given.text("listen"));
  for (const std::string& name : given.texts("host"))
    out.serve.hosts.push_back(parse_host_name(name));
  out.serve.port_file = given.text("port-file");
  if (given.has("query-time"))
    out.serve.seconds = parse_duration(given.text("query-time"), "--query-time");
  if (out.serve.seconds <= 0 || out.serve.seconds > 600)
    throw UsageError{fmt::format("--query-time {}: more than 0 and at most 600 seconds",
                                 given.text("query-time"))};
}

}  // namespace semsite
