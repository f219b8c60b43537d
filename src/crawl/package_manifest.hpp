#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Holds what the manifest of a ResourceSync package lists (Z39.99 §12.2) against the
/// files that are in it.
class PackageManifest {
 public:
  /// `name`: of a file in the package.
  void came(std::string_view name);
  /// Reads a manifest that is in the package, to its end.
  void read(ByteSource& bytes, const std::string& url, const Limits& limits);

  /// What is listed and did not come, as "rs.manifest"; call at the end.
  [[nodiscard]] std::optional<DocumentError> missing(const std::string& package) const;

 private:
  std::vector<std::uint64_t> names_;  ///< hashes, of folders on the way too
  std::vector<std::string> paths_;
  std::string problem_;  ///< why the manifest could not be read
  bool cut_short_ = false;
};

}  // namespace semsite
