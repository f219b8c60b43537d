#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/c_guard.hpp"
#include "io/output_file.hpp"

struct archive;

namespace semsite {

/// Writes a tar archive (ustar) into an open file, over libarchive. The same files give
/// the same bytes: no time, no owner. Throws RunError.
class TarStream {
 public:
  /// `out` outlives it; `name` is for messages.
  TarStream(OutputFile& out, std::string name);
  TarStream(const TarStream&) = delete;
  TarStream& operator=(const TarStream&) = delete;
  /// Gives up what is not finished.
  ~TarStream();

  void add(const std::string& path, std::string_view content);
  /// Writes the end of the archive; the file stays open.
  void finish();

  /// What a file of so many bytes takes in an archive.
  [[nodiscard]] static std::uint64_t size_of(std::uint64_t bytes) {
    return 512 + (bytes + 511) / 512 * 512;
  }

 private:
  struct Free {
    void operator()(archive* stream) const;
  };
  struct Callbacks;
  void check(int result);

  OutputFile& out_;
  std::string name_;
  CGuard guard_;
  bool giving_up_ = false;
  std::unique_ptr<archive, Free> stream_;
};

}  // namespace semsite
