#include "s3/credentials.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"
#include "fetch/body.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_value.hpp"
#include "s3/s3_answer.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kAnswerBytes = 256 * 1024;
constexpr milliseconds kNearWithin{2'000};
constexpr milliseconds kContainerWithin{5'000};
constexpr milliseconds kStsWithin{20'000};
constexpr milliseconds kPause{500};
/// Credentials are asked for anew so long before they expire, but no more often than
/// that.
constexpr std::int64_t kSecondsBefore = 300;
constexpr std::chrono::seconds kLeastBetween{30};

constexpr std::string_view kContainerHost = "http://169.254.170.2";
constexpr std::string_view kInstanceHost = "http://169.254.169.254";
constexpr std::string_view kInstanceHostIpv6 = "http://[fd00:ec2::254]";

[[noreturn]] void refuse(const std::string& why) {
  throw DocumentError{"s3.credentials", why};
}

/// A token of one line.
std::string token_in(const std::string& path, std::string_view variable) {
  try {
    return std::string{trim(read_file(path))};
  } catch (const DocumentError& error) {
    refuse(fmt::format("{}: {}", variable, error.what()));
  }
}

/// A field of a request that would end it would make another one of it.
void check_line(std::string_view value, std::string_view variable) {
  if (value.find_first_of(std::string_view{"\r\n\0", 3}) != std::string_view::npos)
    refuse(fmt::format("{}: it is more than one line", variable));
}

std::optional<std::int64_t> expiry_of(std::string_view text) {
  const auto time = parse_w3c_time(text);
  return time ? std::optional{time->begin} : std::nullopt;
}

/// What the endpoints of containers and instances answer.
AwsCredentials read_json_credentials(const std::string& text, const std::string& origin) {
  if (!is_utf8(text)) refuse(origin + " does not answer in UTF-8");
  JsonText json{text};
  JsonArena arena;
  constexpr std::uint32_t kDepth = 8;
  const JsonReader::Result read = read_json(json, arena, kDepth);
  const auto member = [&](std::string_view name) {
    const JsonValue* const value = read.problem.code.empty() && read.value.is_object()
                                       ? read.value.find(name)
                                       : nullptr;
    return value != nullptr && value->is_string() ? std::string{value->text()}
                                                  : std::string{};
  };
  AwsCredentials out{.key = {.id = member("AccessKeyId"),
                             .secret = member("SecretAccessKey"),
                             .token = member("Token")},
                     .expires = expiry_of(member("Expiration")),
                     .origin = origin};
  if (out.key.id.empty() || out.key.secret.empty())
    refuse(fmt::format("{} answers without credentials{}", origin,
                       member("Code").empty() ? "" : ": " + excerpt(member("Code"))));
  check_line(out.key.id, origin);
  check_line(out.key.token, origin);
  return out;
}

/// Plain http goes only where nobody can listen (as the AWS tools hold it).
bool may_be_plain(std::string_view url) {
  const std::string host = host_of(url);
  constexpr std::array<std::string_view, 6> kHosts{
      "169.254.170.2", "169.254.170.23", "fd00:ec2::23", "localhost", "127.0.0.1", "::1"};
  for (const std::string_view known : kHosts)
    if (host == known) return true;
  return host.starts_with("127.") &&
         host.find_first_not_of("0123456789.") == std::string::npos;
}

/// `text` with `***` for each of `secrets`.
std::string masked(std::string text, const std::vector<std::string>& secrets) {
  constexpr std::string_view kInstead = "***";
  for (const std::string& secret : secrets) {
    if (secret.empty()) continue;
    for (std::size_t at = text.find(secret); at != std::string::npos;
         at = text.find(secret, at + kInstead.size()))
      text.replace(at, secret.size(), kInstead);
  }
  return text;
}

}  // namespace

struct CredentialChain::Answer {
  int status = 0;  ///< 0: none came
  std::string text{};
  std::string problem{};  ///< why none came
};

CredentialChain::CredentialChain(AwsSettings settings, Transport& web, Transport& near,
                                 const Clock& clock, std::stop_token stop)
    : settings_(std::move(settings)),
      web_(web),
      near_(near),
      clock_(clock),
      stop_(std::move(stop)) {}

AwsCredentials CredentialChain::get() {
  const MutexLock lock{mutex_};
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::seconds>(clock_.wall().time_since_epoch())
          .count();
  const bool is_old = known_ && known_->expires &&
                      *known_->expires - kSecondsBefore < now &&
                      (*known_->expires <= now || clock_.now() - *found_ > kLeastBetween);
  if (known_ && !is_old) return *known_;
  known_ = find();
  found_ = clock_.now();
  return *known_;
}

std::string CredentialChain::without_keys(std::string text) {
  const MutexLock lock{mutex_};
  if (!known_) return text;
  return masked(std::move(text), {known_->key.secret, known_->key.token, known_->key.id});
}

void CredentialChain::forget(const AccessKey& key) {
  const MutexLock lock{mutex_};
  if (!known_ || known_->key.id != key.id || known_->key.token != key.token) return;
  known_.reset();
  settings_ = read_aws_settings(settings_.environment);
}

AwsCredentials CredentialChain::find() {
  looked_.clear();
  for (const auto provider :
       {&CredentialChain::of_environment, &CredentialChain::of_web_identity,
        &CredentialChain::of_files, &CredentialChain::of_container,
        &CredentialChain::of_instance})
    if (auto found = (this->*provider)()) return std::move(*found);
  refuse(fmt::format("no AWS credentials were found: {}; --s3-unsigned asks without keys",
                     looked_));
}

std::optional<AwsCredentials> CredentialChain::of_environment() {
  AwsCredentials out{.key = {.id = settings_.environment("AWS_ACCESS_KEY_ID"),
                             .secret = settings_.environment("AWS_SECRET_ACCESS_KEY"),
                             .token = settings_.environment("AWS_SESSION_TOKEN")},
                     .origin = "the environment"};
  if (out.key.id.empty()) {
    note("AWS_ACCESS_KEY_ID is not set");
    return std::nullopt;
  }
  if (out.key.secret.empty())
    refuse("AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not");
  check_line(out.key.id, "AWS_ACCESS_KEY_ID");
  check_line(out.key.token, "AWS_SESSION_TOKEN");
  return out;
}

std::optional<AwsCredentials> CredentialChain::of_web_identity() {
  std::string file = settings_.environment("AWS_WEB_IDENTITY_TOKEN_FILE");
  std::string role = settings_.environment("AWS_ROLE_ARN");
  std::string session = settings_.environment("AWS_ROLE_SESSION_NAME");
  if (file.empty()) {
    file = settings_.of_config("web_identity_token_file");
    role = settings_.of_config("role_arn");
    session = settings_.of_config("role_session_name");
  }
  if (file.empty()) {
    note("AWS_WEB_IDENTITY_TOKEN_FILE is not set");
    return std::nullopt;
  }
  if (role.empty()) refuse("AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not");
  if (session.empty()) session = "semsite";
  const std::string token = token_in(file, "AWS_WEB_IDENTITY_TOKEN_FILE");
  std::string url = settings_.endpoint("sts");
  if (url.empty()) {
    const std::string region = settings_.region();
    url = region.empty() ? "https://sts.amazonaws.com"
                         : fmt::format("https://sts.{}.amazonaws.com{}", region,
                                       region.starts_with("cn-") ? ".cn" : "");
  }
  if (path_and_query(url) == "/" && !url.ends_with('/')) url += '/';
  const Answer answer =
      ask(web_,
          {.url = url,
           .method = "POST",
           .headers = {{"Content-Type", "application/x-www-form-urlencoded"}},
           .body = fmt::format(
               "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn={}"
               "&RoleSessionName={}&WebIdentityToken={}",
               percent_encode(role), percent_encode(session), percent_encode(token)),
           .content_coding = false,
           .max_bytes = kAnswerBytes,
           .whole_within = kStsWithin,
           .login = Login::none},
          3);
  const std::string origin = fmt::format("the STS ({})", site_of(url));
  if (answer.status == 0) refuse(fmt::format("{}: {}", origin, answer.problem));
  if (answer.status != 200) {
    // What it was sent may stand in what it says.
    const S3Fault fault =
        read_s3_fault(masked(answer.text, {token, percent_encode(token)}));
    refuse(fmt::format("{} gives no credentials for {}: status {}{}", origin,
                       excerpt(role), answer.status,
                       fault.code.empty() ? ""
                                          : fmt::format(", {}: {}", excerpt(fault.code),
                                                        excerpt(fault.message, 200))));
  }
  AwsCredentials out{.key = {.id = text_in_xml(answer.text, "AccessKeyId"),
                             .secret = text_in_xml(answer.text, "SecretAccessKey"),
                             .token = text_in_xml(answer.text, "SessionToken")},
                     .expires = expiry_of(text_in_xml(answer.text, "Expiration")),
                     .origin = origin};
  if (out.key.id.empty() || out.key.secret.empty())
    refuse(origin + " answers without credentials");
  check_line(out.key.id, origin);
  check_line(out.key.token, origin);
  return out;
}

std::optional<AwsCredentials> CredentialChain::of_files() {
  const auto of = [&](auto get, const std::string& file) {
    return AwsCredentials{.key = {.id = get("aws_access_key_id"),
                                  .secret = get("aws_secret_access_key"),
                                  .token = get("aws_session_token")},
                          .origin = fmt::format("{} [{}]", file, settings_.profile)};
  };
  for (const AwsCredentials& found :
       {of([&](const char* name) { return settings_.of_credentials(name); },
           settings_.credentials_file),
        of([&](const char* name) { return settings_.of_config(name); },
           settings_.config_file)}) {
    if (found.key.id.empty()) continue;
    if (found.key.secret.empty())
      refuse(found.origin + " has an aws_access_key_id, but no aws_secret_access_key");
    return found;
  }
  for (const char* const other : {"source_profile", "credential_source",
                                  "credential_process", "sso_session", "sso_start_url"})
    if (!settings_.of_config(other).empty() || !settings_.of_credentials(other).empty())
      refuse(
          fmt::format("profile {} has a {}, which is not gone by; aws configure "
                      "export-credentials --format env gives keys for the environment",
                      settings_.profile, other));
  note(fmt::format(
      "no keys of profile {} in {} and {}", settings_.profile,
      settings_.credentials_file.empty() ? "~/.aws/credentials"
                                         : settings_.credentials_file,
      settings_.config_file.empty() ? "~/.aws/config" : settings_.config_file));
  if (settings_.is_profile_named) refuse(looked_);
  return std::nullopt;
}

std::optional<AwsCredentials> CredentialChain::of_container() {
  const AwsEnvironment& environment = settings_.environment;
  const std::string relative = environment("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  std::string url = environment("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  if (!relative.empty())
    url = fmt::format("{}{}{}", kContainerHost, relative.starts_with('/') ? "" : "/",
                      relative);
  if (url.empty()) {
    note("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and …_FULL_URI are not set");
    return std::nullopt;
  }
  const auto parts = split_url(url);
  if (!parts || !is_http(url) || parts->host.empty() ||
      (lower_ascii(parts->scheme) == "http" && !may_be_plain(url)))
    refuse(
        "AWS_CONTAINER_CREDENTIALS_FULL_URI: no https URL, nor an http one of a loopback "
        "address, 169.254.170.2, 169.254.170.23 or fd00:ec2::23");
  std::string token = environment("AWS_CONTAINER_AUTHORIZATION_TOKEN");
  if (const std::string file = environment("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
      !file.empty())
    token = token_in(file, "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  check_line(token, "AWS_CONTAINER_AUTHORIZATION_TOKEN");
  Request request{.url = request_url(url),
                  .headers = {{"Accept", "application/json"}},
                  .content_coding = false,
                  .max_bytes = kAnswerBytes,
                  .whole_within = kContainerWithin,
                  .login = Login::none};
  if (!token.empty()) request.headers.emplace_back("Authorization", token);
  const std::string origin =
      fmt::format("the container's endpoint ({})", site_of(request.url));
  const Answer answer = ask(near_, request, 3);
  if (answer.status == 0) refuse(fmt::format("{}: {}", origin, answer.problem));
  if (answer.status != 200)
    refuse(fmt::format("{} gives no credentials: status {}", origin, answer.status));
  return read_json_credentials(answer.text, origin);
}

std::optional<AwsCredentials> CredentialChain::of_instance() {
  const AwsEnvironment& environment = settings_.environment;
  if (lower_ascii(environment("AWS_EC2_METADATA_DISABLED")) == "true") {
    note("AWS_EC2_METADATA_DISABLED is true");
    return std::nullopt;
  }
  std::string host = environment("AWS_EC2_METADATA_SERVICE_ENDPOINT");
  if (host.empty())
    host = lower_ascii(environment("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE")) == "ipv6"
               ? kInstanceHostIpv6
               : kInstanceHost;
  if (!is_http(host) || host_of(host).empty())
    refuse("AWS_EC2_METADATA_SERVICE_ENDPOINT: no http or https URL");
  while (host.ends_with('/')) host.pop_back();
  const std::string origin = fmt::format("the instance's metadata ({})", site_of(host));
  // Version 2 alone: a token is had first, with which nothing that only relays GETs
  // helps.
  Request request{.url = host + "/latest/api/token",
                  .method = "PUT",
                  .headers = {{"X-aws-ec2-metadata-token-ttl-seconds", "21600"}},
                  .content_coding = false,
                  .max_bytes = kAnswerBytes,
                  .whole_within = kNearWithin,
                  .login = Login::none};
  Answer answer = ask(near_, request, 1);
  if (answer.status == 0) {
    note(fmt::format("{}: {}", origin, answer.problem));
    return std::nullopt;
  }
  const auto check = [&](std::string_view what) {
    if (answer.status == 200) return;
    if (answer.status == 0) refuse(fmt::format("{}: {}", origin, answer.problem));
    refuse(fmt::format("{} gives no {}: status {}", origin, what, answer.status));
  };
  if (answer.status >= 400 && answer.status < 500) {
    note(fmt::format("{} gives no token: status {}", origin, answer.status));
    return std::nullopt;
  }
  check("token");
  const std::string token{trim(answer.text)};
  check_line(token, origin);
  request.method = "GET";
  request.headers = {{"X-aws-ec2-metadata-token", token}};
  request.url = host + "/latest/meta-data/iam/security-credentials/";
  answer = ask(near_, request, 2);
  if (answer.status == 404) {
    note(origin + " knows no role of this instance");
    return std::nullopt;
  }
  check("role");
  const std::string role{
      trim(std::string_view{answer.text}.substr(0, answer.text.find('\n')))};
  request.url += percent_encode(role);
  answer = ask(near_, request, 2);
  check("credentials");
  return read_json_credentials(answer.text, origin);
}

/// Up to so many attempts, within the bounds of each.
CredentialChain::Answer CredentialChain::ask(Transport& transport, const Request& request,
                                             unsigned attempts) {
  Answer out;
  for (unsigned number = 1; number <= attempts; ++number) {
    if (number > 1 && !pause_for(kPause, stop_)) break;
    out = {};
    try {
      const std::unique_ptr<Body> body = transport.open(request);
      out.status = body->head().status;
      for (Block block = body->read(); !block.empty(); block = body->read())
        out.text += block.bytes;
      if (out.status < 500) return out;
    } catch (const FetchError& error) {
      out = {.problem = error.what()};
      if (!is_transient(error.failure())) return out;
    }
  }
  return out;
}

}  // namespace semsite
