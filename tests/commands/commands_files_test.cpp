#include "commands/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/commands_kit.hpp"
#include "commands/inspect.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::commands_files_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Options, AHeaderFileStandsForADocumentOrGoesWithOne) {
  const TemporaryFolder folder;
  const std::string file = folder.file("header");
  write_file(file, "HTTP/1.1 200 OK\r\nLink: <a>; rel=item\r\n");
  const InspectCommandOptions alone =
      read_inspect(command_line({"inspect", "--header-file", file}));
  EXPECT_THAT(alone.link_fields, ElementsAre("<a>; rel=item"));
  EXPECT_TRUE(alone.urls.empty());
  const InspectCommandOptions beside =
      read_inspect(command_line({"inspect", "--header-file", file, "x.html"}));
  EXPECT_EQ(beside.urls.size(), 1U);
  EXPECT_THROW((void)read_command({"inspect", "--header-file", file, "x", "y"}),
               UsageError);
  EXPECT_THROW((void)read_command({"inspect", "--header-file", folder.file("none")}),
               UsageError);
  EXPECT_THROW((void)read_command({"inspect"}), UsageError);
}

TEST(Options, TheConfigFileYieldsToTheCommandLine) {  // --config
  const TemporaryFolder folder;
  const std::string path = folder.file("config");
  write_file(path, "# ours\nretries = 5\ndelay=2\nheader = A: b\nprefer = crawl\n");
  const FetchCommandOptions out = fetch({"--config", path, "--delay", "1", "-H", "C: d"});
  EXPECT_EQ(out.network.retry.max_attempts, 5U);
  EXPECT_EQ(out.discovery.policy.delay_seconds, 1.0);
  EXPECT_THAT(out.network.transport.headers,
              testing::UnorderedElementsAre("A: b", "C: d"));
  EXPECT_EQ(out.discovery.policy.order.at(0), Way::crawl);
  write_file(path, "retrys = 5\n");
  EXPECT_THAT(refusal({"fetch", kSite, "--config", path}),
              HasSubstr(":1: there is no option --retrys (did you mean --retries?)"));
  write_file(path, "# ours\nno value here\n");
  EXPECT_EQ(refusal({"fetch", kSite, "--config", path}),
            path + ":2: write it as name = value");
}

TEST(Options, TheLastOfARepeatedOptionCountsInTheConfigFileToo) {
  const TemporaryFolder folder;
  const std::string path = folder.file("config");
  write_file(path, "retries = 5\nretries = 4\n");
  EXPECT_EQ(fetch({"--config", path}).network.retry.max_attempts, 4U);
}

TEST(Options, AFlagOfTheConfigFileCanBeOff) {
  const TemporaryFolder folder;
  const std::string path = folder.file("config");
  write_file(path, "descriptions = true\nignore-robots = false\nno-head = no\n");
  const FetchCommandOptions out = fetch({"--config", path});
  EXPECT_TRUE(out.discovery.probe.describe);
  EXPECT_FALSE(out.network.ignore_robots);
  EXPECT_TRUE(out.discovery.weigh);
  write_file(path, "ignore-robots = perhaps\n");
  EXPECT_THAT(refusal({"fetch", kSite, "--config", path}), HasSubstr("ignore-robots"));
}

TEST(Options, SitesComeFromAFileToo) {  // --sites
  const TemporaryFolder folder;
  write_file(folder.file("sites"),
             "# list\n\n http://b.example/x \r\nhttps://c.example\n");
  const FetchCommandOptions out = fetch({"--sites", folder.file("sites")});
  EXPECT_THAT(out.discovery.urls,
              ElementsAre(kSite, "http://b.example/x", HasSubstr("https://c.example")));
  EXPECT_THAT(out.network.transport.named_hosts,
              ElementsAre("a.example", "b.example", "c.example"));
  EXPECT_EQ(refusal({"plan", "--sites", folder.file("sites")}), "accepted");
}

}  // namespace
}  // namespace semsite::test::commands_files_test
