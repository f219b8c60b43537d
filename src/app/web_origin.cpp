#include "app/web_origin.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <set>
#include <string_view>

#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "state/state_summary.hpp"

namespace semsite {
namespace {

constexpr const char* kAttribute = "user.semsite.origin";
/// File systems give attributes about a block.
constexpr std::size_t kMostBytes = 2000;
/// In the place of holders that are not known, or too many to be told.
constexpr std::string_view kUnknown = "*";

/// `get(bytes, size)` is getxattr or its like.
template <typename Get>
void read_mark(const Get& get, std::set<std::string>& out) {
  std::array<char, 2 * kMostBytes> text{};
  const ssize_t size = get(text.data(), text.size());
  if (size < 0) {
    if (errno == ERANGE) out.emplace();  // none that we wrote
    return;
  }
  for (const std::string_view one :
       split(std::string_view{text.data(), static_cast<std::size_t>(size)}, ' '))
    out.emplace(one == kUnknown ? std::string_view{} : one);
}

/// Of an open file.
void read_mark(int descriptor, std::set<std::string>& out) {
  read_mark(
      [&](char* bytes, std::size_t size) {
        return ::fgetxattr(descriptor, kAttribute, bytes, size);
      },
      out);
}

void write_mark(int descriptor, const std::set<std::string>& holders) {
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
  ::fsetxattr(descriptor, kAttribute, text.data(), text.size(), 0);
}

}  // namespace

std::vector<std::string> web_holders(const std::string& input) {
  std::set<std::string> out;
  if (is_file_url(input)) {
    const std::string path = file_path(input);
    read_mark(
        [&](char* bytes, std::size_t size) {
          return ::getxattr(path.c_str(), kAttribute, bytes, size);
        },
        out);
    for (const std::string& site : fetched_sites(path + ".state"))
      out.insert(holder_of(site));
  } else {
    out.insert(holder_of(input));
  }
  return {out.begin(), out.end()};
}

void note_web_origin(int descriptor, const std::vector<std::string>& inputs) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return;
  std::set<std::string> holders;
  if (info.st_size > 0) read_mark(descriptor, holders);  // appended to
  for (const std::string& input : inputs) {
    if (input == "-") continue;  // what the user sends through a pipe is his
    const std::vector<std::string> some = web_holders(input);
    holders.insert(some.begin(), some.end());
  }
  if (holders.empty()) {
    ::fremovexattr(descriptor, kAttribute);
    return;
  }
  write_mark(descriptor, holders);
}

void note_unknown_origin(int descriptor) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return;
  std::set<std::string> holders{std::string{}};
  read_mark(descriptor, holders);
  write_mark(descriptor, holders);
}

}  // namespace semsite
