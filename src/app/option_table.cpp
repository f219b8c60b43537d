#include "app/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <fstream>
#include <initializer_list>
#include <set>
#include <sstream>
#include <string_view>

#include "base/errors.hpp"
#include "base/text.hpp"

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
  add("resource", text("IRI"), "only the document of this IRI");
  add("sample", "only the documents that datasets name as samples");
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
  add("max-depth", text("N"), "links from the start of a crawl (default 1000)");
  add("retry-budget", text("N"),
      "failures of a host in a row before a crawl leaves it (default 20)");
  add("since", text("DATE"), "leave out sitemap entries that say they are older");
  add("max-bytes", text("SIZE"), "stop after so much download");
  add("max-time", text("DURATION"), "stop after so long (30s, 10m, 2h)");
  add("max-index-depth", text("N"), "of sitemap indexes (default 3)");
  add("max-datasets", text("N"), "of one site (default 10000)");
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

po::options_description mapping_options() {
  po::options_description out{"Mappings"};
  out.add_options()("mappings", po::value<Strings>()->composing()->value_name("DIR|FILE"),
                    "also use the mappings there (repeatable); one with the name of a "
                    "built-in one takes its place");
  return out;
}

po::options_description limit_options() {
  po::options_description out{"Limits of what is unpacked and read"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("max-line", text("SIZE"), "of one line, literal or statement (default 64Mi)");
  add("max-page", text("SIZE"), "of one HTML page (default 16Mi)");
  add("max-context", text("SIZE"), "of one JSON-LD context (default 4Mi)");
  add("max-contexts", text("N"), "JSON-LD contexts asked for (default 1000)");
  add("max-json-depth", text("N"), "of arrays and objects (default 256, at most 2000)");
  add("max-xml-depth", text("N"), "of elements (default 256, at most 2000)");
  add("max-turtle-depth", text("N"), "of brackets (default 1000, at most 2000)");
  add("max-ratio", text("N"), "expanded : packed, above 64 MiB (default 1000)");
  add("max-entries", text("N"), "of one archive (default 1000000)");
  add("max-archive-depth", text("N"), "archives inside archives (default 3)");
  add("max-robots-bytes", text("SIZE"), "of one robots.txt (default 500Ki)");
  add("max-sitemap-bytes", text("SIZE"), "of one sitemap, unpacked (default 200Mi)");
  add("max-sitemap-entries", text("N"), "of one sitemap (default 1000000)");
  return out;
}

po::options_description run_options() {
  po::options_description out{"Run"};
  auto add = out.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("report", text("FILE.json"), "write the account of the run there");
  add("state", text("FILE"),
      "keep what later runs need there (default: beside the output)");
  add("fresh", "forget what earlier runs kept");
  add("provenance", "also write quads that tell what was fetched when, and from where");
  add("changes", text("FILE"),
      "write what changed since the last run there (.ru: as SPARQL Update)");
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
    out.add(network_options()).add(mapping_options());
  } else if (command == "mappings") {
    po::options_description what{"What to list"};
    what.add_options()("functions", "the functions that mappings can call");
    return out.add(what).add(mapping_options()).add(common_options());
  } else if (command == "convert") {
    po::options_description input{"Input"};
    auto add = input.add_options();
    add("syntax", po::value<std::string>()->value_name("NAME"),
        "ntriples, nquads, turtle, trig, rdfxml, trix, jsonld, html, rdfa, microdata, "
        "sitemap (default: told by content)");
    add("base", po::value<std::string>()->value_name("IRI"),
        "base for relative references (default: where the document came from)");
    add("jsonld-mode", po::value<std::string>()->value_name("NAME"),
        "json-ld-1.1 (default) or json-ld-1.0");
    add("rdf-direction", po::value<std::string>()->value_name("NAME"),
        "how the direction of text is kept: i18n-datatype or compound-literal (default: "
        "not at all)");
    add("expand-context", po::value<std::string>()->value_name("FILE"),
        "a JSON-LD context to begin every document with");
    add("document-map", po::value<std::string>()->value_name("FILE"),
        "JSON that says which files stand for which URLs");
    add("vocabulary-expansion",
        "of RDFa: what the vocabularies themselves say of the page's terms counts too");
    add("xpath", po::value<std::string>()->value_name("PATH"),
        "of an HTML page, read only what stands inside these elements");
    add("linkset-anchor", po::value<std::string>()->value_name("IRI"),
        "what links of a link set are about that do not say it (default: they are passed "
        "over)");
    add("strict",
        "what breaks a rule of its syntax is a fault, even if it could be mended");
    out.add(input).add(mapping_options()).add(output_options()).add(network_options());
  } else {
    po::options_description input{"Input"};
    auto add = input.add_options();
    add("agent", po::value<std::string>()->value_name("NAME"),
        "product token to judge URLs for (default semsite)");
    add("url", po::value<Strings>()->composing()->value_name("URL"),
        "say whether a robots.txt allows it (repeatable)");
    add("base", po::value<std::string>()->value_name("URL"),
        "where the document came from (default: the file's own URL)");
    add("header-file", po::value<std::string>()->value_name("FILE"),
        "header of a response, as curl -I prints it: show the links of its Link fields");
    out.add(input).add(network_options());
  }
  return out.add(limit_options()).add(common_options());
}

Strings names_of(const po::options_description& options) {
  Strings out;
  for (const auto& option : options.options()) out.push_back("--" + option->long_name());
  return out;
}

/// Of an option that takes one value only the last stays, as in curl and most programs:
/// so that a command can be repeated with a change at its end.
po::parsed_options last_wins(po::parsed_options parsed,
                             const po::options_description& visible) {
  std::set<std::string> seen;
  auto& options = parsed.options;
  std::ranges::reverse(options);
  std::erase_if(options, [&](const po::option& option) {
    const auto* const known = visible.find_nothrow(option.string_key, false);
    return known != nullptr && !known->semantic()->is_composing() &&
           !seen.insert(option.string_key).second;
  });
  std::ranges::reverse(options);
  return parsed;
}

po::variables_map parse(const Strings& words, const po::options_description& visible,
                        const std::string& command) {
  po::options_description all;
  all.add(visible).add_options()("argument", po::value<Strings>());
  po::positional_options_description places;
  places.add("argument", -1);
  po::variables_map map;
  try {
    using namespace po::command_line_style;
    // No guessing: a shortened name would change its meaning with the next new option.
    po::store(last_wins(po::command_line_parser(words)
                            .options(all)
                            .positional(places)
                            .style(unix_style & ~allow_guessing)
                            .run(),
                        visible),
              map);
    if (map.count("config") > 0) {
      const auto path = map["config"].as<std::string>();
      std::ifstream file{path};
      if (!file) throw UsageError{fmt::format("--config {}: cannot be read", path)};
      po::store(last_wins(po::parse_config_file(file, visible), visible), map);
    }
  } catch (const po::unknown_option& error) {
    std::string name = error.get_option_name();
    if (!name.starts_with('-')) name = "--" + name;  // in a configuration file
    const auto near = nearest(name, names_of(visible));
    throw UsageError{
        fmt::format("{} has no option {}{}; see semsite {} --help", command, name,
                    near ? fmt::format(" (did you mean {}?)", *near) : "", command)};
  } catch (const po::error& error) {
    throw UsageError{fmt::format("{}; see semsite {} --help", error.what(), command)};
  }
  return map;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return equal_ignoring_case(text, word); });
}

/// What a file of options says of a switch; the command line only names it.
bool is_on(const std::string& name, const po::variable_value& value) {
  const auto* const text = boost::any_cast<std::string>(&value.value());
  if (text == nullptr || is_one_of(*text, {"", "true", "yes", "on", "1"})) return true;
  if (is_one_of(*text, {"false", "no", "off", "0"})) return false;
  throw UsageError{
      fmt::format("--config: {} = {}: a switch is true or false", name, excerpt(*text))};
}

/// The texts of an option that takes some.
Strings texts_of(const po::variable_value& value) {
  if (const auto* text = boost::any_cast<std::string>(&value.value())) return {*text};
  if (const auto* texts = boost::any_cast<Strings>(&value.value())) return *texts;
  return {};
}

}  // namespace

bool GivenOptions::has(const std::string& name) const { return texts_.contains(name); }

std::string GivenOptions::text(const std::string& name,
                               const std::string& otherwise) const {
  const auto found = texts_.find(name);
  return found == texts_.end() || found->second.empty() ? otherwise
                                                        : found->second.front();
}

std::vector<std::string> GivenOptions::texts(const std::string& name) const {
  const auto found = texts_.find(name);
  return found == texts_.end() ? Strings{} : found->second;
}

CommandLine read_words(const std::string& command, const Strings& words) {
  const po::options_description visible = options_of(command);
  std::map<std::string, Strings> texts;
  for (const auto& [name, value] : parse(words, visible, command)) {
    const po::option_description* const option = visible.find_nothrow(name, false);
    if (option != nullptr && option->semantic()->max_tokens() == 0) {
      if (is_on(name, value)) texts.emplace(name, Strings{});
    } else {
      texts.emplace(name, texts_of(value));
    }
  }
  CommandLine out;
  if (const auto found = texts.find("argument"); found != texts.end()) {
    out.arguments = std::move(found->second);
    texts.erase(found);
  }
  out.options = GivenOptions{std::move(texts)};
  return out;
}

std::string option_help(const std::string& command) {
  std::ostringstream out;
  out << options_of(command);
  return out.str();
}

}  // namespace semsite
