#include "commands/load_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/url_check.hpp"
#include "commands/values.hpp"
#include "commands/web_origin.hpp"
#include "semsite/errors.hpp"

namespace semsite {

std::vector<std::string> trusted_hosts(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    const std::string one = lower_ascii(trim(word));
    const bool is_scheme = one.size() > 1 && one.ends_with(':') &&
                           one.find_first_not_of(
                               "abcdefghijklmnopqrstuvwxyz0123456789+-"
                               ".:") == std::string::npos;
    const std::string url = "http://" + one + "/";
    const auto parts = split_url(url);
    const bool is_host =
        parts && !parts->host.empty() && parts->path == "/" && parts->userinfo.empty() &&
        parts->host.find_first_of("*%, \"'<>") == std::string_view::npos &&
        !parts->host.starts_with('.') &&
        parts->port_text.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_host && !is_scheme)
      throw UsageError{fmt::format(
          "--trust {}: no host such as w3id.org or data.example:8080 (one host in full, "
          "no pattern, no URL), nor a scheme such as urn:",
          word)};
    out.push_back(one);
  }
  return out;
}

std::string store_url(const std::string& option, const std::string& text, Options& out) {
  const auto parts = split_url(text);
  if (!parts || !is_http(text))
    throw UsageError{fmt::format(
        "{} {}: no http or https URL{}", option, text,
        likely_url(text).empty() ? ""
                                 : fmt::format("; did you mean {} ?", likely_url(text)))};
  if (const std::string problem = url_problem(text); !problem.empty())
    throw UsageError{
        fmt::format("{} {}: {}", option, without_url_secrets(text), problem)};
  if (!parts->userinfo.empty())
    throw UsageError{fmt::format(
        "{}: give the login with {}, not in the URL", option,
        out.command == "load" && option == "--load" ? "--load-user" : "--user")};
  std::string url = request_url(text);
  out.transport.named_hosts.push_back(host_of(url));
  out.transport.named_origins.push_back(origin_of(url));
  return url;
}

std::string load_state_beside(const Options& out) {
  for (const std::string& url : out.urls)
    if (is_file_url(url)) return file_path(url) + ".load";
  return {};
}

namespace {

/// What comes from the web, now or by an earlier command, may not empty graphs of others.
void guard_foreign_graphs(Options& out) {
  for (const std::string& url : out.urls)
    for (std::string& holder : web_holders(url)) {
      GraphSpeaker speaker;
      if (!holder.empty()) speaker.holders.push_back(std::move(holder));
      out.load.rights.speakers[url].push_back(std::move(speaker));
    }
}

}  // namespace

void read_load_options(const GivenOptions& given, const std::string& option,
                       Options& out) {
  LoadOptions& load = out.load;
  if (!given.has(option)) throw UsageError{"load needs a store: --to URL"};
  load.store.url = store_url("--" + option, given.text(option), out);
  if (given.has("query"))
    load.store.query_url = store_url("--query", given.text("query"), out);
  const std::string protocol = given.text("protocol", "auto");
  if (protocol == "gsp") {
    load.store.protocol = LoadProtocol::graph_store;
  } else if (protocol == "update") {
    load.store.protocol = LoadProtocol::update;
  } else if (protocol == "nquads") {
    load.store.protocol = LoadProtocol::nquads;
  } else if (protocol != "auto") {
    refuse_word("--protocol", protocol, {"auto", "gsp", "update", "nquads"});
  }
  load.store.replaces = given.has("replace");
  if (load.store.replaces && protocol == "nquads")
    throw UsageError{
        "--replace goes by graph, which --protocol nquads cannot do: take gsp or update"};
  load.verify = given.has("verify");
  for (std::string& one : trusted_hosts(given.texts("trust")))
    load.rights.trusted.push_back(std::move(one));
  if (out.command == "load" && option == "to") guard_foreign_graphs(out);
  if (given.has("batch-size"))
    load.batch_bytes =
        std::max<std::uint64_t>(1, parse_size(given.text("batch-size"), "--batch-size"));
  if (given.has("batch-time"))
    load.batch_time = std::chrono::milliseconds{static_cast<std::int64_t>(
        1000 * parse_duration(given.text("batch-time"), "--batch-time"))};
  out.fresh = given.has("fresh");
  // It is the user's own store, and may think for a while.
  if (!given.has("delay")) out.transport.delay = std::chrono::milliseconds{0};
  if (!given.has("stall-timeout")) out.limits.stall_timeout = std::chrono::seconds{300};
  if (!given.has("request-timeout"))
    out.limits.request_timeout = std::max<std::chrono::milliseconds>(
        out.limits.request_timeout, out.limits.stall_timeout);
  if (!given.has("speed-limit")) out.limits.speed_limit = 0;
}

}  // namespace semsite
