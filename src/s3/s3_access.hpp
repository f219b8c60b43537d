#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/clock.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "s3/aws_settings.hpp"
#include "s3/credentials.hpp"
#include "s3/s3_address.hpp"
#include "s3/s3_store.hpp"

namespace semsite {

/// What the user says of S3 stores; what he does not, environment and shared files say.
struct S3Options {
  std::string endpoint{};  ///< http or https; empty: not said
  S3Style style = S3Style::automatic;
  bool is_signed = true;
};

/// The endpoint that options and settings come to. Throws UsageError for one that is no
/// http or https URL, or has a login or a query in it.
[[nodiscard]] S3Endpoint s3_endpoint(const S3Options& options,
                                     const AwsSettings& settings);

/// A store with all that it takes to ask it: transports of its own, which go by no delay
/// between requests and carry none of the user's headers and logins, and credentials.
class S3Access {
 public:
  /// `stop` ends requests under way. Throws
  /// UsageError, RunError.
  S3Access(const S3Options& options, const TransportOptions& transport,
           const RetryPolicy& retry, S3Watch watch, const std::stop_token& stop);
  S3Access(const S3Access&) = delete;
  S3Access& operator=(const S3Access&) = delete;

  [[nodiscard]] S3Store& store() { return store_; }

 private:
  AwsSettings settings_;
  SystemClock clock_;
  std::unique_ptr<Transport> web_, near_;
  CredentialChain credentials_;
  S3Store store_;
  std::stop_callback<std::function<void()>> cancel_;
};

}  // namespace semsite
