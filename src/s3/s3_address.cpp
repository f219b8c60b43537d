#include "s3/s3_address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kScheme = "s3://";
/// Keys of S3 are no longer ("Creating object key names").
constexpr std::size_t kMostKeyBytes = 1024;

/// Old buckets have capitals and underscores, too.
bool is_bucket(std::string_view name) {
  return name.size() >= 3 && name.size() <= 255 && !name.starts_with('.') &&
         name.find("..") == std::string_view::npos &&
         std::ranges::all_of(name, [](char c) {
           return is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
         });
}

/// May the bucket be a label of a host that a certificate for `*.host` covers?
bool is_label(std::string_view bucket) {
  return bucket.size() <= 63 && !bucket.starts_with('-') && !bucket.ends_with('-') &&
         std::ranges::all_of(
             bucket, [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

std::string aws_url(std::string_view region) {
  return fmt::format("https://s3.{}.amazonaws.com{}", region,
                     region.starts_with("cn-") ? ".cn" : "");
}

}  // namespace

bool is_s3_url(std::string_view url) { return starts_with_ignoring_case(url, kScheme); }

S3Address read_s3_argument(std::string_view text) {
  const std::string_view rest = text.substr(kScheme.size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  S3Address out{.bucket = std::string{rest.substr(0, slash)},
                .key = std::string{rest.substr(std::min(slash + 1, rest.size()))}};
  if (!is_bucket(out.bucket))
    throw UsageError{
        fmt::format("{}: \"{}\" is the name of no bucket (3 letters, digits, dots and "
                    "hyphens or more); write s3://BUCKET/KEY",
                    excerpt(text, 200), excerpt(out.bucket))};
  if (out.key.size() > kMostKeyBytes)
    throw UsageError{fmt::format("{}: the key has more than {} bytes", excerpt(text, 200),
                                 kMostKeyBytes)};
  return out;
}

std::string encode_key(std::string_view text) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t slash = text.find('/', at);
    out += percent_encode(text.substr(at, slash - at));
    if (slash == std::string_view::npos) return out;
    out += '/';
    at = slash + 1;
  }
}

std::string s3_url(const S3Address& address) {
  // What RFC 3986 lets stand in a path is left as people wrote it.
  constexpr std::string_view kStays = "/!$&'()*+,;=:@-._~";
  std::string key;
  for (const char c : address.key)
    key += kStays.find(c) != std::string_view::npos
               ? std::string(1, c)
               : percent_encode(std::string_view{&c, 1});
  return fmt::format("{}{}/{}", kScheme, address.bucket, key);
}

S3Address address_of(std::string_view s3_url) {
  const std::string_view rest = s3_url.substr(std::min(kScheme.size(), s3_url.size()));
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  return {.bucket = std::string{rest.substr(0, slash)},
          .key = percent_decode(rest.substr(std::min(slash + 1, rest.size())))};
}

S3Place place_of(const S3Address& address, const S3Endpoint& endpoint) {
  const bool is_aws = endpoint.url.empty();
  const std::string url = is_aws ? aws_url(endpoint.region) : endpoint.url;
  std::string origin = site_of(url);
  std::string path = path_and_query(url);
  while (path.ends_with('/')) path.pop_back();
  const bool in_host =
      endpoint.style == S3Style::virtual_host ||
      (endpoint.style == S3Style::automatic && is_aws && is_label(address.bucket));
  const std::size_t host_at = origin.find("://") + 3;
  if (in_host)
    origin.insert(host_at, address.bucket + ".");
  else
    path += "/" + encode_key(address.bucket);
  // The bucket itself in the path has no slash behind it; in the host it needs one.
  if (!address.key.empty() || in_host) path += "/" + encode_key(address.key);
  std::string host = origin.substr(host_at);
  return {.origin = std::move(origin), .host = std::move(host), .path = std::move(path)};
}

}  // namespace semsite
