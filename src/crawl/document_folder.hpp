#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// Where the documents that entries of sitemaps name are kept as files (`--documents`):
/// `HOST/HASH-NAME`, both made of the URL, so that the same URL is the same file in every
/// run and no URL leads out of the folder. Thread-safe.
class DocumentFolder {
 public:
  /// Makes the folder if there is none. Throws RunError if that is not possible.
  explicit DocumentFolder(std::string path);

  struct Kept {
    std::uint64_t bytes = 0;
    std::string sha256;  ///< hexadecimal
  };
  /// Writes the whole of `bytes` for `url`; the file gets its name when all is there, so
  /// that an older one stays if it breaks off. Throws DocumentError if `bytes` does, and
  /// RunError if it cannot be written.
  Kept keep(std::string_view url, ByteSource& bytes);
  /// Is there a file for `url`?
  [[nodiscard]] bool has(std::string_view url) const;
  /// Its path inside the folder.
  [[nodiscard]] static std::string name_of(std::string_view url);

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A sentence about the page that begins with `head`, if one came in place of the
/// document at `url`: unless the name of that is one of a page.
[[nodiscard]] std::optional<std::string> page_instead(std::string_view head,
                                                      std::string_view url);

}  // namespace semsite
