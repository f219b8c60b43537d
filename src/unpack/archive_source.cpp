#include "unpack/archive_source.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/errors.hpp"
#include "unpack/utf8_locale.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

/// Raw as in the archive where libarchive can give that (zip, tar, cpio); formats that
/// keep names in UTF-16 (7z) come as UTF-8.
std::string name_of(archive_entry* entry) {
  if (const char* raw = archive_entry_pathname(entry); raw != nullptr) return raw;
  if (const char* utf8 = archive_entry_pathname_utf8(entry); utf8 != nullptr) return utf8;
  return {};
}

/// Some zip writers leave the type out; then it is 0, and a folder's name ends in `/`.
bool is_file(archive_entry* entry) {
  const auto type = archive_entry_filetype(entry);
  if (type != AE_IFREG && type != 0) return false;
  // A hard link's data stands at the entry it names (tar); cpio gives it to one of them.
  return archive_entry_hardlink(entry) == nullptr || archive_entry_size(entry) > 0;
}

bool is_clutter(std::string_view name) {
  const std::string_view base = name.substr(name.rfind('/') + 1);
  return base == ".DS_Store" || name.starts_with("__MACOSX/") ||
         name.find("/__MACOSX/") != std::string_view::npos;
}

}  // namespace

ArchiveSource::ArchiveSource(std::unique_ptr<ByteSource> packed, Packing packing,
                             std::string name, Budget& budget, std::uint32_t depth)
    : handle_(std::move(packed), packing, name),
      packing_(packing),
      name_(std::move(name)),
      budget_(budget),
      depth_(depth) {}

std::optional<std::string> ArchiveSource::next() {
  if (data_.fatal()) ended_ = true;
  if (ended_) return std::nullopt;
  data_ = ArchiveData{};
  entry_.clear();
  // Left true by whatever is thrown where the archive cannot go on.
  ended_ = true;
  return next_file();
}

std::optional<std::string> ArchiveSource::next_file() {
  const Utf8Locale names_are_utf8;
  for (;;) {
    archive_entry* entry = nullptr;
    const int result = archive_read_next_header(handle_.get(), &entry);
    if (result == ARCHIVE_EOF) {
      check_end();
      return std::nullopt;
    }
    if (result == ARCHIVE_FATAL) handle_.fail(entry_);
    budget_.count_entry();
    if (result < ARCHIVE_WARN) {
      ended_ = false;
      handle_.fail(entry_);
    }
    std::string name = name_of(entry);
    if (name.empty() || !is_file(entry) || is_clutter(name)) continue;
    ended_ = false;
    if (archive_entry_is_encrypted(entry) != 0)
      throw DocumentError{
          "unpack.encrypted",
          fmt::format(
              "{}: entry {}: encrypted: it wants a password, left out; publish the "
              "data without one",
              printable_name(name_), printable_name(name))};
    entry_ = std::move(name);
    return entry_;
  }
}

Block ArchiveSource::read() {
  Block block = data_.read(handle_, entry_);
  budget_.gave(depth_, block.bytes.size());
  return block;
}

/// libarchive takes a tar that stops between two entries for whole, and does not look at
/// what follows a zip's entries.
void ArchiveSource::check_end() {
  if (packing_ == Packing::tar) {
    const std::string_view tail = handle_.tail();
    if (handle_.used_up() && !std::ranges::all_of(tail, [](char c) { return c == '\0'; }))
      throw_truncated(
          "the blocks of zeros that end a tar archive (POSIX pax) are missing");
  }
  if (packing_ == Packing::zip) {
    // PKWARE APPNOTE §4.3.16: 22 bytes and a comment of at most 65,535 end every zip.
    constexpr std::size_t kLongestEnd = 22 + 65'535;
    ArchiveHandle::Rest rest = handle_.take_rest();
    std::string end;
    for (Block block = rest.first; !block.empty(); block = rest.source->read()) {
      end += block.bytes;
      if (end.size() > 2 * kLongestEnd) end.erase(0, end.size() - kLongestEnd);
    }
    const std::size_t at = end.rfind("PK\x05\x06"sv);
    if (at == std::string::npos || end.size() - at < 22)
      throw_truncated("the record that ends a zip archive (APPNOTE 4.3.16) is missing");
  }
}

void ArchiveSource::throw_truncated(const char* missing) const {
  throw DocumentError{
      "unpack.truncated",
      fmt::format("{}: truncated: {}; every entry before it was read; get the "
                  "file again",
                  printable_name(name_), missing)};
}

}  // namespace semsite
