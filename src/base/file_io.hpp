#pragma once

#include <span>
#include <string>
#include <string_view>

namespace semsite {

/// A descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool valid() const { return number_ >= 0; }
  int release();

 private:
  int number_ = -1;
};

/// Writes all of `bytes`. Throws RunError naming `name` and the reason (disk full, …);
/// ClosedPipe when nobody reads any more.
void write_all(int descriptor, std::string_view bytes, const std::string& name);

/// The same for several texts, one after another, with as few system calls as can be.
void write_all(int descriptor, std::span<const std::string_view> parts,
               const std::string& name);

/// A temporary file that has no name and vanishes with its descriptor, in `$TMPDIR` or
/// `/tmp`. Throws RunError.
[[nodiscard]] Descriptor anonymous_file();

/// Waits until what was written to `descriptor` is on the disk, and would still be there
/// after a power cut. Throws RunError naming `name`.
void sync_file(int descriptor, const std::string& name);

/// The same for the name of `path`: a file that was made, renamed or taken away there.
void sync_name(const std::string& path);

/// The whole file. Throws DocumentError("file.open" or "file.read").
[[nodiscard]] std::string read_file(const std::string& path);

/// How many files, sockets among them, this process may have open (`ulimit -n`).
[[nodiscard]] std::size_t most_open_files();
/// As many as the system lets it have (`ulimit -Hn`). Of the whole process: for a
/// program, not for a library.
void raise_most_open_files();

}  // namespace semsite
