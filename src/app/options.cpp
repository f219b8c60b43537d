#include "app/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <utility>

#include "app/help.hpp"
#include "app/secrets.hpp"
#include "app/values.hpp"
#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

namespace po = boost::program_options;
using Strings = std::vector<std::string>;

po::options_description common_options() {
  po::options_description out{"Messages"};
  auto add = out.add_options();
  add("help,h", "print this help");
  add("quiet,q", "print errors only");
  add("verbose,v", "print each request and decision");
  add("log", po::value<std::string>()->value_name("text|json"), "form of the messages");
  add("config", po::value<std::string>()->value_name("FILE"),
      "read options from FILE (name=value a line; the command line wins)");
  return out;
}

po::options_description network_options() {
  po::options_description out{"Network"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  const auto texts = [](const char* name) {
    return po::value<Strings>()->composing()->value_name(name);
  };
  add("delay", text("SECONDS"),
      "between requests to one host (default 0.5; 0 on loopback)");
  add("rate", text("SIZE/s"), "at most this much download a second");
  add("connections", text("N"), "at once to one host (default 2)");
  add("parallel", text("N"), "connections at once to all hosts (default 64)");
  add("user-agent", text("TEXT"), "name sent to servers (default semsite/VERSION)");
  add("contact", text("MAIL|URL"),
      "whom to write to about this run; part of the user agent");
  add("header,H", texts("NAME: VALUE"), "send this header (repeatable)");
  add("user,u", text("NAME:PASSWORD"), "log in to the hosts named on the command line");
  add("netrc", "take logins from ~/.netrc");
  add("proxy", text("URL"), "go through this proxy");
  add("cacert", text("FILE"), "trust these certificates");
  add("cert", text("FILE"), "client certificate");
  add("key", text("FILE"), "its private key");
  add("connect-to", texts("HOST:PORT:HOST:PORT"), "connect there instead (as curl)");
  add("resolve", texts("HOST:PORT:ADDRESS"), "use this address for a name (as curl)");
  add("allow-private", "fetch from private addresses that documents name");
  add("ignore-robots", "do not obey robots.txt (for your own sites only)");
  add("retries", text("N"), "attempts for one request, the first included (default 3)");
  add("retry-delay", text("SECONDS"), "before the second attempt, doubling (default 1)");
  add("connect-timeout", text("SECONDS"), "default 15");
  add("stall-timeout", text("SECONDS"),
      "give a transfer up without a byte for so long "
      "(default 60)");
  add("max-redirects", text("N"), "default 10");
  return out;
}

po::options_description plan_options() {
  po::options_description out{"Discovery and plan"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  const auto texts = [](const char* name) {
    return po::value<Strings>()->composing()->value_name(name);
  };
  add("prefer", text("LIST"),
      "order of dump,fragments,sparql,crawl; one word moves that "
      "way to the front");
  add("only", text("LIST"), "no other way, even if all of these fail");
  add("dataset", text("IRI|LABEL"), "only this dataset");
  add("include", texts("GLOB"), "only URLs that match (repeatable)");
  add("exclude", texts("GLOB"), "no URLs that match (repeatable)");
  add("dump-semantics", text("auto|mirrors|parts"),
      "what several dumps of a dataset are");
  add("authoritative-only", "leave out what another host does not confirm");
  add("seed", text("N"), "repeat the random choices of an earlier run");
  add("guess", "also try /sitemap.xml if nothing names a sitemap");
  add("no-head", "do not ask for the size of what was chosen");
  add("sites", text("FILE"), "read further URLs from FILE, one a line");
  add("max-sitemaps", text("N"), "of one site (default 1000)");
  add("max-pages", text("N"), "of one crawl (default 10000)");
  add("max-bytes", text("SIZE"), "stop after so much download");
  add("max-time", text("DURATION"), "stop after so long (30s, 10m, 2h)");
  add("max-sitemap-bytes", text("SIZE"), "of one sitemap, unpacked (default 200Mi)");
  add("max-sitemap-entries", text("N"), "of one sitemap (default 1000000)");
  add("max-index-depth", text("N"), "of sitemap indexes (default 3)");
  return out;
}

po::options_description output_options() {
  po::options_description out{"Output"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("output,o", text("FILE"), "write there (default -); .gz .zst .xz .bz2 compress");
  add("format", text("NAME"), "nquads (default), ntriples, turtle, trig");
  add("graph", text("auto|own|source|dataset|none|TEMPLATE"), "graph of each quad");
  add("on-error", text("skip|fail"), "what to do with a faulty statement");
  add("quarantine", text("FILE"), "write skipped statements there");
  return out;
}

po::options_description data_limit_options() {
  po::options_description out{"Limits of what is unpacked and parsed"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("max-line", text("SIZE"), "of one line, literal or statement (default 64Mi)");
  add("max-ratio", text("N"), "expanded : packed, above 64 MiB (default 1000)");
  add("max-entries", text("N"), "of one archive (default 1000000)");
  add("max-archive-depth", text("N"), "archives inside archives (default 3)");
  add("max-xml-depth", text("N"), "of elements (default 256)");
  return out;
}

po::options_description run_options() {
  po::options_description out{"Run"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("report", text("FILE.json"), "write the account of the run there");
  add("progress", text("auto|bar|plain|none"), "how to show progress");
  return out;
}

po::options_description options_of(const std::string& command) {
  po::options_description out;
  if (command == "plan") {
    po::options_description form{"Output"};
    form.add_options()("format", po::value<std::string>()->value_name("text|json"),
                       "form of the plan (default text)");
    out.add(form).add(plan_options()).add(network_options());
  } else if (command == "fetch") {
    out.add(output_options()).add(run_options()).add(plan_options());
    out.add(network_options()).add(data_limit_options());
  } else if (command == "convert") {
    po::options_description input{"Input"};
    auto add = input.add_options();
    add("syntax", po::value<std::string>()->value_name("NAME"),
        "ntriples, nquads, turtle, trig, rdfxml, trix (default: told by content)");
    add("base", po::value<std::string>()->value_name("IRI"),
        "base for relative references (default: where the document came from)");
    out.add(input).add(output_options()).add(network_options()).add(data_limit_options());
  } else {
    po::options_description input{"Input"};
    auto add = input.add_options();
    add("agent", po::value<std::string>()->value_name("NAME"),
        "product token to judge URLs for (default semsite)");
    add("url", po::value<Strings>()->composing()->value_name("URL"),
        "say whether a robots.txt allows it (repeatable)");
    add("base", po::value<std::string>()->value_name("URL"),
        "where the document came from (default: the file's own URL)");
    out.add(input).add(network_options());
  }
  return out.add(common_options());
}

/// Typed access to what was given.
class Given {
 public:
  explicit Given(const po::variables_map& map) : map_(map) {}
  [[nodiscard]] bool has(const char* name) const { return map_.count(name) > 0; }
  [[nodiscard]] std::string text(const char* name, const char* otherwise = "") const {
    return has(name) ? map_[name].as<std::string>() : otherwise;
  }
  [[nodiscard]] Strings texts(const char* name) const {
    return has(name) ? map_[name].as<Strings>() : Strings{};
  }
  void count(const char* name, auto& value) const {
    if (!has(name)) return;
    const std::uint64_t number = parse_count(text(name), "--" + std::string{name});
    value = static_cast<std::remove_reference_t<decltype(value)>>(
        std::min<std::uint64_t>(number, 0xFFFFFFFFU));
  }
  void size(const char* name, std::uint64_t& value) const {
    if (has(name)) value = parse_size(text(name), "--" + std::string{name});
  }
  [[nodiscard]] std::optional<double> seconds(const char* name) const {
    if (!has(name)) return std::nullopt;
    return parse_duration(text(name), "--" + std::string{name});
  }
  /// The index of the option's word in `words`.
  [[nodiscard]] std::size_t word(const char* name, const Strings& words,
                                 std::size_t otherwise = 0) const {
    if (!has(name)) return otherwise;
    const auto place = std::ranges::find(words, text(name));
    if (place != words.end()) return static_cast<std::size_t>(place - words.begin());
    throw UsageError{fmt::format("--{} {}: choose one of {}", name, text(name),
                                 fmt::join(words, ", "))};
  }

 private:
  const po::variables_map& map_;
};

std::vector<Way> ways(const std::string& list, const char* option) {
  std::vector<Way> out;
  for (const std::string_view word : split(list, ',')) {
    const auto way = way_of(trim(word));
    if (!way)
      throw UsageError{fmt::format("{} {}: there are dump, fragments, sparql and crawl",
                                   option, list)};
    if (std::ranges::find(out, *way) == out.end()) out.push_back(*way);
  }
  return out;
}

std::uint64_t some_seed() {
  std::random_device device;
  return device();
}

void read_plan_options(const Given& given, Options& out) {
  if (given.has("prefer"))
    out.policy.order = preference(ways(given.text("prefer"), "--prefer"));
  if (given.has("only")) {
    out.policy.only = ways(given.text("only"), "--only");
    out.policy.order = preference(out.policy.only);
  }
  out.policy.dataset = given.text("dataset");
  out.policy.include = given.texts("include");
  out.policy.exclude = given.texts("exclude");
  constexpr DumpSemantics kMeanings[] = {DumpSemantics::automatic, DumpSemantics::mirrors,
                                         DumpSemantics::parts};
  out.policy.dump_semantics =
      kMeanings[given.word("dump-semantics", {"auto", "mirrors", "parts"})];
  out.policy.authoritative_only = given.has("authoritative-only");
  out.policy.seed =
      given.has("seed") ? parse_count(given.text("seed"), "--seed") : some_seed();
  out.probe.guess = given.has("guess");
  out.weigh = !given.has("no-head");
  given.count("max-sitemaps", out.probe.max_sitemaps);
  given.count("max-pages", out.max_pages);
  given.size("max-bytes", out.max_bytes);
  out.max_seconds = given.seconds("max-time");
  out.policy.max_seconds = out.max_seconds;
  given.size("max-sitemap-bytes", out.limits.sitemap_bytes);
  given.count("max-sitemap-entries", out.limits.sitemap_entries);
  given.count("max-index-depth", out.limits.sitemap_depth);
}

void read_output_options(const Given& given, Options& out) {
  out.output = given.text("output", "-");
  constexpr OutputFormat kFormats[] = {OutputFormat::nquads, OutputFormat::ntriples,
                                       OutputFormat::turtle, OutputFormat::trig};
  out.format = kFormats[given.word("format", {"nquads", "ntriples", "turtle", "trig"})];
  out.graph =
      graph_policy(given.text("graph", out.command == "convert" ? "own" : "auto"));
  out.on_error =
      given.word("on-error", {"skip", "fail"}) == 1 ? OnError::fail : OnError::skip;
  out.quarantine = given.text("quarantine");
  given.size("max-line", out.limits.literal_bytes);
  given.count("max-ratio", out.limits.archive_ratio);
  given.count("max-entries", out.limits.archive_entries);
  given.count("max-archive-depth", out.limits.archive_depth);
  given.count("max-xml-depth", out.limits.xml_depth);
}

void check_mappings(const Strings& mappings, const char* option, std::size_t fewest) {
  for (const std::string& mapping : mappings)
    if (split(mapping, ':').size() < fewest)
      throw UsageError{
          fmt::format("{} {}: too few parts between colons", option, mapping)};
}

void read_network_options(const Given& given, Options& out) {
  TransportOptions& net = out.transport;
  if (const auto seconds = given.seconds("delay")) {
    net.delay = std::chrono::milliseconds{static_cast<std::int64_t>(*seconds * 1000)};
    out.policy.delay_seconds = *seconds;
  }
  if (given.has("rate")) {
    std::string rate = given.text("rate");
    if (rate.ends_with("/s")) rate.resize(rate.size() - 2);
    net.rate = parse_size(rate, "--rate");
  }
  given.count("connections", net.connections);
  given.count("parallel", net.parallel);
  net.connections = std::max(1U, net.connections);
  net.parallel = std::max(1U, net.parallel);
  net.user_agent = given.text("user-agent", "semsite/" SEMSITE_VERSION);
  if (given.has("contact"))
    net.user_agent += fmt::format(" (+{})", given.text("contact"));
  net.headers = given.texts("header");
  for (const std::string& header : net.headers)
    if (header.find(':') == std::string::npos || header.find('\n') != std::string::npos)
      throw UsageError{fmt::format("--header {}: write it as \"Name: value\"", header)};
  net.user = given.text("user");
  net.netrc = given.has("netrc");
  net.proxy = given.text("proxy");
  net.cacert = given.text("cacert");
  net.cert = given.text("cert");
  net.key = given.text("key");
  net.connect_to = given.texts("connect-to");
  net.resolve = given.texts("resolve");
  check_mappings(net.connect_to, "--connect-to", 4);
  check_mappings(net.resolve, "--resolve", 3);
  net.allow_private = given.has("allow-private");
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
  given.count("max-redirects", out.limits.redirects);
}

void add_sites(const std::string& path, Strings& arguments) {
  std::string text;
  try {
    text = read_file(path);
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--sites {}", error.what())};
  }
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view url = trim(line);
    if (!url.empty() && !url.starts_with('#')) arguments.emplace_back(url);
  }
}

/// A URL of a kind that cannot be read, such as `ftp:`.
bool has_other_scheme(const std::string& argument) {
  const auto parts = split_url(argument);
  return parts && parts->scheme.size() > 1 && !is_http(argument) &&
         !is_file_url(argument) && argument.find("://") != std::string::npos;
}

/// A URL stays, anything else is a path.
std::string as_url(const std::string& argument) {
  const auto parts = split_url(argument);
  if (parts && (is_http(argument) || is_file_url(argument))) return request_url(argument);
  return has_other_scheme(argument) ? argument : file_url(argument);
}

void read_arguments(const Given& given, Options& out) {
  // A bad line in a long list must not lose the other sites: it is told when its turn
  // comes.
  for (const std::string& argument : out.arguments)
    if (has_other_scheme(argument))
      throw UsageError{
          fmt::format("{}: only http, https and file URLs can be read", argument)};
  if (given.has("sites")) add_sites(given.text("sites"), out.arguments);
  if (out.arguments.empty())
    throw UsageError{fmt::format("{} needs {}; see semsite {} --help", out.command,
                                 out.command == "plan" || out.command == "fetch"
                                     ? "a URL"
                                     : "a file or URL (- reads standard input)",
                                 out.command)};
  for (const std::string& argument : out.arguments) {
    out.urls.push_back(argument == "-" ? argument : as_url(argument));
    if (const std::string host = host_of(out.urls.back()); !host.empty())
      out.transport.named_hosts.push_back(host);
    if (argument == "-" && (out.command == "plan" || out.command == "fetch"))
      throw UsageError{fmt::format("{} - : standard input is no site", out.command)};
  }
}

Strings names_of(const po::options_description& options) {
  Strings out;
  for (const auto& option : options.options()) out.push_back("--" + option->long_name());
  return out;
}

po::variables_map parse(const Strings& words, const po::options_description& visible,
                        Strings& arguments, const std::string& command) {
  po::options_description all;
  all.add(visible).add_options()("argument", po::value<Strings>());
  po::positional_options_description places;
  places.add("argument", -1);
  po::variables_map map;
  try {
    using namespace po::command_line_style;
    // No guessing: a shortened name would change its meaning with the next new option.
    po::store(po::command_line_parser(words)
                  .options(all)
                  .positional(places)
                  .style(unix_style & ~allow_guessing)
                  .run(),
              map);
    if (map.count("config") > 0) {
      const auto path = map["config"].as<std::string>();
      std::ifstream file{path};
      if (!file) throw UsageError{fmt::format("--config {}: cannot be read", path)};
      po::store(po::parse_config_file(file, visible), map);
    }
  } catch (const po::unknown_option& error) {
    const auto near = nearest(error.get_option_name(), names_of(visible));
    throw UsageError{fmt::format(
        "{} has no option {}{}; see semsite {} --help", command, error.get_option_name(),
        near ? fmt::format(" (did you mean {}?)", *near) : "", command)};
  } catch (const po::error& error) {
    throw UsageError{fmt::format("{}; see semsite {} --help", error.what(), command)};
  }
  if (map.count("argument") > 0) arguments = map["argument"].as<Strings>();
  return map;
}

}  // namespace

Options parse_options(const Strings& words) {
  Options out;
  out.words = without_secrets(words);
  out.words.insert(out.words.begin(), "semsite");
  if (words.empty()) throw UsageError{std::string{"no command given\n"} + overview()};
  out.command = words[0];
  if (out.command == "--help" || out.command == "-h" || out.command == "help") {
    out.help = overview();
    return out;
  }
  if (out.command == "--version" || out.command == "-V") {
    out.help = "semsite " SEMSITE_VERSION "\n";
    return out;
  }
  check_command(out.command);

  const po::options_description visible = options_of(out.command);
  const po::variables_map map =
      parse({words.begin() + 1, words.end()}, visible, out.arguments, out.command);
  const Given given{map};
  if (given.has("help")) {
    std::ostringstream text;
    text << usage_of(out.command) << visible;
    out.help = text.str();
    return out;
  }
  out.verbosity = given.has("quiet")     ? Verbosity::quiet
                  : given.has("verbose") ? Verbosity::verbose
                                         : Verbosity::normal;
  out.log = given.word("log", {"text", "json"}) == 1 ? LogFormat::json : LogFormat::text;
  read_network_options(given, out);
  if (out.command == "plan" || out.command == "fetch") read_plan_options(given, out);
  if (out.command == "fetch" || out.command == "convert") read_output_options(given, out);
  if (out.command == "plan") out.json_plan = given.word("format", {"text", "json"}) == 1;
  if (out.command == "fetch") {
    out.report = given.text("report");
    constexpr ProgressStyle kStyles[] = {ProgressStyle::automatic, ProgressStyle::bar,
                                         ProgressStyle::plain, ProgressStyle::none};
    out.progress = kStyles[given.word("progress", {"auto", "bar", "plain", "none"})];
  }
  if (out.command == "convert") out.syntax = given.text("syntax");
  if (out.command == "convert" || out.command == "inspect") out.base = given.text("base");
  if (out.command == "inspect") {
    out.agent = given.text("agent");
    out.agent_urls = given.texts("url");
  }
  read_arguments(given, out);
  out.transport.limits = out.limits;
  return out;
}

}  // namespace semsite
