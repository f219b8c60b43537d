#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace semsite {

/// A variable of the environment; empty if it is not set.
using AwsEnvironment = std::function<std::string(const char* name)>;

/// Sections of the shared files of the AWS tools, each a map of its settings. What is
/// nested (`s3 =` with indented lines under it) has a name of both: "s3.endpoint_url".
using AwsSections =
    std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>>;

/// Reads the text of such a file. Lines that are none of its form are passed over.
[[nodiscard]] AwsSections read_aws_sections(std::string_view text);

/// What the environment and the shared files say.
struct AwsSettings {
  AwsEnvironment environment;
  std::string profile =
      "default";                  ///< `AWS_PROFILE`, `AWS_DEFAULT_PROFILE`, or "default"
  bool is_profile_named = false;  ///< by the environment
  std::string credentials_file{},
      config_file{};                    ///< paths, whether they are there or not
  AwsSections credentials{}, config{};  ///< what they hold

  /// The profile's section of the config file: "[profile NAME]", "[default]".
  [[nodiscard]] std::string of_config(std::string_view name) const;
  /// The profile's section of the credentials file.
  [[nodiscard]] std::string of_credentials(std::string_view name) const;

  /// `AWS_REGION`, `AWS_DEFAULT_REGION`, the profile's; empty: nothing says.
  [[nodiscard]] std::string region() const;
  /// The endpoint of a service ("s3", "sts"): `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`,
  /// the profile's; empty: that of AWS.
  [[nodiscard]] std::string endpoint(std::string_view service) const;
  /// `AWS_CA_BUNDLE`, the profile's.
  [[nodiscard]] std::string ca_bundle() const;
};

/// Reads the files that `environment` names, or those in ~/.aws. One that is not there is
/// empty. Throws RunError if one cannot be read.
[[nodiscard]] AwsSettings read_aws_settings(AwsEnvironment environment);

/// The environment of this process.
[[nodiscard]] AwsEnvironment process_environment();

}  // namespace semsite
