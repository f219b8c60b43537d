#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "parts/manifest.hpp"

namespace semsite {

/// Where parts and their manifest go, if that is not the folder in which they are made.
/// One thread. Every function throws DocumentError or RunError if it fails.
class PartStore {
 public:
  PartStore() = default;
  PartStore(const PartStore&) = delete;
  PartStore& operator=(const PartStore&) = delete;
  virtual ~PartStore() = default;

  /// Where the manifest goes, for people.
  [[nodiscard]] virtual std::string manifest_name() const = 0;
  /// Is the part there, as its manifest would have it?
  [[nodiscard]] virtual bool has(const ManifestPart& part) = 0;
  /// Sends the part, which is the file at `path`. It is there whole, or not at all.
  virtual void put(const ManifestPart& part, const std::string& path) = 0;
  /// The SHA-256 of the manifest that is there; empty: there is none.
  [[nodiscard]] virtual std::string manifest_sha256() = 0;
  /// Puts the manifest in place of the one that is there, if that is `ours` by its
  /// SHA-256, or of none. Throws RunError if it is somebody else's.
  virtual void publish(const std::string& text,
                       const std::function<bool(const std::string& sha256)>& ours) = 0;
  /// False: it may not; it is told why.
  [[nodiscard]] virtual bool take_away(const std::string& name) = 0;
};

}  // namespace semsite
