#include "unpack/zip_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "unpack/archive_handle.hpp"

namespace semsite {
namespace {

bool is_padding(char c) { return c == '\0' || c == '\n' || c == '\r'; }

/// APPNOTE §4.4.17: a folder's name ends in a slash; Windows has written others.
bool is_folder_name(std::string_view name) {
  return name.ends_with('/') || name.ends_with('\\');
}

}  // namespace

ZipSource::ZipSource(std::unique_ptr<ByteSource> packed, std::string name, Budget& budget,
                     std::uint32_t depth)
    : cursor_(std::move(packed)),
      name_(std::move(name)),
      budget_(budget),
      depth_(depth) {}

std::optional<std::string> ZipSource::next() {
  if (ended_) return std::nullopt;
  // Left true by whatever is thrown where the archive cannot go on.
  ended_ = true;
  end_entry();
  std::optional<std::string> file = next_file();
  ended_ = !file;
  return file;
}

Block ZipSource::read() {
  if (!first_.empty()) return std::exchange(first_, {});
  Block block = data_->read();
  budget_.gave(depth_, block.bytes.size());
  return block;
}

/// Goes behind the entry's data. What is wrong with data that nobody wanted is not told;
/// what it hides is missed when the directory comes.
void ZipSource::end_entry() {
  if (!data_) return;
  try {
    if (!data_->jump())
      while (!read().empty()) {
      }
  } catch (const DocumentError&) {
    if (budget_.exhausted()) throw;
  }
  first_ = {};
  ledger_.came(data_->entry(), data_->known());
  data_.reset();
}

std::optional<std::string> ZipSource::next_file() {
  while (find_record()) {
    switch (zip_record_at(cursor_.peek(4))) {
      case ZipRecord::entry:
        if (auto file = begin_entry()) return file;
        break;
      case ZipRecord::directory_entry:
        read_directory_entry();
        break;
      case ZipRecord::extra_data:
        pass_record(8, 4, 4);
        break;
      case ZipRecord::signature:
        pass_record(6, 4, 2);
        break;
      case ZipRecord::wide_end:
        read_wide_end();
        break;
      case ZipRecord::wide_locator:
        (void)cursor_.skip(kWideLocatorBytes);
        break;
      case ZipRecord::end:
        read_end();
        break;
      case ZipRecord::none:
        break;
    }
  }
  conclude();
  return std::nullopt;
}

/// Goes on to the next record, over whatever stands before it. False at the end.
bool ZipSource::find_record() {
  if (place_ != Place::behind_end && zip_record_at(cursor_.peek(4)) != ZipRecord::none)
    return true;
  for (;;) {
    const std::string_view bytes = cursor_.at_hand();
    if (bytes.empty()) return false;
    const std::size_t before = std::min(bytes.find('P'), bytes.size());
    if (place_ == Place::behind_end)
      trailing_ += before - static_cast<std::size_t>(std::ranges::count_if(
                                bytes.substr(0, before), is_padding));
    if (before > 0) {
      (void)cursor_.skip(before);
    } else if (plausible_zip_record(cursor_.peek(kZipLookBytes)) != ZipRecord::none) {
      return true;
    } else {
      (void)cursor_.skip(1);
      ++trailing_;
    }
  }
}

std::optional<std::string> ZipSource::begin_entry() {
  if (place_ == Place::behind_end) trailing_ = 0;
  place_ = Place::entries;
  const std::uint64_t at = cursor_.position();
  const std::size_t size = local_header_size(need(kLocalHeaderBytes));
  ZipEntry entry = read_local_header(need(size));
  entry.at = at;
  (void)cursor_.skip(size);
  ++entries_;
  std::string name = std::move(entry.shown);
  const bool encrypted = entry.is_encrypted();
  data_ = open_zip_data(cursor_, std::move(entry), where(name));
  ended_ = false;  // whatever is wrong with this entry, others may follow
  budget_.count_entry();
  if (encrypted)
    throw DocumentError{
        "unpack.encrypted",
        fmt::format("{}: encrypted: it wants a password, left out; publish the data "
                    "without one",
                    where(name))};
  if (name.empty())
    throw DocumentError{
        "unpack.damaged",
        fmt::format("{}: damaged: entry {} has no name, left out; get the file again",
                    printable_name(name_), grouped(entries_))};
  if (is_folder_name(name)) {
    first_ = read();
    if (first_.empty()) {
      end_entry();
      ended_ = true;
      return std::nullopt;
    }
  }
  return name;
}

void ZipSource::read_directory_entry() {
  if (place_ != Place::directory) {
    place_ = Place::directory;
    directory_at_ = cursor_.position();
    trailing_ = 0;
  }
  const std::size_t size = directory_header_size(need(kDirectoryHeaderBytes));
  ledger_.named(read_directory_header(need(size)));
  (void)cursor_.skip(size);
}

void ZipSource::read_wide_end() {
  if (place_ != Place::directory) directory_at_ = cursor_.position();
  place_ = Place::directory;
  directory_end_ = cursor_.position();
  const std::string_view bytes = need(kWideEndBytes);
  wide_end_ = semsite::read_wide_end(bytes);
  const std::uint64_t size = 12 + zip_number(bytes, 4, 8);
  if (!cursor_.skip(std::max<std::uint64_t>(size, kWideEndBytes)))
    fail_truncated("its directory ends in the middle");
}

void ZipSource::read_end() {
  if (place_ != Place::directory) directory_at_ = cursor_.position();
  if (!wide_end_) directory_end_ = cursor_.position();
  const ZipEnd end =
      join_ends(read_zip_end(need(kZipEndBytes)), std::exchange(wide_end_, {}));
  (void)cursor_.skip(kZipEndBytes);
  place_ = Place::behind_end;
  trailing_ = 0;
  const std::string problem = ledger_.close(end, directory_at_, directory_end_);
  if (!cursor_.skip(end.comment))
    fail_truncated("the comment at its end is shorter than it says");
  ended_ = problem.empty();
  if (problem.empty()) return;
  if (end.disk != 0)
    throw DocumentError{
        "unpack.volume",
        fmt::format("{}: part {} of a zip in several parts, and the others are not here: "
                    "{}; put the parts together (zip -s 0) and publish one file",
                    printable_name(name_), end.disk + 1, problem)};
  throw DocumentError{
      "unpack.directory",
      fmt::format("{}: its entries are not those of its directory (APPNOTE 4.3.12): {}; "
                  "what came was read; get the file again, and if it stays, tell the "
                  "publisher",
                  printable_name(name_), problem)};
}

/// A record with its size in it, of `fixed` bytes and as many as that says.
void ZipSource::pass_record(std::size_t fixed, std::size_t size_at,
                            std::size_t size_bytes) {
  const std::uint64_t size = zip_number(need(fixed), size_at, size_bytes);
  if (!cursor_.skip(fixed + size)) fail_truncated("its directory ends in the middle");
}

void ZipSource::conclude() {
  if (place_ != Place::behind_end)
    fail_truncated("the record that ends a zip archive (APPNOTE 4.3.16) is missing");
  if (trailing_ == 0) return;
  throw DocumentError{
      "unpack.trailing",
      fmt::format(
          "{}: after a whole zip archive come {} bytes that are no zip; they were "
          "left out",
          printable_name(name_), grouped(trailing_))};
}

/// The next `bytes` bytes, which a record must have.
std::string_view ZipSource::need(std::size_t bytes) {
  const std::string_view there = cursor_.peek(bytes);
  if (there.size() < bytes)
    fail_truncated(place_ == Place::entries ? "the header of an entry ends in the middle"
                                            : "its directory ends in the middle");
  return there.substr(0, bytes);
}

std::string ZipSource::where(std::string_view entry) const {
  return fmt::format("{}: entry {}", printable_name(name_), printable_name(entry));
}

void ZipSource::fail_truncated(std::string_view missing) const {
  throw DocumentError{
      "unpack.truncated",
      fmt::format("{}: truncated: {}; every entry before it was read; get the file again",
                  printable_name(name_), missing)};
}

}  // namespace semsite
