#include "base/web_mark.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <array>
#include <cerrno>
#include <cstddef>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr const char* kOriginAttribute = "user.semsite.origin";
/// File systems give attributes about a block.
constexpr std::size_t kMostBytes = 2000;
/// In the place of holders that are not known, or too many to be told.
constexpr std::string_view kUnknown = "*";

/// `get(bytes, size)` is getxattr or its like.
template <typename Get>
std::set<std::string> read_mark(const Get& get) {
  std::set<std::string> out;
  std::array<char, 2 * kMostBytes> text{};
  const ssize_t size = get(text.data(), text.size());
  if (size < 0) {
    if (errno == ERANGE) out.emplace();  // none that we wrote
    return out;
  }
  for (const std::string_view one :
       split(std::string_view{text.data(), static_cast<std::size_t>(size)}, ' '))
    out.emplace(one == kUnknown ? std::string_view{} : one);
  return out;
}

}  // namespace

std::set<std::string> web_mark(const std::string& path) {
  return read_mark([&](char* bytes, std::size_t size) {
    return ::getxattr(path.c_str(), kOriginAttribute, bytes, size);
  });
}

std::set<std::string> web_mark(int descriptor) {
  return read_mark([&](char* bytes, std::size_t size) {
    return ::fgetxattr(descriptor, kOriginAttribute, bytes, size);
  });
}

void set_web_mark(int descriptor, const std::set<std::string>& holders) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return;
  if (holders.empty()) {
    ::fremovexattr(descriptor, kOriginAttribute);
    return;
  }
  std::string text;
  for (const std::string& one : holders) {
    if (text.size() + one.size() > kMostBytes) {
      text += " ";
      text += kUnknown;
      break;
    }
    if (!text.empty()) text += ' ';
    text += one.empty() ? kUnknown : std::string_view{one};
  }
  ::fsetxattr(descriptor, kOriginAttribute, text.data(), text.size(), 0);
}

bool is_own_file(std::string_view url) {
  return is_file_url(url) && web_mark(file_path(url)).empty();
}

}  // namespace semsite
