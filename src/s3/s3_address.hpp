#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// An object of an S3 store, or the objects whose keys begin so.
struct S3Address {
  std::string bucket;
  std::string key;  ///< as it is, without escapes; may be empty
  friend bool operator==(const S3Address&, const S3Address&) = default;
};

/// Scheme `s3`, in any case.
[[nodiscard]] bool is_s3_url(std::string_view url);

/// Reads `s3://bucket/key` as people and the AWS tools write it: the key stands as it is,
/// nothing in it is an escape. Throws UsageError if there is no bucket, or a name that no
/// bucket has.
[[nodiscard]] S3Address read_s3_argument(std::string_view text);

/// The address as a URL, in which what cannot stand in one is written as `%HH`: what is
/// noted, told, and named as a base.
[[nodiscard]] std::string s3_url(const S3Address& address);
/// Back again.
[[nodiscard]] S3Address address_of(std::string_view s3_url);

/// How the bucket stands in a URL of HTTP.
enum class S3Style : std::uint8_t {
  automatic,     ///< in the host at AWS where its name can be one, else in the path
  path,          ///< https://HOST/BUCKET/KEY
  virtual_host,  ///< https://BUCKET.HOST/KEY
};

/// Which store is asked.
struct S3Endpoint {
  std::string url{};  ///< http or https; empty: that of AWS in `region`
  std::string region = "us-east-1";
  S3Style style = S3Style::automatic;
};

/// An object as it is asked for over HTTP.
struct S3Place {
  std::string origin;  ///< "https://host", with the port where it is not the scheme's own
  std::string host;    ///< as the field `Host` has it
  std::string path;    ///< from the first `/`, escaped as it is sent and signed
};

/// Where the object, or the bucket if there is no key, is asked for.
[[nodiscard]] S3Place place_of(const S3Address& address, const S3Endpoint& endpoint);

/// `text` with all but RFC 3986's unreserved characters, and slashes, as `%HH`.
[[nodiscard]] std::string encode_key(std::string_view text);

}  // namespace semsite
