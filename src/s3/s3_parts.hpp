#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "parts/manifest.hpp"
#include "parts/part_store.hpp"
#include "s3/s3_address.hpp"
#include "s3/s3_store.hpp"

namespace semsite {

/// Parts and their manifest below a prefix of an S3 store. The manifest is put there on
/// the condition that nobody else has put another one, where the store knows conditions:
/// that is tried with an object of no other use before.
class S3Parts final : public PartStore {
 public:
  /// `prefix` has a key that ends in a slash, or none. `store` outlives it; `warn` is
  /// told what the user should know.
  S3Parts(S3Store& store, S3Address prefix, std::function<void(const std::string&)> warn)
      : store_(store), prefix_(std::move(prefix)), warn_(std::move(warn)) {}

  [[nodiscard]] std::string manifest_name() const override;
  [[nodiscard]] bool has(const ManifestPart& part) override;
  void put(const ManifestPart& part, const std::string& path) override;
  [[nodiscard]] std::string manifest_sha256() override;
  void publish(const std::string& text,
               const std::function<bool(const std::string& sha256)>& ours) override;
  [[nodiscard]] bool take_away(const std::string& name) override;

 private:
  [[nodiscard]] S3Address at(std::string_view name) const;
  /// The condition under which a manifest is put in place of the one with this ETag, or
  /// of none; none, if the store does not go by it.
  [[nodiscard]] S3Condition condition_for(const std::optional<std::string>& etag);
  /// Is `condition` what keeps this object from being put there?
  [[nodiscard]] bool is_refused(const S3Address& address, const S3Condition& condition);

  S3Store& store_;
  S3Address prefix_;
  std::function<void(const std::string&)> warn_;
};

}  // namespace semsite
