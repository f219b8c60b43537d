#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

/// Does another process hold a claim (base/file_claim) on `path`, or on what will get
/// that name? For files that are written in place and have locks of their own.
[[nodiscard]] bool is_claimed_by_another(const std::string& path);

/// Whose a file in the making (`FILE.part`) is. An extended attribute of it says for
/// which file it is written, and by whom; nothing else tells it from a file of the
/// user's.
struct PartMark {
  enum class Whose : std::uint8_t {
    nobodys,  ///< there is nothing in it
    ours,     ///< this program writes it, for that very file
    others,   ///< it says nothing of the kind
    unknown   ///< the file system keeps no such marks
  };
  Whose whose = Whose::nobodys;
  std::string writer{};  ///< as `mark_part` was told, for whichever file

  [[nodiscard]] bool may_be_overwritten() const {
    return whose == Whose::nobodys || whose == Whose::ours;
  }
};

/// `path`: of the file that the part is to become.
[[nodiscard]] PartMark part_mark(int part, const std::string& path);
/// `writer`: a word by which whoever goes on with it knows it again; may be empty. Does
/// nothing where no marks are kept.
void mark_part(int part, const std::string& path, std::string_view writer);
/// Of a file that has its name.
void take_part_mark_away(const std::string& path);

/// "FILE.part is there, and is none of ours …": what to do about it.
[[nodiscard]] std::string refusal_of_part(const std::string& part);

}  // namespace semsite
