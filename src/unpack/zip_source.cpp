#include "unpack/zip_source.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/lzma_source.hpp"
#include "unpack/sniff.hpp"
#include "unpack/zip_records.hpp"

namespace semsite {
namespace {

/// Of data that says where it ends (APPNOTE §4.4.5): libarchive can read it also if its
/// size follows it.
bool ends_itself(unsigned method) {
  constexpr unsigned kStored = 0, kDeflated = 8;
  return method == kStored || method == kDeflated;
}

constexpr std::size_t kLzmaHeadBytes = 9;
constexpr unsigned kZipLzma = 14, kZipXz = 95;

bool is_lzma_method(unsigned method) { return method == kZipLzma || method == kZipXz; }

/// The head of .lzma data for what stands in a zip (APPNOTE §5.8.8): a version, the
/// length of the properties, which is 5, and these. How long the contents are is said
/// there only where no mark ends them (§4.4.4).
std::string alone_head(std::string_view data, const ZipEntry& entry) {
  constexpr std::size_t kProperties = 5, kSizeBytes = 8;
  constexpr unsigned kEndsByMark = 2;
  std::string head{data.substr(kLzmaHeadBytes - kProperties, kProperties)};
  for (std::size_t i = 0; i < kSizeBytes; ++i)
    head += (entry.flags & kEndsByMark) != 0
                ? '\xFF'
                : static_cast<char>(entry.unpacked >> (8 * i) & 0xFF);
  return head;
}

bool is_file(archive_entry* entry) {
  const auto type = archive_entry_filetype(entry);
  return type == AE_IFREG || type == 0;
}

}  // namespace

Block ZipSlice::read() {
  try {
    Block block = from_.take(left_);
    left_ -= block.bytes.size();
    return block;
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
}

ZipSource::ZipSource(std::unique_ptr<ByteSource> packed, std::string name, Budget& budget,
                     std::uint32_t depth)
    : handle_(std::make_unique<ArchiveHandle>(std::move(packed), Packing::zip, name)),
      name_(std::move(name)),
      budget_(budget),
      depth_(depth) {}

std::optional<std::string> ZipSource::next() {
  if (ended_) return std::nullopt;
  // Left true by whatever is thrown where the archive cannot go on.
  ended_ = true;
  end_entry();
  if (handle_ && handle_->source_failed()) {
    if (!std::exchange(told_, true)) handle_->fail(shown_);
    return std::nullopt;
  }
  if (broken_) {
    if (!std::exchange(told_, true)) std::rethrow_exception(broken_);
    return std::nullopt;
  }
  std::optional<std::string> file = next_file();
  ended_ = !file;
  return file;
}

Block ZipSource::read() {
  told_ = true;  // unless this comes to an end
  Block block = unpacked_ ? unpacked_->read() : data_.read(*handle_, shown_);
  budget_.gave(depth_, block.bytes.size());
  crc_ = zip_checksum(crc_, block.bytes);
  size_ += block.bytes.size();
  if (block.empty() && unpacked_) check_sums();
  whole_ = block.empty();
  told_ = false;
  return block;
}

std::optional<std::string> ZipSource::next_file() {
  for (;;) {
    if (handle_) {
      if (auto file = next_entry()) return file;
    } else if (find_record()) {
      read_record();
    } else {
      conclude();
      return std::nullopt;
    }
  }
}

/// The next file that libarchive finds; nothing if it has come to what it does not read,
/// or to what it cannot go on behind.
std::optional<std::string> ZipSource::next_entry() {
  const Utf8Locale names_are_utf8;
  while (handle_) {
    const auto [result, entry] = handle_->next_header();
    if (result == ARCHIVE_EOF) {
      leave_libarchive();
      return std::nullopt;
    }
    if (result == ARCHIVE_FATAL) {
      try {
        handle_->fail({});
      } catch (const DocumentError& error) {
        if (error.code() == "unpack.truncated" || handle_->source_failed()) throw;
        leave_libarchive();
        if (zip_record_at(rest_->peek(4)) == ZipRecord::entry) (void)rest_->skip(4);
        ended_ = false;
        throw;
      }
    }
    const std::string headers = handle_->since_header();
    header_ = read_local_header(headers);
    data_at_ = handle_->used();
    if (header_->place != std::string::npos)
      header_->place += begin_ + data_at_ - headers.size();
    if (entries_ == 0) joined_ = headers.starts_with("PK\x07\x08");
    ++entries_;
    ended_ = false;  // whatever is wrong with this entry, others may follow
    budget_.count_entry();
    shown_ = name_of(entry);
    if (shown_.empty()) shown_ = header_->name;
    if (result < ARCHIVE_WARN) handle_->fail(shown_);
    check_entry(entry, shown_);
    readable_ = true;
    if (is_file(entry)) {
      if (is_lzma_method(header_->method)) open_slice();
      return shown_;
    }
    end_entry();
    ended_ = true;
  }
  return std::nullopt;
}

void ZipSource::check_entry(archive_entry* entry, const std::string& name) const {
  if (header_->is_encrypted() || archive_entry_is_encrypted(entry) != 0)
    throw DocumentError{
        "unpack.encrypted",
        fmt::format("{}: encrypted: it wants a password, left out; publish the data "
                    "without one",
                    where(name))};
  if (name.empty())
    fail("unpack.damaged",
         fmt::format("damaged: entry {} has no name, left out; get the file again",
                     grouped(entries_)));
  if (header_->is_streamed() && header_->packed == 0 && !ends_itself(header_->method))
    throw DocumentError{
        "unpack.unsupported",
        fmt::format("{}: cannot be unpacked: it is packed with method {}, and its size "
                    "stands behind it; publish it packed with deflate",
                    where(name), header_->method)};
  if (!is_file(entry) && header_->unpacked > 0)
    throw DocumentError{
        "unpack.damaged",
        fmt::format("{}: damaged: it is a folder or a link, and holds {} bytes, which "
                    "were left out; publish them as a file",
                    where(name), grouped(header_->unpacked))};
}

/// Leaves libarchive in front of the entry's data.
void ZipSource::open_slice() {
  leave_libarchive();
  std::unique_ptr<ByteSource> packed;
  LzmaForm form = LzmaForm::xz;
  std::uint64_t size = header_->packed;
  Block head;
  if (header_->method == kZipLzma) {
    form = LzmaForm::alone;
    std::string_view begin;
    try {
      begin = rest_->peek(kLzmaHeadBytes);
    } catch (const DocumentError&) {
      begin = {};  // thrown again by whoever reads
    }
    if (size >= kLzmaHeadBytes && begin.size() >= kLzmaHeadBytes) {
      auto made = std::make_shared<const std::string>(alone_head(begin, *header_));
      head = {.bytes = *made, .owner = made};
      (void)rest_->skip(kLzmaHeadBytes);
      size -= kLzmaHeadBytes;
    }
  }
  slice_.emplace(*rest_, size);
  unpacked_ = std::make_unique<LzmaSource>(
      std::make_unique<RestSource>(std::move(head),
                                   std::make_unique<BorrowedSource>(*slice_)),
      form, where(shown_));
}

/// As libarchive does it for what it unpacks.
void ZipSource::check_sums() const {
  const auto say = [&](std::string_view what) {
    return DocumentError{"unpack.damaged",
                         fmt::format("{}: damaged: its data has another {} than its "
                                     "header says; get the file again",
                                     where(shown_), what)};
  };
  if (header_->is_streamed()) return;  // the header does not say
  if (size_ != header_->unpacked) throw say("size");
  if (crc_ != header_->crc) throw say("checksum");
}

/// Goes behind the entry's data, and tells the ledger what it was. What is wrong with
/// data that nobody wanted is not told; what it hides is missed when the directory comes.
void ZipSource::end_entry() {
  if (!header_) return;
  ZipEntry entry = std::move(*header_);
  header_.reset();
  // Without a size, libarchive would unpack it, too, and not say how much it was.
  const bool reads = readable_ && entry.is_streamed();
  const bool told = told_;
  try {
    while (reads && !whole_) (void)read();
  } catch (const DocumentError&) {
    if (budget_.exhausted()) throw;
    told_ = told;
  }
  const bool known = readable_ || !entry.is_streamed();
  if (reads || whole_) {
    entry.crc = crc_;
    entry.unpacked = size_;
  }
  if (unpacked_) {
    ledger_.came(entry, {.data = known});
    return end_slice();
  }
  const bool lost =
      data_.fatal() || archive_read_data_skip(handle_->get()) == ARCHIVE_FATAL;
  bool packed_known = !lost && !entry.is_streamed();
  if (!lost && entry.is_streamed()) {
    const auto packed =
        packed_before_descriptor(handle_->tail(), handle_->used() - data_at_, entry);
    packed_known = packed.has_value();
    entry.packed = packed.value_or(entry.packed);
  }
  ledger_.came(entry, {.data = known, .packed = packed_known});
  data_ = ArchiveData{};
  crc_ = 0;
  size_ = 0;
  whole_ = readable_ = false;
  if (!handle_->source_failed()) told_ = false;
  if (!lost || handle_->source_failed()) return;
  // Entries behind it may be whole.
  const std::uint64_t used = handle_->used() - data_at_;
  leave_libarchive();
  if (!entry.is_streamed() && used < entry.packed) (void)rest_->skip(entry.packed - used);
}

void ZipSource::end_slice() {
  unpacked_.reset();
  broken_ = slice_->failure();
  if (!broken_) {
    told_ = false;
    (void)rest_->skip(slice_->left());
  }
  slice_.reset();
  crc_ = 0;
  size_ = 0;
  whole_ = readable_ = false;
}

/// On to what libarchive does not read, or cannot go on with.
void ZipSource::leave_libarchive() {
  begin_ += handle_->used();
  ArchiveHandle::Rest rest = handle_->take_rest();
  rest_ = std::make_unique<ByteCursor>(
      std::make_unique<RestSource>(std::move(rest.first), std::move(rest.source)));
  handle_.reset();
}

/// Goes on to the next record, over whatever stands before it. False at the end.
bool ZipSource::find_record() {
  if (place_ != Place::behind_end && zip_record_at(rest_->peek(4)) != ZipRecord::none)
    return true;
  for (;;) {
    const std::string_view bytes = rest_->at_hand();
    if (bytes.empty()) return false;
    const std::size_t before = std::min(bytes.find('P'), bytes.size());
    if (place_ == Place::behind_end)
      trailing_ += before - static_cast<std::size_t>(std::ranges::count_if(
                                bytes.substr(0, before), is_padding));
    if (before > 0) {
      (void)rest_->skip(before);
    } else if (plausible_zip_record(rest_->peek(kZipLookBytes)) != ZipRecord::none) {
      return true;
    } else {
      (void)rest_->skip(1);
      ++trailing_;
    }
  }
}

void ZipSource::read_record() {
  switch (zip_record_at(rest_->peek(4))) {
    case ZipRecord::entry:
      return read_entries();
    case ZipRecord::directory_entry:
      return read_directory_entry();
    case ZipRecord::extra_data:
      return pass_record(8, 4, 4);
    case ZipRecord::signature:
      return pass_record(6, 4, 2);
    case ZipRecord::wide_end:
      return read_wide_end();
    case ZipRecord::wide_locator:
      (void)rest_->skip(kWideLocatorBytes);
      return;
    case ZipRecord::end:
      return read_end();
    case ZipRecord::none:
      return;
  }
}

/// More entries, behind an end or behind what libarchive could not read.
void ZipSource::read_entries() {
  place_ = Place::entries;
  trailing_ = 0;
  begin_ += rest_->position();
  handle_ = std::make_unique<ArchiveHandle>(
      std::make_unique<CursorSource>(std::move(rest_)), Packing::zip, name_);
}

void ZipSource::read_directory_entry() {
  if (place_ != Place::directory) {
    place_ = Place::directory;
    directory_at_ = rest_->position();
    trailing_ = 0;
  }
  const std::size_t size = directory_header_size(need(kDirectoryHeaderBytes));
  ledger_.named(read_directory_header(need(size)));
  (void)rest_->skip(size);
}

void ZipSource::read_wide_end() {
  if (place_ != Place::directory) directory_at_ = rest_->position();
  place_ = Place::directory;
  directory_end_ = rest_->position();
  const std::string_view bytes = need(kWideEndBytes);
  wide_end_ = semsite::read_wide_end(bytes);
  const std::uint64_t size = 12 + zip_number(bytes, 4, 8);
  if (!rest_->skip(std::max<std::uint64_t>(size, kWideEndBytes)))
    fail_truncated("its directory ends in the middle");
}

void ZipSource::read_end() {
  if (place_ != Place::directory) directory_at_ = rest_->position();
  if (!wide_end_) directory_end_ = rest_->position();
  const ZipEnd end =
      join_ends(read_zip_end(need(kZipEndBytes)), std::exchange(wide_end_, {}));
  (void)rest_->skip(kZipEndBytes);
  place_ = Place::behind_end;
  trailing_ = 0;
  const std::string problem = ledger_.close(end, {.place = begin_ + directory_at_,
                                                  .bytes = directory_end_ - directory_at_,
                                                  .joined = joined_});
  if (!rest_->skip(end.comment))
    fail_truncated("the comment at its end is shorter than it says");
  ended_ = problem.empty();
  if (problem.empty()) return;
  if (end.disk != 0)
    fail("unpack.volume",
         fmt::format("part {} of a zip in several parts, and the others are not here: "
                     "{}; put the parts together (zip -s 0) and publish one file",
                     end.disk + 1, problem));
  fail("unpack.directory",
       fmt::format("its entries are not those of its directory (APPNOTE 4.3.12): {}; "
                   "what came was read; get the file again, and if it stays, tell the "
                   "publisher",
                   problem));
}

/// A record with its size in it, of `fixed` bytes and as many as that says.
void ZipSource::pass_record(std::size_t fixed, std::size_t size_at,
                            std::size_t size_bytes) {
  const std::uint64_t size = zip_number(need(fixed), size_at, size_bytes);
  if (!rest_->skip(fixed + size)) fail_truncated("its directory ends in the middle");
}

void ZipSource::conclude() const {
  if (place_ != Place::behind_end)
    fail_truncated("the record that ends a zip archive (APPNOTE 4.3.16) is missing");
  if (trailing_ > 0)
    fail("unpack.trailing",
         fmt::format("after a whole zip archive come {} bytes that are no zip; they were "
                     "left out",
                     grouped(trailing_)));
}

/// The next `bytes` bytes, which a record must have.
std::string_view ZipSource::need(std::size_t bytes) {
  const std::string_view there = rest_->peek(bytes);
  if (there.size() < bytes) fail_truncated("its directory ends in the middle");
  return there.substr(0, bytes);
}

std::string ZipSource::where(std::string_view entry) const {
  return fmt::format("{}: entry {}", printable_name(name_), printable_name(entry));
}

void ZipSource::fail(const char* code, std::string_view what) const {
  throw DocumentError{code, fmt::format("{}: {}", printable_name(name_), what)};
}

void ZipSource::fail_truncated(std::string_view missing) const {
  fail("unpack.truncated",
       fmt::format("truncated: {}; every entry before it was read; get the file again",
                   missing));
}

}  // namespace semsite
