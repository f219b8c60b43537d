#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/byte_source.hpp"
#include "base/file_claim.hpp"
#include "base/mutex.hpp"

namespace semsite {

/// Where the documents that entries of sitemaps name are kept as files (`--documents`):
/// `HOST/HASH-NAME`, both made of the URL, so that the same URL is the same file in every
/// run and no URL leads out of the folder. Thread-safe.
class DocumentFolder {
 public:
  /// Makes the folder if there is none. Throws RunError if that is not possible,
  /// FileInUse if another process keeps documents in it.
  explicit DocumentFolder(std::string path);
  ~DocumentFolder();
  DocumentFolder(const DocumentFolder&) = delete;
  DocumentFolder& operator=(const DocumentFolder&) = delete;

  struct Kept {
    std::uint64_t bytes = 0;
    std::string sha256;  ///< hexadecimal
  };
  /// Writes the whole of `bytes` for `url`; the file gets its name when all is there and
  /// on the disk, so that an older one stays if it breaks off: together with up to kGroup
  /// others, at most kGroupTime later, as each wait for the disk costs as much as many
  /// documents. Throws DocumentError if `bytes` does, and RunError if it cannot be
  /// written.
  Kept keep(std::string_view url, ByteSource& bytes);
  static constexpr std::size_t kGroup = 1'000;
  static constexpr std::chrono::seconds kGroupTime{5};
  /// Gives all files their names.
  void settle();
  /// After a process that was killed: is the file for `url`, with that content, there?
  /// Gives it its name if it came to everything else.
  [[nodiscard]] bool recover(std::string_view url, std::string_view sha256) const;
  /// Moves the file for `url`, if there is one, to `name_aside(url)`, in the place of one
  /// that was moved before. Throws RunError if it cannot be moved.
  enum class Aside { moved, was_there, none };
  Aside set_aside(std::string_view url) const;
  /// Where the file for `url` goes when the document is removed: inside the folder.
  [[nodiscard]] static std::string name_aside(std::string_view url);
  /// Is there a file for `url`?
  [[nodiscard]] bool has(std::string_view url) const;
  /// Its path inside the folder.
  [[nodiscard]] static std::string name_of(std::string_view url);

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  /// Whole, and waits for its name.
  struct Waiting {
    std::string part, name;
  };
  void settle_now() SEMSITE_REQUIRES(mutex_);
  void settle_in_time(const std::stop_token& stop);

  std::string path_;
  FileClaim claim_;
  mutable Mutex mutex_;
  std::vector<Waiting> waiting_ SEMSITE_GUARDED_BY(mutex_);
  /// the first of them
  std::chrono::steady_clock::time_point since_ SEMSITE_GUARDED_BY(mutex_);
  std::exception_ptr failed_ SEMSITE_GUARDED_BY(mutex_);
  StopCondition arrived_;
  std::jthread settler_;  ///< last, as it uses the others
};

/// A sentence about the page that begins with `head`, if one came in place of the
/// document at `url`: unless the name of that is one of a page.
[[nodiscard]] std::optional<std::string> page_instead(std::string_view head,
                                                      std::string_view url);

}  // namespace semsite
