#pragma once

#include <sys/types.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace semsite {

/// Writes a long stretch of a regular file past the page cache (O_DIRECT), in aligned
/// blocks on a thread of its own: a dump of gigabytes neither drives everything else out
/// of the cache nor waits for its pages to be made. One thread at a time.
class DirectWriter {
 public:
  /// Goes on where `descriptor`, which stays the caller's, stands. Null where the file
  /// system has no such writing. `name` is for messages.
  [[nodiscard]] static std::unique_ptr<DirectWriter> open(int descriptor,
                                                          const std::string& name);
  DirectWriter(const DirectWriter&) = delete;
  DirectWriter& operator=(const DirectWriter&) = delete;
  /// What has not been flushed is lost.
  ~DirectWriter();

  /// Copies `parts` and returns, usually before they have been written. Throws RunError,
  /// perhaps for an earlier call.
  void write(std::span<const std::string_view> parts);

  /// Waits until all is in the file, and sets the descriptor behind it. Nothing may be
  /// written after it.
  void finish();

  /// Bytes a second that the disk takes; 0 while too little was written to tell.
  [[nodiscard]] double rate() const;

 private:
  class Worker;
  explicit DirectWriter(std::unique_ptr<Worker> worker);

  std::unique_ptr<Worker> worker_;
};

}  // namespace semsite
