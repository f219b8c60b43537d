#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

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
