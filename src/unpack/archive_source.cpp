#include "unpack/archive_source.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/zip_records.hpp"

namespace semsite {
namespace {

constexpr int kDeepestFolder = 64;  // folders of one name

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
  for (int level = 0; level < kDeepestFolder && !path.empty() && names_.add(path);
       ++level) {
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

namespace {

constexpr std::size_t kRememberedLinks = 1000;

/// Some writers leave the type out; then it is 0.
bool has_file_of_its_own(archive_entry* entry) {
  const auto type = archive_entry_filetype(entry);
  if (type != AE_IFREG && type != 0) return false;
  // A hard link's data stands at the entry it names (tar); cpio gives it to one of them.
  return hard_link_of(entry) == nullptr || archive_entry_size(entry) > 0;
}

}  // namespace

ArchiveSource::ArchiveSource(std::unique_ptr<ByteSource> packed, Packing packing,
                             std::string name, Budget& budget, std::uint32_t depth)
    : handle_(std::make_unique<ArchiveHandle>(std::move(packed), packing, name)),
      packing_(packing),
      name_(std::move(name)),
      budget_(budget),
      depth_(depth) {}

std::optional<std::string> ArchiveSource::next() {
  if (data_.fatal()) ended_ = true;
  if (ended_) return std::nullopt;
  data_ = ArchiveData{};
  entry_.clear();
  warning_.clear();
  // Left true by whatever is thrown where the archive cannot go on.
  ended_ = true;
  if (std::exchange(lost_link_, false)) return next_lost_link();
  return next_file();
}

std::optional<std::string> ArchiveSource::next_file() {
  const Utf8Locale names_are_utf8;
  for (;;) {
    const auto [result, entry] = handle_->next_header();
    if (result == ARCHIVE_EOF) {
      check_end();
      if (!find_next_archive()) return next_lost_link();
      continue;
    }
    if (result == ARCHIVE_FATAL) handle_->fail(entry_);
    if (result == ARCHIVE_RETRY) {
      // libarchive goes on with whatever comes next, block by block: one damage, told
      // once.
      if (std::exchange(in_damage_, true)) continue;
      ended_ = false;
      fail("unpack.damaged",
           "damaged: the header of an entry cannot be read, and what "
           "belongs to it was left out; get the file again");
    }
    in_damage_ = false;
    budget_.count_entry();
    ++entries_;
    if (result < ARCHIVE_WARN) {
      ended_ = false;
      handle_->fail(entry_);
    }
    ended_ = false;
    if (packing_ == Packing::tar && is_later_volume_of_tar(handle_->since_header()))
      fail("unpack.volume",
           fmt::format("a later part of a tar archive in several: entry {} goes on with "
                       "what began in the part before, or follows it, and that is not "
                       "here; publish one file",
                       printable_name(name_of(entry))));
    if (auto file = file_of(entry)) {
      entry_ = *file;
      if (result == ARCHIVE_WARN) note_warning();
      return file;
    }
    ended_ = true;
  }
}

std::optional<std::string> ArchiveSource::file_of(archive_entry* entry) {
  if (has_file_of_its_own(entry)) {
    std::string name = take_name(entry);
    names_.add(name);
    return name;
  }
  const std::string name = name_of(entry);
  check_link(entry, name);
  const char* target = symbolic_link_of(entry);
  if (target != nullptr && links_.size() < kRememberedLinks)
    links_.push_back({.name = name, .target = target});
  else
    names_.add(name);
  return std::nullopt;
}

void ArchiveSource::check_link(archive_entry* entry, const std::string& name) const {
  const char* target = hard_link_of(entry);
  if (target == nullptr || names_.may_contain(target)) return;
  fail("unpack.damaged",
       fmt::format(
           "damaged: entry {} is a link to {}, which does not come before it in the "
           "archive; get the file again",
           printable_name(name), printable_name(target)));
}

std::optional<std::string> ArchiveSource::next_lost_link() {
  while (!links_.empty()) {
    Link link = std::move(links_.back());
    links_.pop_back();
    if (names_.may_contain(resolve_link(link.name, link.target))) continue;
    lost_link_ = true;
    ended_ = false;
    entry_ = link.name;
    warning_ = std::move(link.target);
    return link.name;
  }
  ended_ = true;
  return std::nullopt;
}

std::string ArchiveSource::take_name(archive_entry* entry) const {
  std::string name = name_of(entry);
  if (name.empty())
    fail("unpack.damaged",
         fmt::format("damaged: entry {} has no name that can be read, left out; get the "
                     "file again",
                     grouped(entries_)));
  if (archive_entry_is_encrypted(entry) != 0)
    throw DocumentError{
        "unpack.encrypted",
        fmt::format("{}: entry {}: encrypted: it wants a password, left out; publish the "
                    "data without one",
                    printable_name(name_), printable_name(name))};
  return name;
}

/// Most warnings are about what no document needs: names of users, access lists.
void ArchiveSource::note_warning() {
  const char* text = archive_error_string(handle_->get());
  const std::string_view warning = text != nullptr ? text : "";
  for (const std::string_view sign :
       {"alformed", "amaged", "orrupt", "runcated", "kipped"})
    if (warning.find(sign) != std::string_view::npos) warning_ = warning;
}

Block ArchiveSource::read() {
  if (lost_link_)
    throw DocumentError{
        "unpack.link",
        fmt::format(
            "{}: entry {} is a link to {}, which is not in the archive; publish the "
            "file itself",
            printable_name(name_), printable_name(entry_), printable_name(warning_))};
  Block block = data_.read(*handle_, entry_);
  budget_.gave(depth_, block.bytes.size());
  if (block.empty() && !warning_.empty())
    throw DocumentError{
        "unpack.damaged",
        fmt::format("{}: entry {}: damaged: {}; get the file again",
                    printable_name(name_), printable_name(entry_), warning_)};
  return block;
}

/// libarchive takes a tar that stops between two entries for whole, and a RAR 5, too; it
/// does not tell that an archive has further parts.
void ArchiveSource::check_end() {
  if (packing_ == Packing::tar && handle_->used_up() &&
      (handle_->used() == handle_->header_position() || !is_end_of_tar(handle_->tail())))
    fail("unpack.truncated",
         "truncated: the blocks of zeros that end a tar archive (POSIX pax) are missing; "
         "every entry before it was read; get the file again");
  // Where it searches for the next header of a cpio and finds the last one, it is silent.
  constexpr std::uint64_t kLongestTrailer = 128;
  if (packing_ == Packing::cpio &&
      handle_->used() - handle_->header_position() > kLongestTrailer)
    fail("unpack.damaged",
         "damaged: before the record that ends the cpio archive stand "
         "bytes that cannot be read; get the file again");
  const std::string tail = handle_->tail();
  if (packing_ != Packing::rar || tail.empty()) return;
  switch (end_of_rar(tail)) {
    case RarEnd::none:
      fail("unpack.truncated",
           "truncated: the record that ends a rar archive is missing; "
           "every entry before it was read; get the file again");
    case RarEnd::more:
      fail("unpack.volume",
           "one part of a rar archive in several, and the next is not "
           "here; publish one file");
    case RarEnd::last:
      return;
  }
}

/// `cat a.tar b.tar` is read whole by GNU tar with -i, and more than one cpio is what a
/// Linux kernel starts with. False at the end of everything.
bool ArchiveSource::find_next_archive() {
  ArchiveHandle::Rest rest = handle_->take_rest();
  auto cursor = std::make_unique<ByteCursor>(
      std::make_unique<RestSource>(std::move(rest.first), std::move(rest.source)));
  const Behind behind = pass_to_archive(*cursor, packing_);
  const bool more = !cursor->at_hand().empty();
  if (more)
    handle_ = std::make_unique<ArchiveHandle>(
        std::make_unique<CursorSource>(std::move(cursor)), packing_, name_);
  if (more || behind.broken) {
    if (behind.bytes == 0) return more;
    ended_ = !more;
    fail(
        "unpack.damaged",
        fmt::format("damaged: after the end of the first {} archive come {} bytes that "
                    "cannot be read, and what looks like another one; get the file again",
                    packing_name(packing_), grouped(behind.bytes)));
  }
  if (behind.bytes > 0)
    fail("unpack.trailing",
         fmt::format("after a whole {} archive come {} bytes that are no such archive; "
                     "they were left out",
                     packing_name(packing_), grouped(behind.bytes)));
  return false;
}

void ArchiveSource::fail(const char* code, std::string_view what) const {
  throw DocumentError{code, fmt::format("{}: {}", printable_name(name_), what)};
}

}  // namespace semsite
