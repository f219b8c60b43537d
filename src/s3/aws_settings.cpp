#include "s3/aws_settings.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/ascii.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kDefault = "default";

AwsSections read_sections_at(const std::string& path) {
  std::error_code unknown;
  if (path.empty() || !std::filesystem::exists(path, unknown)) return {};
  try {
    return read_aws_sections(read_file(path));
  } catch (const DocumentError& error) {
    throw RunError{error.what()};
  }
}

std::string path_named(const AwsEnvironment& environment, const char* variable,
                       std::string_view otherwise) {
  std::string path = environment(variable);
  const std::string home = environment("HOME");
  if (path.empty())
    return home.empty() ? path : fmt::format("{}/.aws/{}", home, otherwise);
  if (path.starts_with("~/") && !home.empty()) path.replace(0, 1, home);
  return path;
}

std::string value_in(const AwsSections& sections, std::string_view section,
                     std::string_view name) {
  const auto found = sections.find(section);
  if (found == sections.end()) return {};
  const auto value = found->second.find(name);
  return value == found->second.end() ? std::string{} : value->second;
}

std::string upper(std::string_view text) {
  std::string out;
  for (const char c : text) out += is_lower(c) ? static_cast<char>(c - 32) : c;
  return out;
}

}  // namespace

AwsSections read_aws_sections(std::string_view text) {
  AwsSections out;
  std::string section;
  std::string outer;  // the setting whose value are the indented lines
  bool in_section = false;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view bare = trim(line);
    if (bare.empty() || bare.starts_with('#') || bare.starts_with(';')) continue;
    const std::size_t close = bare.find(']');
    if (bare.starts_with('[') && close != std::string_view::npos) {
      section = trim(bare.substr(1, close - 1));
      in_section = true;
      outer.clear();
      out[section];
      continue;
    }
    const std::size_t equals = bare.find('=');
    if (!in_section || equals == std::string_view::npos) continue;
    const std::string name{trim(bare.substr(0, equals))};
    std::string_view value = trim(bare.substr(equals + 1));
    // A remark stands behind white space: keys may hold these signs.
    for (const std::string_view mark : {" #", " ;", "\t#", "\t;"})
      value = trim(value.substr(0, value.find(mark)));
    const bool is_nested = is_space(line.front()) && !outer.empty();
    if (!is_nested) outer = value.empty() ? name : std::string{};
    out[section][is_nested ? fmt::format("{}.{}", outer, name) : name] = value;
  }
  return out;
}

std::string AwsSettings::of_config(std::string_view name) const {
  std::string out = value_in(config, fmt::format("profile {}", profile), name);
  if (out.empty() && profile == kDefault) out = value_in(config, kDefault, name);
  return out;
}

std::string AwsSettings::of_credentials(std::string_view name) const {
  return value_in(credentials, profile, name);
}

std::string AwsSettings::region() const {
  for (const char* const name : {"AWS_REGION", "AWS_DEFAULT_REGION"})
    if (std::string value = environment(name); !value.empty()) return value;
  return of_config("region");
}

std::string AwsSettings::endpoint(std::string_view service) const {
  if (lower_ascii(environment("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS")) == "true")
    return {};
  for (const std::string& name :
       {"AWS_ENDPOINT_URL_" + upper(service), std::string{"AWS_ENDPOINT_URL"}})
    if (std::string value = environment(name.c_str()); !value.empty()) return value;
  const std::string services = of_config("services");
  if (!services.empty())
    if (std::string value = value_in(config, fmt::format("services {}", services),
                                     fmt::format("{}.endpoint_url", service));
        !value.empty())
      return value;
  return of_config("endpoint_url");
}

std::string AwsSettings::ca_bundle() const {
  const std::string value = environment("AWS_CA_BUNDLE");
  return value.empty() ? of_config("ca_bundle") : value;
}

AwsSettings read_aws_settings(AwsEnvironment environment) {
  AwsSettings out{.environment = std::move(environment)};
  for (const char* const name : {"AWS_PROFILE", "AWS_DEFAULT_PROFILE"}) {
    const std::string value = out.environment(name);
    if (value.empty()) continue;
    out.profile = value;
    out.is_profile_named = true;
    break;
  }
  out.credentials_file =
      path_named(out.environment, "AWS_SHARED_CREDENTIALS_FILE", "credentials");
  out.config_file = path_named(out.environment, "AWS_CONFIG_FILE", "config");
  out.credentials = read_sections_at(out.credentials_file);
  out.config = read_sections_at(out.config_file);
  return out;
}

AwsEnvironment process_environment() {
  return [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string{value != nullptr ? value : ""};
  };
}

}  // namespace semsite
