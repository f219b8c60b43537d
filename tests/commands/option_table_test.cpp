#include "commands/options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "commands/help.hpp"
#include "commands/option_table.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite {
namespace {

using Words = std::vector<std::string>;

std::string complaint(const Words& words) {
  try {
    (void)parse_options(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(OptionTable, ReadsWordsWithTheirDefaults) {
  const Options options = parse_options({"fetch", "http://example.org/"});
  EXPECT_EQ(options.urls, Words{"http://example.org/"});
  EXPECT_EQ(options.transport.named_hosts, Words{"example.org"});
  EXPECT_EQ(options.output, "-");
  EXPECT_EQ(options.retry.max_attempts, 3U);
  EXPECT_FALSE(options.probe.guess);
  EXPECT_TRUE(options.weigh);
}

TEST(OptionTable, ReadsValuesAndRepeatedOptions) {
  const Options options =
      parse_options({"fetch", "--delay=2", "-H", "A: b", "--header", "C: d", "--guess",
                     "--max-bytes", "1.5k", "http://example.org/"});
  EXPECT_EQ(options.transport.delay, std::chrono::milliseconds{2000});
  EXPECT_EQ(options.transport.headers, (Words{"A: b", "C: d"}));
  EXPECT_TRUE(options.probe.guess);
  EXPECT_EQ(options.max_bytes, 1500U);
}

TEST(OptionTable, NamesTheNearestOption) {
  EXPECT_TRUE(holds(complaint({"plan", "--dely", "2", "http://example.org/"}),
                    "did you mean --delay?"));
  EXPECT_TRUE(holds(complaint({"plan", "--report", "r.json", "http://example.org/"}),
                    "plan has no option"));
}

TEST(OptionTable, TakesNoShortenedNames) {
  EXPECT_NE(complaint({"plan", "--dela", "2", "http://example.org/"}), "none");
}

TEST(OptionTable, SaysWhatAValueMayBe) {
  EXPECT_TRUE(holds(complaint({"fetch", "--format", "xls", "http://example.org/"}),
                    "choose one of nquads, ntriples, turtle, trig"));
  EXPECT_TRUE(holds(complaint({"fetch"}), "fetch needs a URL"));
}

TEST(OptionTable, EveryCommandHasHelpForItsOptions) {
  for (const Command& row : commands()) {
    const std::string command{row.name};
    const std::string help = parse_options({command, "--help"}).help;
    EXPECT_TRUE(holds(help, "semsite " + command)) << help;
    EXPECT_TRUE(holds(help, option_help(command))) << command;
    EXPECT_TRUE(holds(help, "--config FILE")) << command;
  }
}

const ListedOption* find(const std::vector<ListedOption>& options,
                         const std::string& name) {
  const auto found = std::ranges::find(options, name, &ListedOption::name);
  return found == options.end() ? nullptr : &*found;
}

TEST(ListedOptions, TellWhatTheHelpShows) {
  const std::vector<ListedOption> options = listed_options("fetch");
  const ListedOption* const output = find(options, "output");
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(output->group, "Output");
  EXPECT_EQ(output->letter, 'o');
  EXPECT_EQ(output->value, "FILE");
  EXPECT_FALSE(output->repeatable);
  const ListedOption* const header = find(options, "header");
  ASSERT_NE(header, nullptr);
  EXPECT_EQ(header->group, "Network");
  EXPECT_TRUE(header->repeatable);
  const ListedOption* const guess = find(options, "guess");
  ASSERT_NE(guess, nullptr);
  EXPECT_EQ(guess->value, "");
  EXPECT_EQ(guess->letter, 0);
}

TEST(ListedOptions, AreAllOfEveryCommandEachOnceWithGroupAndMeaning) {
  for (const Command& row : commands()) {
    const std::string command{row.name};
    std::set<std::string> names;
    for (const ListedOption& option : listed_options(command)) {
      EXPECT_TRUE(names.insert(option.name).second) << command << " " << option.name;
      EXPECT_FALSE(option.group.empty()) << command << " " << option.name;
      EXPECT_FALSE(option.does.empty()) << command << " " << option.name;
      EXPECT_TRUE(holds(option_help(command), "--" + option.name)) << command;
    }
    EXPECT_TRUE(names.contains("config")) << command;
  }
}

class ConfigFile : public testing::Test {
 protected:
  Options read(const std::string& text, const Words& more = {}) {
    std::ofstream{path_} << text;
    Words words{"plan", "--config", path_, "http://example.org/"};
    words.insert(words.end(), more.begin(), more.end());
    return parse_options(words);
  }

  std::string complaint_of(const std::string& text, const Words& more = {}) {
    try {
      (void)read(text, more);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.file("semsite.conf");
};

TEST_F(ConfigFile, GivesValuesThatTheCommandLineOverrides) {
  const std::string text = "# ours\ndelay = 2\nretries = 5\n";
  EXPECT_EQ(read(text).retry.max_attempts, 5U);
  const Options options = read(text, {"--delay", "3"});
  EXPECT_EQ(options.transport.delay, std::chrono::milliseconds{3000});
  EXPECT_EQ(options.retry.max_attempts, 5U);
}

TEST_F(ConfigFile, RepeatsWhatMayBeRepeated) {
  EXPECT_EQ(read("header = A: b\nheader = C: d\n").transport.headers,
            (Words{"A: b", "C: d"}));
  EXPECT_EQ(read("header = A: b\n", {"-H", "E: f"}).transport.headers.size(), 2U);
}

TEST_F(ConfigFile, TurnsSwitchesOnAndOff) {
  EXPECT_TRUE(read("guess = true\n").probe.guess);
  EXPECT_TRUE(read("guess =\n").probe.guess);
  EXPECT_FALSE(read("guess = false\n").probe.guess);
  EXPECT_FALSE(read("guess = No\n").probe.guess);
  EXPECT_TRUE(read("guess = off\n", {"--guess"}).probe.guess);
  EXPECT_THROW((void)read("guess = perhaps\n"), UsageError);
}

TEST_F(ConfigFile, PassesOverWhatOnlyAnotherCommandHas) {
  EXPECT_EQ(read("report = r.json\nretries = 5\n").retry.max_attempts, 5U);
  EXPECT_EQ(complaint_of("[plan]\nreport = r.json\n"),
            path_ + ":2: plan has no option --report");
}

TEST_F(ConfigFile, HasSectionsForCommands) {
  EXPECT_EQ(read("[plan]\nretries = 4\n").retry.max_attempts, 4U);
  EXPECT_EQ(read("[fetch]\nretries = 4\n").retry.max_attempts, 3U);
  // A section wins over what is said for every command, wherever it stands.
  EXPECT_EQ(read("[plan]\nretries = 4\n[convert]\nretries = 6\n").retry.max_attempts, 4U);
  EXPECT_EQ(read("retries = 2\n[plan]\nretries = 4\n").retry.max_attempts, 4U);
  EXPECT_EQ(complaint_of("[fecth]\n"),
            path_ + ":1: [fecth]: there is no such command (did you mean [fetch]?)");
}

TEST_F(ConfigFile, ChecksTheSectionsOfOtherCommandsToo) {
  EXPECT_EQ(complaint_of("\n[fetch]\nreprot = r.json\n"),
            path_ + ":3: fetch has no option --reprot (did you mean --report?)");
}

TEST_F(ConfigFile, ComplaintsOfValuesNameFileAndLine) {
  EXPECT_EQ(complaint_of("# ours\nretries = many\n"),
            path_ + ":2: --retries many: not a whole number");
  EXPECT_EQ(complaint_of("\n\nguess = perhaps\n"),
            path_ + ":3: --guess perhaps: a switch is true or false");
  EXPECT_EQ(complaint_of("[plan]\nformat = jsn\n"),
            path_ +
                ":2: --format jsn: choose one of text, json, turtle (did you mean "
                "json?)");
  // The command line is what is wrong here.
  EXPECT_EQ(complaint_of("retries = 2\n", {"--retries", "many"}),
            "--retries many: not a whole number");
}

TEST_F(ConfigFile, NeverShowsASecret) {
  EXPECT_FALSE(holds(complaint_of("user me:secret\n"), "secret"));
  EXPECT_FALSE(holds(complaint_of("header = Authorization secret\n"), "secret"));
  EXPECT_FALSE(holds(complaint_of("user = \"me:secret\n"), "secret"));
  const Options options = read("user = me:secret\nheader = Authorization: secret\n");
  EXPECT_EQ(options.transport.user, "me:secret");
  for (const std::string& word : options.words) EXPECT_FALSE(holds(word, "secret"));
}

TEST_F(ConfigFile, RefusesWhatTheCommandDoesNotKnow) {
  EXPECT_EQ(complaint_of("config = other\n"),
            path_ + ":1: config is for the command line only");
  EXPECT_THROW((void)parse_options({"plan", "--config", path_ + ".gone", "http://e/"}),
               UsageError);
}

}  // namespace
}  // namespace semsite
