#include "base/part_mark.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <array>
#include <cerrno>

namespace semsite {
namespace {

constexpr const char* kAttribute = "user.semsite.part";

std::string_view name_in(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

PartMark part_mark(int part, const std::string& path) {
  using enum PartMark::Whose;
  struct stat info {};
  if (::fstat(part, &info) != 0) return {.whose = unknown};
  const auto nothing = info.st_size == 0 ? nobodys : others;
  std::array<char, 512> text{};
  const ssize_t size = ::fgetxattr(part, kAttribute, text.data(), text.size());
  if (size < 0 && (errno == ENOTSUP || errno == ENOSYS || errno == EPERM))
    return {.whose = info.st_size == 0 ? nobodys : unknown};
  if (size < 0) return {.whose = nothing};
  // "WRITER NAME": a name may have blanks.
  const std::string_view mark{text.data(), static_cast<std::size_t>(size)};
  const std::size_t blank = mark.find(' ');
  if (blank == std::string_view::npos) return {.whose = nothing};
  const bool is_of_path = mark.substr(blank + 1) == name_in(path);
  return {.whose = is_of_path ? ours : nothing,
          .writer = std::string{mark.substr(0, blank)}};
}

void mark_part(int part, const std::string& path, std::string_view writer) {
  std::string text{writer};
  text += ' ';
  text += name_in(path);
  // Where it fails, the part is told by what is in it, or not at all.
  static_cast<void>(::fsetxattr(part, kAttribute, text.data(), text.size(), 0));
}

void take_part_mark_away(const std::string& path) {
  static_cast<void>(::removexattr(path.c_str(), kAttribute));
}

std::string refusal_of_part(const std::string& part) {
  return part +
         ": is there, and nothing says that it is what an earlier run left; its name is "
         "wanted for the output until that is whole. Nothing was changed: give it "
         "another name, take it away, or write to another file";
}

}  // namespace semsite
