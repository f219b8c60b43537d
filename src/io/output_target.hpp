#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// Whether a section's bytes may still be taken back.
enum class Revocable : std::uint8_t { no, yes };

class DirectWriter;

/// `name: what: reason of errno`.
[[nodiscard]] RunError system_error(const std::string& name, std::string_view what);

/// An open descriptor that can forget what was written since a mark: a regular file is
/// cut back, for anything else the bytes wait in a temporary file. Marks nest. One thread
/// at a time. Every function throws RunError when the system fails.
class OutputTarget {
 public:
  OutputTarget(Descriptor file, std::string name);
  /// Writes to `descriptor`, which stays open.
  OutputTarget(int descriptor, std::string name);
  OutputTarget(const OutputTarget&) = delete;
  OutputTarget& operator=(const OutputTarget&) = delete;
  ~OutputTarget();

  [[nodiscard]] const std::string& name() const { return name_; }

  /// How much is worth one write.
  [[nodiscard]] std::size_t write_bytes() const;

  void write(std::span<const std::string_view> parts);

  /// `from`: what this section has already, of a run that was broken off.
  void mark(Revocable revocable, std::optional<std::uint64_t> from = {});
  /// Keeps what was written since the last mark, and forgets the mark.
  void keep();
  /// Can it be taken back?
  [[nodiscard]] bool can_take_back() const;
  /// Takes it back instead, if it can be.
  void take_back();
  /// Takes it back and gives it as a file of its own; nothing if it cannot be taken back.
  [[nodiscard]] Descriptor set_aside();
  /// Appends all of `file`.
  void take_in(const Descriptor& file);
  /// Appends the bytes from `begin` to `end` of `file`.
  void take_in(const Descriptor& file, std::uint64_t begin, std::uint64_t end);
  /// Appends the first `bytes` of what `other` has taken.
  void take_in(const OutputTarget& other, std::uint64_t bytes);
  /// Where the next byte goes. Only for regular files.
  [[nodiscard]] std::uint64_t tell();
  /// Goes on behind the first `place` bytes of a file; what follows them is cut off.
  void go_on_at(std::uint64_t place);

  /// Waits until all that was written is on the disk, if it is a regular file of ours.
  void sync();
  /// Closes our own descriptor; some file systems tell of a full disk only now.
  void close();

 private:
  /// Where a section began.
  struct Mark {
    off_t place;      ///< in what `current` is; kGone: cannot go back
    bool made_spool;  ///< the spool was opened for this section
  };
  static constexpr off_t kGone = -1;

  /// How far a stretch without marks has come, and how quick the page cache took it.
  struct Stretch {
    std::uint64_t bytes = 0;
    double seconds = 0;
  };

  void inspect();
  void write_file(std::span<const std::string_view> parts);
  void pass_on(std::span<const std::string_view> parts);
  /// Ends a stretch: all of it is in the file, and the descriptor stands behind it.
  void settle();
  [[nodiscard]] int current() const { return spool_.valid() ? spool_.get() : number_; }
  [[nodiscard]] off_t place() const;
  Mark pop();
  void cut_back(off_t place);
  /// `count` bytes, or all there are; throws RunError if there are fewer.
  void copy(int from, off_t place, int to, std::optional<std::uint64_t> count = {});

  Descriptor owned_;
  int number_;
  std::string name_;
  bool regular_ = false;
  bool appends_ = false;
  bool is_terminal_ = false;  ///< people read it: what could steer it stands escaped
  std::string cut_;           ///< the beginning of a character, for a terminal
  std::vector<Mark> marks_;   ///< of the open sections, outermost first
  Descriptor spool_;          ///< takes the bytes while it is open
  Stretch stretch_;
  std::unique_ptr<DirectWriter> direct_;  ///< writes the rest of a long stretch
  bool direct_helps_ = true;              ///< false: it was tried and was slower
};

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
