#include "s3/s3_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "base/secrets.hpp"
#include "base/url.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// At once to one store: pieces and parts that are read by several workers.
constexpr unsigned kConnections = 8;

/// Whatever is asked, the user or his environment named it; redirects are not followed.
TransportOptions transport_for(const TransportOptions& given,
                               const AwsSettings& settings) {
  TransportOptions out = given;
  out.headers.clear();
  out.headers_everywhere = false;
  out.user.clear();
  out.logins.clear();
  out.netrc = false;
  out.cert.clear();
  out.key.clear();
  if (out.cacert.empty()) out.cacert = settings.ca_bundle();
  out.allow_private = true;
  out.named_hosts.clear();
  out.named_origins.clear();
  out.gate = nullptr;
  out.delay = std::chrono::milliseconds{0};
  out.connections = std::max(out.connections, kConnections);
  return out;
}

std::unique_ptr<Transport> direct(TransportOptions options) {
  options.direct = true;
  options.connect_to.clear();
  options.resolve.clear();
  return make_transport(std::move(options));
}

}  // namespace

S3Endpoint s3_endpoint(const S3Options& options, const AwsSettings& settings) {
  S3Endpoint out{.url = options.endpoint, .style = options.style};
  if (const std::string region = settings.region(); !region.empty()) out.region = region;
  const bool is_given = !out.url.empty();
  if (!is_given) out.url = settings.endpoint("s3");
  if (out.style == S3Style::automatic) {
    const std::string style = settings.of_config("s3.addressing_style");
    if (style == "path") out.style = S3Style::path;
    if (style == "virtual") out.style = S3Style::virtual_host;
  }
  // It becomes part of a host.
  if (out.region.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") !=
      std::string::npos)
    throw UsageError{fmt::format("AWS_REGION: \"{}\" is no region", out.region)};
  if (out.url.empty()) return out;
  const auto parts = split_url(out.url);
  const std::string_view name =
      is_given ? "--s3-endpoint" : "the endpoint of AWS_ENDPOINT_URL or the AWS profile";
  if (!parts || !is_http(out.url) || parts->host.empty())
    throw UsageError{fmt::format("{}: {} is no http or https URL", name,
                                 without_url_secrets(out.url))};
  if (!parts->userinfo.empty() || parts->has_query)
    throw UsageError{
        fmt::format("{}: no login and no query stands in it; keys are taken from where "
                    "the AWS tools have them",
                    name)};
  out.url = request_url(out.url);
  return out;
}

S3Access::S3Access(const S3Options& options, const TransportOptions& transport,
                   const RetryPolicy& retry, S3Watch watch, const std::stop_token& stop)
    : settings_(read_aws_settings(process_environment())),
      web_(make_transport(transport_for(transport, settings_))),
      near_(direct(transport_for(transport, settings_))),
      credentials_(settings_, *web_, *near_, clock_, stop),
      store_(*web_, &credentials_, clock_,
             {.endpoint = s3_endpoint(options, settings_),
              .retry = retry,
              .is_signed = options.is_signed,
              .watch = std::move(watch)},
             stop),
      cancel_(stop, [this] {
        web_->cancel();
        near_->cancel();
      }) {}

}  // namespace semsite
