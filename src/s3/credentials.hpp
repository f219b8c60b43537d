#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "base/clock.hpp"
#include "base/mutex.hpp"
#include "fetch/transport.hpp"
#include "s3/aws_settings.hpp"
#include "s3/signature.hpp"

namespace semsite {

/// Keys, how long they are good, and who gave them.
struct AwsCredentials {
  AccessKey key;
  std::optional<std::int64_t> expires{};  ///< seconds since 1970; nothing: not known
  std::string origin{};                   ///< in words
};

/// Finds credentials where the AWS tools do, in their order: the environment, a role for
/// a web identity (`AWS_WEB_IDENTITY_TOKEN_FILE`, or in the profile), the shared files,
/// the container's endpoint, the instance's. The first that is there counts; if it gives
/// none, nobody else is asked. Nothing of a secret is in any message. Thread-safe.
class CredentialChain {
 public:
  /// `web` asks the STS, `near` the endpoints of this machine, through no proxy; both
  /// outlive it.
  CredentialChain(AwsSettings settings, Transport& web, Transport& near,
                  const Clock& clock, std::stop_token stop);

  /// Those that are known, until shortly before they expire; else found anew. Throws
  /// DocumentError ("s3.credentials") that says what was looked at.
  [[nodiscard]] AwsCredentials get();

  /// `text`, which a store or proxy may have filled with what it was sent, with `***` for
  /// keys and tokens that are known.
  [[nodiscard]] std::string without_keys(std::string text);

  /// The store does not take `key` any more: what is found next is read anew.
  void forget(const AccessKey& key);

 private:
  struct Answer;
  [[nodiscard]] AwsCredentials find() SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] std::optional<AwsCredentials> of_environment();
  [[nodiscard]] std::optional<AwsCredentials> of_web_identity();
  [[nodiscard]] std::optional<AwsCredentials> of_files();
  [[nodiscard]] std::optional<AwsCredentials> of_container();
  [[nodiscard]] std::optional<AwsCredentials> of_instance();
  [[nodiscard]] Answer ask(Transport& transport, const Request& request,
                           unsigned attempts);
  void note(std::string text) { looked_ += (looked_.empty() ? "" : "; ") + text; }

  Mutex mutex_;
  AwsSettings settings_;  ///< these two change under the mutex alone
  std::string looked_;
  Transport& web_;
  Transport& near_;
  const Clock& clock_;
  std::stop_token stop_;
  std::optional<AwsCredentials> known_ SEMSITE_GUARDED_BY(mutex_);
  std::optional<Clock::Time> found_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
