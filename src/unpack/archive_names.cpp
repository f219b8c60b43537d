#include "unpack/archive_names.hpp"

#include <cstddef>

namespace semsite {
namespace {

constexpr int kDeepest = 64;  // folders of one name

/// Without `.` and empty parts, and each `..` with the part before it.
std::string plain_path(std::string_view path) {
  std::string out = path.starts_with('/') ? "/" : "";
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(part.size() < path.size() ? part.size() + 1 : part.size());
    if (part.empty() || part == ".") continue;
    const std::size_t last = out.rfind('/');
    const std::string_view before =
        std::string_view{out}.substr(last == std::string::npos ? 0 : last + 1);
    if (part == ".." && !before.empty() && before != "..") {
      out.resize(last == std::string::npos || last == 0 ? last + 1 : last);
      continue;
    }
    if (!out.empty() && !out.ends_with('/')) out += '/';
    out += part;
  }
  return out;
}

}  // namespace

void ArchiveNames::add(std::string_view name) {
  std::string path = plain_path(name);
  for (int level = 0; level < kDeepest && !path.empty() && names_.add(path); ++level) {
    const std::size_t last = path.rfind('/');
    path.resize(last == std::string::npos ? 0 : last);
  }
}

bool ArchiveNames::may_contain(std::string_view name) const {
  const std::string path = plain_path(name);
  return names_.full() || path.empty() || names_.contains(path);
}

std::string resolve_link(std::string_view name, std::string_view target) {
  if (target.starts_with('/')) return plain_path(target);
  const std::size_t folder = name.rfind('/');
  return plain_path(
      std::string{name.substr(0, folder == std::string_view::npos ? 0 : folder + 1)}
          .append(target));
}

}  // namespace semsite
