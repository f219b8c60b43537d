#include "commands/network_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file_io.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/version.hpp"
#include "commands/arguments.hpp"
#include "commands/s3_options.hpp"
#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {

OptionGroup network_rows() {
  return {
      .name = "network",
      .heading = "Network",
      .rows = {
          {.name = "delay",
           .value = "SECONDS",
           .does = "between requests to one host (default 0.5; 0 on loopback)"},
          {.name = "rate",
           .value = "SIZE/s",
           .does = "at most this much download a second"},
          {.name = "connections",
           .value = "N",
           .does = "at once to one host (default 2; 0 is 1)"},
          {.name = "parallel",
           .value = "N",
           .does = "connections at once to all hosts (default 64)"},
          {.name = "shared-address",
           .value = "CIDR",
           .does = "hosts there keep delays of their own (repeatable)",
           .repeatable = true},
          {.name = "shared-addresses",
           .value = "FILE",
           .does = "such ranges, one a line, in place of the known ones",
           .file = FileUse::reads},
          {.name = "user-agent",
           .value = "TEXT",
           .does = "name sent to servers (default semsite/VERSION)"},
          {.name = "contact",
           .value = "MAIL|URL",
           .does = "whom to write to; part of the user agent"},
          {.name = "header",
           .letter = 'H',
           .value = "NAME: VALUE",
           .does = "send this header to named hosts (repeatable)",
           .repeatable = true},
          {.name = "header-everywhere",
           .does = "send such headers to all hosts, but for those with secrets"},
          {.name = "user",
           .letter = 'u',
           .value = "NAME:PASSWORD",
           .does = "log in to named scheme, host and port",
           .common = true},
          {.name = "netrc", .does = "take logins from ~/.netrc"},
          {.name = "proxy", .value = "URL", .does = "go through this proxy"},
          {.name = "cacert",
           .value = "FILE",
           .does = "trust these certificates",
           .file = FileUse::reads},
          {.name = "cert",
           .value = "FILE",
           .does = "client certificate",
           .file = FileUse::reads},
          {.name = "key",
           .value = "FILE",
           .does = "its private key",
           .file = FileUse::reads},
          {.name = "connect-to",
           .value = "HOST:PORT:HOST:PORT",
           .does = "connect there instead (as curl)",
           .repeatable = true},
          {.name = "resolve",
           .value = "HOST:PORT:ADDRESS",
           .does = "use this address for a name (as curl)",
           .repeatable = true},
          {.name = "allow-private",
           .does = "fetch from private addresses that documents name"},
          {.name = "ignore-robots",
           .does = "do not obey robots.txt (for your own sites only)"},
          {.name = "retries",
           .value = "N",
           .does = "attempts for one request, the first included (default 3; 0 is 1)"},
          {.name = "retry-delay",
           .value = "SECONDS",
           .does = "before the second attempt, doubling (default 1)"},
          {.name = "connect-timeout", .value = "SECONDS", .does = "default 15"},
          {.name = "stall-timeout",
           .value = "SECONDS",
           .does = "give a transfer up without a byte for so long (default 60)"},
          {.name = "request-timeout",
           .value = "SECONDS",
           .does = "until the head of an answer, and all of a robots.txt, must have come "
                   "(default 120)"},
          {.name = "speed-limit",
           .value = "SIZE/s",
           .does = "give a transfer up that is slower (default 1Ki; 0: never)"},
          {.name = "speed-time",
           .value = "SECONDS",
           .does = "over which that is counted (default 60)"},
          {.name = "max-delay",
           .value = "DURATION",
           .does = "leave a host alone that asks for longer pauses (default 1h)"},
          {.name = "max-redirects", .value = "N", .does = "default 10"},
      }};
}

OptionGroup limit_rows() {
  return {.name = "limits",
          .heading = "Limits of what is unpacked and read",
          .rows = {
              {.name = "max-line",
               .value = "SIZE",
               .does = "of one line, literal or statement (default 64Mi)"},
              {.name = "max-page",
               .value = "SIZE",
               .does = "of one HTML page (default 16Mi)"},
              {.name = "max-page-quads",
               .value = "N",
               .does = "of one page (default 1000000)"},
              {.name = "max-page-iris",
               .value = "SIZE",
               .does = "of the IRIs of one page in full (default 64Mi)"},
              {.name = "max-context",
               .value = "SIZE",
               .does = "of one JSON-LD context (default 4Mi)"},
              {.name = "max-contexts",
               .value = "N",
               .does = "JSON-LD contexts asked for (default 1000)"},
              {.name = "max-json-depth",
               .value = "N",
               .does = "of arrays and objects (default 256, at most 2000)"},
              {.name = "max-xml-depth",
               .value = "N",
               .does = "of elements (default 256, at most 2000)"},
              {.name = "max-turtle-depth",
               .value = "N",
               .does = "of brackets (default 1000, at most 2000)"},
              {.name = "max-ratio",
               .value = "N",
               .does = "expanded : packed, above 64 MiB (default 1000)"},
              {.name = "max-entries",
               .value = "N",
               .does = "of one archive (default 1000000)"},
              {.name = "max-archive-depth",
               .value = "N",
               .does = "archives inside archives (default 3)"},
              {.name = "max-robots-bytes",
               .value = "SIZE",
               .does = "of one robots.txt (default 500Ki)"},
              {.name = "max-sitemap-bytes",
               .value = "SIZE",
               .does = "of one sitemap, unpacked (default 200Mi)"},
              {.name = "max-sitemap-entries",
               .value = "N",
               .does = "of one sitemap (default 1000000)"},
          }};
}

namespace {

void read_depth(const GivenOptions& given, const char* name, std::uint32_t& value) {
  given.count(name, value);
  if (value > kDeepest)
    throw UsageError{
        fmt::format("--{} {}: at most {}", name, given.text(name), kDeepest)};
}

void read_limits(const GivenOptions& given, Limits& limits) {
  given.size("max-line", limits.literal_bytes);
  given.size("max-page", limits.page_bytes);
  given.count("max-page-quads", limits.page_quads);
  given.size("max-page-iris", limits.page_iri_bytes);
  given.size("max-context", limits.context_bytes);
  given.count("max-contexts", limits.contexts);
  read_depth(given, "max-json-depth", limits.json_depth);
  read_depth(given, "max-xml-depth", limits.xml_depth);
  read_depth(given, "max-turtle-depth", limits.turtle_depth);
  given.count("max-ratio", limits.archive_ratio);
  given.count("max-entries", limits.archive_entries);
  given.count("max-archive-depth", limits.archive_depth);
  given.size("max-robots-bytes", limits.robots_bytes);
  given.size("max-sitemap-bytes", limits.sitemap_bytes);
  given.count("max-sitemap-entries", limits.sitemap_entries);
}

void check_mappings(const std::vector<std::string>& mappings, const char* option,
                    std::size_t fewest) {
  for (const std::string& mapping : mappings)
    if (split(mapping, ':').size() < fewest)
      throw UsageError{
          fmt::format("{} {}: too few parts between colons", option, mapping)};
}

/// A file that TLS is to read. That it cannot be read would else be told of each host.
std::string readable(const GivenOptions& given, const char* option) {
  std::string path = given.text(option);
  constexpr std::string_view kToken = "pkcs11:";  // no file, but a card
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  const bool is_pipe = kind == std::filesystem::file_type::fifo ||
                       kind == std::filesystem::file_type::character;
  if (path.empty() || path.starts_with(kToken) || is_pipe) return path;
  try {
    (void)read_file(path);
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--{} {}", option, error.what())};
  }
  return path;
}

}  // namespace

void check_login(const GivenOptions& given, const std::string& option) {
  if (given.has(option) && given.text(option).find(':') == std::string::npos)
    // It may be the password alone, so it is not shown.
    throw UsageError{fmt::format(
        "--{}: write it as NAME:PASSWORD, or NAME: without a password", option)};
}

void settle_limits(NetworkOptions& network) { network.transport.limits = network.limits; }

void note_named(const std::string& url, TransportOptions& transport) {
  transport.named_hosts.push_back(host_of(url));
  transport.named_origins.push_back(origin_of(url));
}

namespace {

void read_shared_addresses(const GivenOptions& given, TransportOptions& transport) {
  for (const std::string& text : given.texts("shared-address")) {
    const auto range = parse_range(text);
    if (!range)
      throw UsageError{
          fmt::format("--shared-address {}: no range of addresses "
                      "(192.0.2.0/24, 2001:db8::/32)",
                      text)};
    transport.more_shared_addresses.push_back(*range);
  }
  if (!given.has("shared-addresses")) return;
  const std::string file = readable(given, "shared-addresses");
  try {
    transport.shared_addresses = read_ranges(read_file(file));
  } catch (const UsageError& error) {
    throw UsageError{fmt::format("--shared-addresses {}: {}", file, error.what())};
  }
}

}  // namespace

NetworkOptions read_network_options(const GivenOptions& given) {
  NetworkOptions out;
  TransportOptions& net = out.transport;
  read_limits(given, out.limits);
  if (const auto seconds = given.seconds("delay"))
    net.delay = std::chrono::milliseconds{static_cast<std::int64_t>(*seconds * 1000)};
  if (given.has("rate")) net.rate = parse_rate(given.text("rate"), "--rate");
  given.count("connections", net.connections);
  given.count("parallel", net.parallel);
  net.connections = std::max(1U, net.connections);
  net.parallel = std::max(1U, net.parallel);
  read_shared_addresses(given, net);
  net.user_agent = given.text("user-agent", "semsite/" SEMSITE_VERSION);
  if (given.has("contact"))
    net.user_agent += fmt::format(" (+{})", given.text("contact"));
  net.headers = given.texts("header");
  for (const std::string& header : net.headers)
    if (header.find(':') == std::string::npos ||
        header.find_first_of("\r\n") != std::string::npos)
      // It may be a secret, so it is not shown.
      throw UsageError{"--header: write it as \"Name: value\", on one line"};
  net.headers_everywhere = given.has("header-everywhere");
  net.user = given.text("user");
  check_login(given, "user");
  net.netrc = given.has("netrc");
  net.proxy = given.text("proxy");
  net.cacert = readable(given, "cacert");
  net.cert = readable(given, "cert");
  net.key = readable(given, "key");
  net.connect_to = given.texts("connect-to");
  net.resolve = given.texts("resolve");
  check_mappings(net.connect_to, "--connect-to", 4);
  check_mappings(net.resolve, "--resolve", 3);
  net.allow_private = given.has("allow-private");
  out.s3 = read_s3_options(given);
  out.ignore_robots = given.has("ignore-robots");
  given.count("retries", out.retry.max_attempts);
  out.retry.max_attempts = std::max(1U, out.retry.max_attempts);
  if (const auto seconds = given.seconds("retry-delay"))
    out.retry.first_pause =
        std::chrono::milliseconds{static_cast<std::int64_t>(*seconds * 1000)};
  if (const auto seconds = given.seconds("connect-timeout"))
    out.limits.connect_timeout = std::chrono::seconds{
        std::max<std::int64_t>(1, static_cast<std::int64_t>(*seconds))};
  if (const auto seconds = given.seconds("stall-timeout"))
    out.limits.stall_timeout = std::chrono::seconds{
        std::max<std::int64_t>(1, static_cast<std::int64_t>(*seconds))};
  // Whoever waits longer in silence waits for the head of an answer, too.
  out.limits.request_timeout = std::max<std::chrono::milliseconds>(
      out.limits.request_timeout, out.limits.stall_timeout);
  if (const auto seconds = given.seconds("request-timeout"))
    out.limits.request_timeout = at_least_a_millisecond(*seconds);
  if (given.has("speed-limit"))
    out.limits.speed_limit = parse_rate(given.text("speed-limit"), "--speed-limit");
  if (const auto seconds = given.seconds("speed-time"))
    out.limits.speed_time = at_least_a_millisecond(*seconds);
  if (const auto seconds = given.seconds("max-delay")) {
    out.limits.max_delay = std::chrono::seconds{static_cast<std::int64_t>(*seconds)};
    out.retry.longest_retry_after = out.limits.max_delay;
  }
  given.count("max-redirects", out.limits.redirects);
  return out;
}

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
          "no pattern, no URL), nor a scheme such as urn:{}",
          word,
          is_http(word) && !host_of(word).empty()
              ? fmt::format("; did you mean {}?", host_of(word))
              : std::string{})};
    out.push_back(one);
  }
  return out;
}

std::string store_url(const std::string& option, const std::string& text,
                      const std::string& login, TransportOptions& transport) {
  const auto parts = split_url(text);
  if (!parts || !is_http(text))
    throw UsageError{
        fmt::format("{} {}: no http or https URL{}", option, text, meant_url(text))};
  if (const std::string problem = url_problem(text); !problem.empty())
    throw UsageError{
        fmt::format("{} {}: {}", option, without_url_secrets(text), problem)};
  if (!parts->userinfo.empty())
    throw UsageError{
        fmt::format("{}: give the login with {}, not in the URL", option, login)};
  std::string url = request_url(text);
  note_named(url, transport);
  return url;
}

}  // namespace semsite
