#include "commands/option_table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.hpp"
#include "commands/plan.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::option_table_test {
namespace {

using Words = std::vector<std::string>;

std::string complaint(const Words& words) {
  try {
    (void)read_command(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(OptionTable, ReadsWordsWithTheirDefaults) {
  const PlanCommandOptions options =
      read_plan(command_line({"plan", "http://example.org/"}));
  EXPECT_EQ(options.discovery.urls, Words{"http://example.org/"});
  EXPECT_EQ(options.network.transport.named_hosts, Words{"example.org"});
  EXPECT_EQ(options.network.retry.max_attempts, 3U);
  EXPECT_EQ(options.discovery.probe.guess, Guess::root);
  EXPECT_TRUE(options.discovery.weigh);
}

TEST(OptionTable, ReadsValuesAndRepeatedOptions) {
  const PlanCommandOptions options = read_plan(
      command_line({"plan", "--delay=2", "-H", "A: b", "--header", "C: d", "--guess",
                    "more", "--max-bytes", "1.5k", "http://example.org/"}));
  EXPECT_EQ(options.network.transport.delay, std::chrono::milliseconds{2000});
  EXPECT_EQ(options.network.transport.headers, (Words{"A: b", "C: d"}));
  EXPECT_EQ(options.discovery.probe.guess, Guess::more);
  EXPECT_EQ(options.discovery.max_bytes, 1500U);
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
    const std::string help = read_command({command, "--help"}).help;
    EXPECT_TRUE(holds(help, "semsite " + command)) << help;
    EXPECT_TRUE(holds(read_command({command, "--help", "all"}).help, "--config FILE"))
        << command;
  }
}

TEST(OptionRows, SayWhatTheHelpShows) {
  const OptionTable table = find_command("fetch").options();
  const OptionRow* const output = find_row(table, "output");
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(output->letter, 'o');
  EXPECT_EQ(output->value, "FILE");
  EXPECT_FALSE(output->repeatable);
  EXPECT_FALSE(output->is_switch());
  const OptionRow* const header = find_row(table, "header");
  ASSERT_NE(header, nullptr);
  EXPECT_TRUE(header->repeatable);
  const OptionRow* const no_head = find_row(table, "no-head");
  ASSERT_NE(no_head, nullptr);
  EXPECT_TRUE(no_head->is_switch());
  EXPECT_EQ(no_head->letter, 0);
  EXPECT_EQ(find_row(table, "by"), nullptr) << "is an option of slice";
}

TEST(OptionRows, AreAllOfEveryCommandEachOnceWithGroupAndMeaning) {
  for (const Command& command : commands()) {
    std::set<std::string_view> names;
    std::set<std::string_view> words;
    std::set<char> letters;
    for (const OptionGroup& group : command.options()) {
      EXPECT_FALSE(group.heading.empty()) << command.name;
      EXPECT_TRUE(words.insert(group.name).second) << command.name << group.name;
      for (const OptionRow& row : group.rows) {
        EXPECT_TRUE(names.insert(row.name).second) << command.name << " " << row.name;
        if (row.letter != 0) {
          EXPECT_TRUE(letters.insert(row.letter).second) << command.name << row.letter;
        }
        EXPECT_FALSE(row.does.empty()) << command.name << " " << row.name;
        EXPECT_FALSE(row.is_switch() && row.file != FileUse::none) << row.name;
        EXPECT_FALSE(row.common && row.idle) << row.name;
      }
    }
    EXPECT_TRUE(names.contains("config")) << command.name;
  }
}

class ConfigFile : public testing::Test {
 protected:
  Words words_for(const std::string& text, const Words& more = {}) {
    std::ofstream{path_} << text;
    Words words{"plan", "--config", path_, "http://example.org/"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  PlanCommandOptions read(const std::string& text, const Words& more = {}) {
    return read_plan(command_line(words_for(text, more)));
  }

  std::string complaint_of(const std::string& text, const Words& more = {}) {
    try {
      (void)read_command(words_for(text, more));
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
  EXPECT_EQ(read(text).network.retry.max_attempts, 5U);
  const PlanCommandOptions options = read(text, {"--delay", "3"});
  EXPECT_EQ(options.network.transport.delay, std::chrono::milliseconds{3000});
  EXPECT_EQ(options.network.retry.max_attempts, 5U);
}

TEST_F(ConfigFile, RepeatsWhatMayBeRepeated) {
  EXPECT_EQ(read("header = A: b\nheader = C: d\n").network.transport.headers,
            (Words{"A: b", "C: d"}));
  EXPECT_EQ(read("header = A: b\n", {"-H", "E: f"}).network.transport.headers.size(), 2U);
}

TEST_F(ConfigFile, TurnsSwitchesOnAndOff) {
  EXPECT_TRUE(read("descriptions = true\n").discovery.probe.describe);
  EXPECT_TRUE(read("descriptions =\n").discovery.probe.describe);
  EXPECT_FALSE(read("descriptions = false\n").discovery.probe.describe);
  EXPECT_FALSE(read("descriptions = No\n").discovery.probe.describe);
  EXPECT_TRUE(read("descriptions = off\n", {"--descriptions"}).discovery.probe.describe);
  EXPECT_THROW((void)read("descriptions = perhaps\n"), UsageError);
}

TEST_F(ConfigFile, PassesOverWhatOnlyAnotherCommandHas) {
  EXPECT_EQ(read("report = r.json\nretries = 5\n").network.retry.max_attempts, 5U);
  EXPECT_EQ(complaint_of("[plan]\nreport = r.json\n"),
            path_ +
                ":2: plan has no option --report; fetch, convert, slice, load and index "
                "have --report "
                "FILE");
}

TEST_F(ConfigFile, HasSectionsForCommands) {
  EXPECT_EQ(read("[plan]\nretries = 4\n").network.retry.max_attempts, 4U);
  EXPECT_EQ(read("[fetch]\nretries = 4\n").network.retry.max_attempts, 3U);
  // A section wins over what is said for every command, wherever it stands.
  EXPECT_EQ(
      read("[plan]\nretries = 4\n[convert]\nretries = 6\n").network.retry.max_attempts,
      4U);
  EXPECT_EQ(read("retries = 2\n[plan]\nretries = 4\n").network.retry.max_attempts, 4U);
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
  EXPECT_EQ(complaint_of("\n\ndescriptions = perhaps\n"),
            path_ + ":3: --descriptions perhaps: a switch is true or false");
  EXPECT_EQ(complaint_of("[plan]\nformat = jsn\n"),
            path_ +
                ":2: --format jsn: choose one of text, json, turtle (did you mean "
                "json?)");
  EXPECT_EQ(complaint_of("\nsites =\n"),
            path_ +
                ":2: --sites: the name of the file is empty (is a variable of the "
                "shell not set?)");
  // The command line is what is wrong here.
  EXPECT_EQ(complaint_of("retries = 2\n", {"--retries", "many"}),
            "--retries many: not a whole number");
}

TEST_F(ConfigFile, NeverShowsASecret) {
  EXPECT_FALSE(holds(complaint_of("user me:secret\n"), "secret"));
  EXPECT_FALSE(holds(complaint_of("header = Authorization secret\n"), "secret"));
  EXPECT_FALSE(holds(complaint_of("user = \"me:secret\n"), "secret"));
  const PlanCommandOptions options =
      read("user = me:secret\nheader = Authorization: secret\n");
  EXPECT_EQ(options.network.transport.user, "me:secret");
  for (const std::string& word : command_line(words_for("user = me:secret\n")).words)
    EXPECT_FALSE(holds(word, "secret"));
}

TEST_F(ConfigFile, RefusesWhatTheCommandDoesNotKnow) {
  EXPECT_EQ(complaint_of("config = other\n"),
            path_ + ":1: config is for the command line only");
  EXPECT_THROW((void)read_command({"plan", "--config", path_ + ".gone", "http://e/"}),
               UsageError);
}

}  // namespace
}  // namespace semsite::option_table_test
