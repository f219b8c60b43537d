#include "s3/aws_settings.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "support/temporary_folder.hpp"

namespace semsite::test::aws_settings_test {
namespace {

AwsEnvironment environment_of(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string{} : found->second;
  };
}

TEST(AwsSettings, SectionsHoldSettingsAndWhatIsNestedInThem) {
  const AwsSections sections = read_aws_sections(
      "stray = 1\n# remark\n[default]\naws_access_key_id = AK#1 # remark\n"
      "[profile two]\r\nregion=eu-west-1\r\ns3 =\r\n  addressing_style = path\r\n"
      "  endpoint_url = http://a.example\r\noutput = json\nnonsense\n[open\n; more\n");
  EXPECT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections.at("default").at("aws_access_key_id"), "AK#1");
  EXPECT_EQ(sections.at("profile two").at("region"), "eu-west-1");
  EXPECT_EQ(sections.at("profile two").at("s3.addressing_style"), "path");
  EXPECT_EQ(sections.at("profile two").at("s3.endpoint_url"), "http://a.example");
  EXPECT_EQ(sections.at("profile two").at("output"), "json");
}

TEST(AwsSettings, TheEnvironmentWinsOverTheProfile) {
  const TemporaryFolder place;
  std::ofstream{place.file("config")}
      << "[default]\nregion = eu-west-1\n[profile two]\nregion = eu-west-2\n"
         "services = mine\nca_bundle = /ca.pem\nendpoint_url = http://all.example\n"
         "[services mine]\ns3 =\n  endpoint_url = http://s3.example\n";
  const std::string config = place.file("config");
  const auto with = [&](std::map<std::string, std::string> more) {
    more.emplace("AWS_CONFIG_FILE", config);
    return read_aws_settings(environment_of(std::move(more)));
  };
  EXPECT_EQ(with({}).region(), "eu-west-1");
  EXPECT_EQ(with({{"AWS_DEFAULT_REGION", "x-1"}}).region(), "x-1");
  EXPECT_EQ(with({{"AWS_REGION", "y-1"}, {"AWS_DEFAULT_REGION", "x-1"}}).region(), "y-1");
  const AwsSettings two = with({{"AWS_PROFILE", "two"}});
  EXPECT_TRUE(two.is_profile_named);
  EXPECT_EQ(two.region(), "eu-west-2");
  EXPECT_EQ(two.endpoint("s3"), "http://s3.example");
  EXPECT_EQ(two.endpoint("sts"), "http://all.example");
  EXPECT_EQ(two.ca_bundle(), "/ca.pem");
  EXPECT_EQ(
      with({{"AWS_PROFILE", "two"}, {"AWS_ENDPOINT_URL", "http://e"}}).endpoint("s3"),
      "http://e");
  EXPECT_EQ(with({{"AWS_PROFILE", "two"},
                  {"AWS_ENDPOINT_URL", "http://e"},
                  {"AWS_ENDPOINT_URL_S3", "http://e3"}})
                .endpoint("s3"),
            "http://e3");
  EXPECT_EQ(
      with({{"AWS_PROFILE", "two"}, {"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true"}})
          .endpoint("s3"),
      "");
}

TEST(AwsSettings, FilesThatAreNotThereSayNothing) {
  const AwsSettings none = read_aws_settings(environment_of({{"HOME", "/nowhere"}}));
  EXPECT_EQ(none.credentials_file, "/nowhere/.aws/credentials");
  EXPECT_EQ(none.profile, "default");
  EXPECT_EQ(none.region(), "");
  EXPECT_TRUE(read_aws_settings(environment_of({})).config_file.empty());
}

}  // namespace
}  // namespace semsite::test::aws_settings_test
