#pragma once

#include <string>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// Another process writes the same file.
class FileInUse : public RunError {
 public:
  using RunError::RunError;
};

/// One owner for each file that is written: locks (flock) that go with the process, on
/// the files themselves, so that every spelling, link and name of a file meets the same
/// lock, and nothing is left behind. Whoever writes a file claims it before the first
/// byte is written, cut off or taken away, and keeps the claim until the last name is
/// given. A file system without locks lets everybody in.
class FileClaim {
 public:
  FileClaim() = default;

  /// A file that is written as `part` and named `path` when it is whole. Makes `part`,
  /// with our mark (`PartMark`), if it is not there, and else changes nothing. Waits a
  /// little for a process that is just ending. Throws FileInUse, and RunError if `part`
  /// cannot be written.
  [[nodiscard]] static FileClaim of_output(const std::string& path,
                                           const std::string& part);
  /// A regular file that is written straight; made if it is not there.
  [[nodiscard]] static FileClaim of_file(const std::string& path);
  /// A folder that is there: nobody else may write into it.
  [[nodiscard]] static FileClaim of_folder(const std::string& path);

  /// Writes to what was claimed; may be taken out, the claim stays.
  [[nodiscard]] Descriptor writer() const;
  /// Did the claim make the file?
  [[nodiscard]] bool made() const { return made_; }

 private:
  Descriptor whole_;  ///< what has the name now
  Descriptor file_;   ///< what is written
  bool made_ = false;
};

}  // namespace semsite
