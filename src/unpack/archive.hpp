#pragma once

#include <optional>
#include <string>

#include "base/block.hpp"

namespace semsite {

/// The files in one archive, in their order. One thread at a time.
class Archive {
 public:
  Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  virtual ~Archive() = default;

  /// Goes to the next file and returns its name, as raw bytes; nothing at the end. What
  /// is left of the file before is passed over, and so are folders, links and devices.
  /// Throws DocumentError; if the archive can go on, the next call does, otherwise it
  /// gives nothing.
  [[nodiscard]] virtual std::optional<std::string> next() = 0;

  /// The next bytes of the current file; an empty block at its end. Everything that could
  /// be unpacked is handed out before a DocumentError is thrown, and that is thrown again
  /// at every later call.
  [[nodiscard]] virtual Block read() = 0;
};

}  // namespace semsite
