#include "commands/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands_kit.hpp"
#include "commands/inspect.hpp"
#include "commands/plan.hpp"
#include "commands/validate.hpp"
#include "map/mapping_text.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::commands_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Options, HaveTheDefaultsOfTheManual) {
  const FetchCommandOptions out = fetch({});
  EXPECT_EQ(out.output.path, "-");
  EXPECT_EQ(out.output.form.format, OutputFormat::nquads);
  EXPECT_EQ(out.graph.use, GraphUse::automatic);
  EXPECT_EQ(out.output.faults.on_error, OnError::skip);
  EXPECT_EQ(out.network.retry.max_attempts, 3U);
  EXPECT_EQ(out.network.transport.connections, 2U);
  EXPECT_EQ(out.network.transport.parallel, 64U);
  EXPECT_FALSE(out.network.transport.delay);
  EXPECT_FALSE(out.network.transport.allow_private);
  EXPECT_TRUE(out.discovery.weigh);
  EXPECT_EQ(out.discovery.crawl.max_pages, 10'000U);
  EXPECT_EQ(out.discovery.probe.max_sitemaps, 1000U);
  EXPECT_EQ(out.messages.verbosity, Verbosity::normal);
  EXPECT_THAT(out.network.transport.named_hosts, ElementsAre("a.example"));
  EXPECT_THAT(out.words, ElementsAre("semsite", "fetch", kSite));
  EXPECT_EQ(convert({"-"}).graph.use, GraphUse::own);
}

/// The options of `fetch` with these words.
FetchCommandOptions fetch_with(Texts words) {
  words.insert(words.begin(), "fetch");
  return read_fetch(command_line(words));
}

/// Every long option of `command`, with a value if it takes one.
std::vector<Texts> listed_options(const std::string& command) {
  std::vector<Texts> out;
  for (const OptionGroup& group : find_command(command).options())
    for (const OptionRow& row : group.rows) {
      out.push_back({"--" + std::string{row.name}});
      if (!row.is_switch()) out.back().emplace_back("VALUE");
    }
  return out;
}

TEST(Options, TheLastOfARepeatedOptionCounts) {  // as in curl
  const FetchCommandOptions out =
      fetch({"--seed", "1", "-o", "a", "--header", "A: b", "--seed", "2", "-o", "b",
             "--header", "C: d", "-v", "-v"});
  EXPECT_EQ(out.discovery.policy.seed, 2U);
  EXPECT_EQ(out.output.path, "b");
  EXPECT_EQ(out.network.transport.headers.size(), 2U);
  EXPECT_EQ(out.messages.verbosity, Verbosity::verbose);
}

TEST(Options, ALoginInTheUrlIsUsedAndNeverShown) {
  const FetchCommandOptions out = fetch_with({"http://jo:a%40b@a.example:81/x"});
  EXPECT_EQ(out.network.transport.user, "");
  EXPECT_THAT(out.network.transport.logins,
              ElementsAre(testing::Pair("http://a.example:81", "jo:a@b")));
  EXPECT_EQ(out.discovery.urls, Texts{"http://a.example:81/x"});
  EXPECT_EQ(out.network.transport.named_hosts, Texts{"a.example"});
  EXPECT_EQ(out.network.transport.named_origins, Texts{"http://a.example:81"});
  EXPECT_EQ(
      fetch_with({"http://jo:x@a.example/", "--user", "al:y"}).network.transport.user,
      "al:y");
}

TEST(Options, OfSeveralUrlsEachKeepsItsOwnLogin) {
  const FetchCommandOptions out = fetch_with(
      {"http://jo:x@a.example/", "https://al:y@a.example/b", "http://c.example/"});
  EXPECT_EQ(out.discovery.urls,
            (Texts{"http://a.example/", "https://a.example/b", "http://c.example/"}));
  EXPECT_THAT(out.network.transport.logins,
              ElementsAre(testing::Pair("http://a.example:80", "jo:x"),
                          testing::Pair("https://a.example:443", "al:y")));
}

TEST(Options, AGraphStoreIsAPlaceThatTheUserNamed) {
  const FetchCommandOptions out =
      fetch_with({"http://jo:x@a.example/", "--graph-store", "http://b.example/store"});
  EXPECT_EQ(out.discovery.policy.graph_store, "http://b.example/store");
  EXPECT_EQ(out.network.transport.named_hosts, (Texts{"b.example", "a.example"}));
  EXPECT_THAT(out.network.transport.logins,  // it is for a.example alone
              ElementsAre(testing::Pair("http://a.example:80", "jo:x")));
  EXPECT_EQ(out.network.transport.user, "");
  EXPECT_EQ(refusal({"fetch", kSite, "--graph-store", "store"}),
            "--graph-store store: no http or https URL");
  EXPECT_EQ(refusal({"fetch", kSite, "http://b.example/", "--graph-store", "http://c/"}),
            "--graph-store belongs to one site, not to several");
}

TEST(Options, EveryListedOptionIsReadWithAFittingValue) {
  const TemporaryFolder folder;
  write_file(folder.file("sites"), "http://b.example/\n");
  write_file(folder.file("config"), "retries = 2\n");
  write_file(folder.file("ranges"), "2001:db8::/32 documentation\n");
  write_file(folder.file("context"), "{}");
  write_file(folder.file("map"), "{}");
  write_file(folder.file("mapping"), mapping_text(url_map("[ rml:predicate ex:p ; "
                                                          "rml:object 1 ]")));
  const std::vector<std::pair<std::string, std::string>> values{
      {"--log", "json"},
      {"--color", "never"},
      {"--config", folder.file("config")},
      {"--delay", "1"},
      {"--rate", "1M/s"},
      {"--connections", "1"},
      {"--parallel", "1"},
      {"--nofollow", "ignore"},
      {"--canonical", "keep"},
      {"--shared-address", "192.0.2.0/24"},
      {"--shared-addresses", folder.file("ranges")},
      {"--header", "A: b"},
      {"--connect-to", "a:80:b:81"},
      {"--resolve", "a:80:127.0.0.1"},
      {"--s3-endpoint", "http://a.example:9000"},
      {"--s3-style", "path"},
      {"--prefer", "dump"},
      {"--only", "crawl"},
      {"--graph-store", "http://a.example/store"},
      {"--dump-semantics", "parts"},
      {"--seed", "1"},
      {"--base", "http://a.example/x"},
      {"--since", "2026-11-01"},
      {"--include", "*/a/*"},
      {"--exclude", "https://a.example/*"},
      {"--follow", "describedby"},
      {"--ocx-format", "JSON-LD"},
      {"--resource", "http://a.example/id/1"},
      {"--jsonld-mode", "json-ld-1.0"},
      {"--rdf-direction", "i18n-datatype"},
      {"--expand-context", folder.file("context")},
      {"--document-map", folder.file("map")},
      {"--mappings", folder.file("mapping")},
      {"--header-file", folder.file("sites")},
      {"--sites", folder.file("sites")},
      {"--on-error", "fail"},
      {"--graph", "own"},
      {"--progress", "none"},
      {"--retries", "2"},
      {"--user", "ada:word"},
      {"--retry-delay", "1"},
      {"--connect-timeout", "1"},
      {"--stall-timeout", "1"},
      {"--by", "scbd"},
      {"--prefix", "http://a.example/id/"},
      {"--memory", "1G"},
      {"--slice", "auto"},
      {"--load", "http://store.example/"},
      {"--protocol", "gsp"},
      {"--query", "http://store.example/query"},
      {"--load-user", "a:b"},
      {"--fail-on", "note"},
      {"--ignore", "sitemap.order"},
      {"--jsonld", "stream"},
      {"--context", "http://context.example/"},
      {"--class", "schema:Place"},
      {"--predicates", "schema:name"},
      {"--many", "rows"},
      {"--rdf", "1.1"},
      {"--triple-terms", "reify"},
      {"--direction", "drop"},
      {"--range", "3/7"},
      {"--metrics", "run.prom"},
      {"--queue", "postgresql://q.example/semsite"},
      // Files that can be read.
      {"--cacert", "/dev/null"},
      {"--cert", "/dev/null"},
      {"--key", "/dev/null"}};
  // What only makes sense beside others.
  const Texts slicing{"--closure", "--prefix", "--tmp", "--memory"};
  const Texts of_jsonld{"--jsonld", "--context", "--native-types", "--use-rdf-type"};
  const Texts of_table{"--class", "--predicates", "--many", "--tmp", "--memory"};
  const Texts loading{"--load",    "--load-user", "--protocol",   "--query",
                      "--replace", "--verify",    "--batch-size", "--batch-time"};
  const Texts queueing{"--name", "--run", "--lease", "--snapshot-every",
                       "--retry-failed"};
  for (const std::string command :
       {"plan", "fetch", "convert", "slice", "inspect", "validate"}) {
    const std::vector<Texts> options = listed_options(command);
    EXPECT_GT(options.size(), 20U) << command;
    for (const Texts& option : options) {
      if (option[0] == "--help") continue;
      Texts words{command, kSite, option[0]};
      if (option.size() > 1) {
        const auto known = std::ranges::find_if(
            values, [&](const auto& pair) { return pair.first == option[0]; });
        std::string value = known != values.end() ? known->second : "7";
        const bool tells = command == "plan" || command == "validate";
        if (option[0] == "--format") value = tells ? "json" : "turtle";
        if (command == "validate" && option[0] == "--only") value = "sitemap.*";
        if (command != "validate" && option[0] == "--pages") value = "never";
        if (option[0] == "--guess") value = "more";
        if (command == "fetch" && option[0] == "--fail-on") value = "5%";
        if (option[0] == "--scope") value = "host";
        words.push_back(value);
      }
      const auto is_among = [&](const Texts& names) {
        return command == "fetch" && std::ranges::find(names, option[0]) != names.end();
      };
      if (is_among(slicing) || option[0] == "--slice")
        words.insert(words.end(), {"-o", "9"});
      if (is_among(slicing)) words.insert(words.end(), {"--slice", "subject"});
      if (is_among(loading) || option[0] == "--due" || option[0] == "--keep-gone")
        words.insert(words.end(), {"-o", "9"});
      if (is_among(loading) && option[0] != "--load")
        words.insert(words.end(), {"--load", "http://store.example/"});
      const bool has_forms =
          command == "fetch" || command == "convert" || command == "slice";
      if (has_forms && std::ranges::find(of_jsonld, option[0]) != of_jsonld.end())
        words.insert(words.end(), {"--format", "jsonld"});
      if ((command == "convert" || (command == "fetch" && !is_among(slicing))) &&
          std::ranges::find(of_table, option[0]) != of_table.end()) {
        words.insert(words.end(), {"-o", "9.csv"});
        if (option[0] != "--class") words.insert(words.end(), {"--class", "x:c"});
      }
      if (is_among(queueing) || option[0] == "--queue")
        words.insert(words.end(), {"-o", "9/"});
      if (is_among(queueing))
        words.insert(words.end(), {"--queue", "postgresql://q.example/semsite"});
      if (option[0] != "--name" && (is_among(queueing) || option[0] == "--queue"))
        words.insert(words.end(), {"--name", "nightly"});
      if (option[0] == "--part-size")
        words.insert(words.end(), {"-o", folder.file("parts/")});
      if (option[0] == "--work") words.insert(words.end(), {"-o", "s3://bucket/parts/"});
      if (option[0] == "--changes")
        words.insert(words.end(), {"-o", "9", "--state", "8"});
      EXPECT_EQ(refusal(words), "accepted") << command << " " << option[0];
    }
  }
}

TEST(Options, HelpAndVersionNeedNothingElse) {
  EXPECT_THAT(read_command({"--help"}).help, HasSubstr("Usage: semsite COMMAND"));
  EXPECT_THAT(read_command({"--version"}).help, testing::StartsWith("semsite "));
  EXPECT_THAT(read_command({"fetch", "-h"}).help, HasSubstr("--prefer LIST"));
  EXPECT_THAT(read_command({"convert", "--help"}).help, HasSubstr("--syntax NAME"));
}

TEST(Options, PreferOrdersAndOnlyLimitsTheWays) {
  using enum Way;
  EXPECT_THAT(fetch({"--prefer", "sparql"}).discovery.policy.order,
              ElementsAre(sparql, dump, fragments, crawl));
  EXPECT_THAT(fetch({"--prefer", "crawl, dump"}).discovery.policy.order,
              ElementsAre(crawl, dump, fragments, sparql));
  EXPECT_TRUE(fetch({"--prefer", "sparql"}).discovery.policy.only.empty());
  const FetchCommandOptions only = fetch({"--only", "sparql,dump,sparql"});
  EXPECT_THAT(only.discovery.policy.only, ElementsAre(sparql, dump));
  EXPECT_THAT(only.discovery.policy.order, ElementsAre(sparql, dump, fragments, crawl));
}

TEST(Options, SizesAndDurationsReachTheirPlaces) {
  const FetchCommandOptions out = fetch(
      {"--max-bytes",   "1.5G",  "--max-time",      "2h",  "--rate",          "500k/s",
       "--delay",       "250ms", "--max-line",      "1Mi", "--stall-timeout", "2m",
       "--retry-delay", "0.5",   "--max-redirects", "4",   "--connections",   "0",
       "--retries",     "0"});
  EXPECT_EQ(out.discovery.max_bytes, 1'500'000'000U);
  EXPECT_EQ(out.discovery.max_seconds, 7200.0);
  EXPECT_EQ(out.discovery.policy.max_seconds, 7200.0);
  EXPECT_EQ(out.network.transport.rate, 500'000U);
  EXPECT_EQ(out.network.transport.delay, std::chrono::milliseconds{250});
  EXPECT_EQ(out.discovery.policy.delay_seconds, 0.25);
  EXPECT_EQ(out.network.limits.literal_bytes, 1024U * 1024);
  EXPECT_EQ(out.network.limits.stall_timeout, std::chrono::seconds{120});
  EXPECT_EQ(out.network.transport.limits.stall_timeout, std::chrono::seconds{120});
  EXPECT_EQ(out.network.retry.first_pause, std::chrono::milliseconds{500});
  EXPECT_EQ(out.network.limits.redirects, 4U);
  EXPECT_EQ(out.network.transport.connections, 1U);  // none at all would wait for ever
  EXPECT_EQ(out.network.retry.max_attempts, 1U);
}

// docs/load.md: it is the user's own store.
TEST(Options, ALoadHasDefaultsOfItsOwn) {
  const LoadOptions out =
      read_load(command_line({"load", "dump.nt", "--to", "http://s.example/"}));
  EXPECT_EQ(out.network.transport.delay, std::chrono::milliseconds{0});
  EXPECT_EQ(out.network.limits.stall_timeout, std::chrono::seconds{300});
  const LoadOptions given = read_load(
      command_line({"load", "dump.nt", "--to", "http://s.example/", "--connections", "1",
                    "--delay", "2", "--stall-timeout", "9"}));
  EXPECT_EQ(given.network.transport.connections, 1U);
  EXPECT_EQ(given.network.transport.delay, std::chrono::seconds{2});
  EXPECT_EQ(given.network.limits.stall_timeout, std::chrono::seconds{9});
}

// Every bound is an option, of every command that reads with it.
TEST(Options, LimitsReachEveryCommand) {
  const auto line = [](const std::string& command) {
    return command_line({command,
                         "http://a.example/",
                         "--max-page",
                         "1k",
                         "--max-context",
                         "2k",
                         "--max-contexts",
                         "3",
                         "--max-json-depth",
                         "4",
                         "--max-xml-depth",
                         "2000",
                         "--max-turtle-depth",
                         "6",
                         "--max-robots-bytes",
                         "7k",
                         "--max-sitemap-bytes",
                         "8k",
                         "--max-sitemap-entries",
                         "9"});
  };
  for (const NetworkOptions& network :
       {read_plan(line("plan")).network, read_fetch(line("fetch")).network,
        read_convert(line("convert")).network, read_slice(line("slice")).network,
        read_inspect(line("inspect")).network, read_validate(line("validate")).network})
    for (const Limits& limits : {network.limits, network.transport.limits}) {
      EXPECT_EQ(limits.page_bytes, 1000U);
      EXPECT_EQ(limits.context_bytes, 2000U);
      EXPECT_EQ(limits.contexts, 3U);
      EXPECT_EQ(limits.json_depth, 4U);
      EXPECT_EQ(limits.xml_depth, 2000U);
      EXPECT_EQ(limits.turtle_depth, 6U);
      EXPECT_EQ(limits.robots_bytes, 7000U);
      EXPECT_EQ(limits.sitemap_bytes, 8000U);
      EXPECT_EQ(limits.sitemap_entries, 9U);
    }
}

TEST(Options, APathBecomesAFileUrl) {
  const std::vector<std::string> urls =
      convert({"/data/a b.nt", "-", "C.nt"}).reading.urls;
  ASSERT_EQ(urls.size(), 3U);
  EXPECT_EQ(urls[0], "file:///data/a%20b.nt");
  EXPECT_EQ(urls[1], "-");
  EXPECT_THAT(urls[2], testing::MatchesRegex("file:///.*/C[.]nt"));
}

TEST(Options, OutputOptionsAreRead) {
  const FetchCommandOptions out = fetch(
      {"-o", "x.nq.zst", "--format", "trig", "--graph", "none", "--on-error", "fail",
       "--quarantine", "q", "--report", "r.json", "--progress", "plain", "-q"});
  EXPECT_EQ(out.output.path, "x.nq.zst");
  EXPECT_EQ(out.output.form.format, OutputFormat::trig);
  EXPECT_EQ(out.graph.use, GraphUse::none);
  EXPECT_EQ(out.output.faults.on_error, OnError::fail);
  EXPECT_EQ(out.output.faults.quarantine, "q");
  EXPECT_EQ(out.reports, std::vector<std::string>{"r.json"});
  EXPECT_EQ(out.messages.progress, ProgressStyle::plain);
  EXPECT_EQ(out.messages.verbosity, Verbosity::quiet);
  for (const auto& [word, format] :
       {std::pair{"json", PlanFormat::json}, {"turtle", PlanFormat::turtle}})
    EXPECT_EQ(read_plan(command_line({"plan", kSite, "--format", word})).format, format);
}

TEST(Options, TheUserAgentNamesTheContact) {
  EXPECT_THAT(fetch({"--contact", "me@a.example"}).network.transport.user_agent,
              testing::MatchesRegex("semsite/.* [(][+]me@a[.]example[)]"));
  EXPECT_EQ(fetch({"--user-agent", "x"}).network.transport.user_agent, "x");
}

}  // namespace
}  // namespace semsite::test::commands_test
