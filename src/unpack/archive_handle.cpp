#include "unpack/archive_handle.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "semsite/limits.hpp"
#include "unpack/coder_memory.hpp"
#include "unpack/seven_zip_table.hpp"

namespace semsite {
namespace {

/// How much is kept of what was fed before the last block: more than libarchive looks
/// ahead for a header, and of a zip more than a header has.
std::size_t kept_bytes(Packing packing) {
  return packing == Packing::zip ? 256 * 1024 : 4096;
}
constexpr std::size_t kSpoolBlock = 64 * 1024;

/// More than any header or block has that libarchive gathers before it reads it (16 MiB,
/// of RAR 5); the name of a file in a cpio may claim to have 4 GiB.
constexpr std::uint64_t kMostGathered = 32 * kMiB;

int filter_of(Packing packing) {
  switch (packing) {
    case Packing::gzip:
      return ARCHIVE_FILTER_GZIP;
    case Packing::bzip2:
      return ARCHIVE_FILTER_BZIP2;
    case Packing::zstd:
      return ARCHIVE_FILTER_ZSTD;
    case Packing::lz4:
      return ARCHIVE_FILTER_LZ4;
    default:
      return ARCHIVE_FILTER_NONE;
  }
}

/// Exactly the one format or filter that the bytes showed: libarchive would otherwise
/// undo several layers at once, uncounted, or run outside programs.
void allow_only(archive* reader, Packing packing) {
  switch (packing) {
    case Packing::zip:
      archive_read_support_format_zip_streamable(reader);
      return;
    case Packing::seven_zip:
      archive_read_support_format_7zip(reader);
      return;
    case Packing::tar:
      archive_read_support_format_tar(reader);
      return;
    case Packing::cpio:
      archive_read_support_format_cpio(reader);
      return;
    case Packing::rar:
      archive_read_support_format_rar(reader);
      archive_read_support_format_rar5(reader);
      return;
    default:
      archive_read_support_format_raw(reader);
      archive_read_support_format_empty(reader);
      // compress reads its header at once, so it cannot be appended before the opening.
      if (packing == Packing::compress) {
        archive_read_support_filter_compress(reader);
      } else {
        archive_read_append_filter(reader, filter_of(packing));
      }
      return;
  }
}

bool says_truncated(std::string_view error) {
  return error.find("No progress is possible") != std::string_view::npos ||  // liblzma
         error.find("failed (-5)") != std::string_view::npos ||  // zlib's Z_BUF_ERROR
         error.find("runcated") != std::string_view::npos ||
         error.find("end of file") != std::string_view::npos ||
         error.find("end-of-file") != std::string_view::npos;
}

bool says_encrypted(std::string_view error) {
  return error.find("ncrypt") != std::string_view::npos ||
         error.find("assphrase") != std::string_view::npos ||
         error.find("Crypto codec") != std::string_view::npos;
}

}  // namespace

std::string printable_name(std::string_view name) {
  std::string valid;
  while (!name.empty()) {
    const std::size_t good = valid_utf8_prefix(name);
    valid += name.substr(0, good);
    if (good == name.size()) break;
    valid += "\xEF\xBF\xBD";
    name.remove_prefix(good + 1);
  }
  return excerpt(valid, 200);
}

// Where libarchive cannot put a name in another encoding and errno is ENOMEM, it ends the
// program ("Fatal Internal Error"). What sets no errno is a name that ends in the middle
// of a character; then the ENOMEM may be of anything that went wrong before. So errno is
// cleared before libarchive may look at a name.

std::string name_of(archive_entry* entry) {
  errno = 0;
  if (const char* raw = archive_entry_pathname(entry); raw != nullptr) return raw;
  if (const char* utf8 = archive_entry_pathname_utf8(entry); utf8 != nullptr) return utf8;
  return {};
}

const char* hard_link_of(archive_entry* entry) {
  errno = 0;
  return archive_entry_hardlink(entry);
}

const char* symbolic_link_of(archive_entry* entry) {
  errno = 0;
  return archive_entry_symlink(entry);
}

void ArchiveHandle::Close::operator()(archive* reader) const {
  archive_read_free(reader);
}

ArchiveHandle::ArchiveHandle(std::unique_ptr<ByteSource> packed, Packing packing,
                             std::string name)
    : packed_(std::move(packed)), packing_(packing), name_(std::move(name)) {}

ArchiveHandle::~ArchiveHandle() = default;

archive* ArchiveHandle::get() {
  if (!reader_) open();
  return reader_.get();
}

ArchiveHandle::Header ArchiveHandle::next_header() {
  Header header{};
  archive* const reader = get();
  errno = 0;
  header.result = archive_read_next_header(reader, &header.entry);
  return header;
}

void ArchiveHandle::open() {
  reader_.reset(archive_read_new());
  if (!reader_) throw std::bad_alloc{};
  allow_only(reader_.get(), packing_);
  if (packing_ == Packing::seven_zip) {
    open_spooled();
  } else {
    open_stream();
  }
}

void ArchiveHandle::open_stream() {
  const auto read = [](archive*, void* self, const void** bytes) -> la_ssize_t {
    return static_cast<ArchiveHandle*>(self)->feed(bytes);
  };
  const int opened = archive_read_open(reader_.get(), this, nullptr, read, nullptr);
  // While it looks for the format, libarchive forgets that a filter failed.
  if (opened != ARCHIVE_OK || guard_.failed() || archive_errno(reader_.get()) != 0)
    fail({});
}

void ArchiveHandle::open_spooled() {
  spool_ = anonymous_file();
  for (Block block = packed_->read(); !block.empty(); block = packed_->read()) {
    write_all(spool_.get(), block.bytes,
              "the temporary file for " + printable_name(name_));
    fed_ += block.bytes.size();
  }
  source_ended_ = true;
  check_seven_zip(spool_.get(), fed_, printable_name(name_));
  if (::lseek(spool_.get(), 0, SEEK_SET) != 0)
    throw RunError{std::string{"cannot rewind a temporary file: "} +
                   std::strerror(errno)};
  if (archive_read_open_fd(reader_.get(), spool_.get(), kSpoolBlock) != ARCHIVE_OK)
    fail({});
}

std::ptrdiff_t ArchiveHandle::feed(const void** bytes) {
  const std::ptrdiff_t result = guard_.run(
      [&]() -> std::ptrdiff_t {
        if (source_ended_) return 0;
        Block next = packed_->read();
        source_ended_ = next.empty();
        if (source_ended_) return 0;
        if (fed_ - used() > kMostGathered)
          throw asks_for_too_much(printable_name(name_), "a header or a block",
                                  fed_ - used() + next.bytes.size(), kMostGathered);
        keep(input_.bytes);
        input_ = std::move(next);
        fed_ += input_.bytes.size();
        *bytes = input_.bytes.data();
        return static_cast<std::ptrdiff_t>(input_.bytes.size());
      },
      std::ptrdiff_t{-1});
  source_failed_ = source_failed_ || guard_.failed();
  errno = 0;
  return result;
}

void ArchiveHandle::keep(std::string_view bytes) {
  const std::size_t most = kept_bytes(packing_);
  if (bytes.size() >= most) before_.clear();
  before_ += bytes.substr(bytes.size() - std::min(bytes.size(), most));
  if (before_.size() > 2 * most) before_.erase(0, before_.size() - most);
}

std::string ArchiveHandle::fed_from(std::uint64_t from, std::uint64_t to) const {
  const std::uint64_t input_at = fed_ - input_.bytes.size();
  const std::uint64_t before_at = input_at - before_.size();
  const auto part = [&](std::string_view bytes, std::uint64_t at) {
    const std::uint64_t first = std::max(from, at);
    const std::uint64_t last = std::min<std::uint64_t>(to, at + bytes.size());
    return first < last ? bytes.substr(first - at, last - first) : std::string_view{};
  };
  return std::string{part(before_, before_at)}.append(part(input_.bytes, input_at));
}

std::uint64_t ArchiveHandle::used() const {
  return reader_ ? static_cast<std::uint64_t>(archive_filter_bytes(reader_.get(), -1))
                 : 0;
}

std::uint64_t ArchiveHandle::header_position() const {
  return reader_ ? static_cast<std::uint64_t>(archive_read_header_position(reader_.get()))
                 : 0;
}

std::string ArchiveHandle::tail() const {
  constexpr std::uint64_t kTailBytes = 4096;
  const std::uint64_t end = used();
  return fed_from(end - std::min(end, kTailBytes), end);
}

std::string ArchiveHandle::since_header() const {
  return fed_from(header_position(), used());
}

ArchiveHandle::Rest ArchiveHandle::take_rest() {
  if (spool_.valid()) return take_spooled_rest();
  const std::size_t left = fed_ - used();
  reader_.reset();
  Rest rest{.first = {}, .source = std::move(packed_)};
  if (left <= input_.bytes.size()) {
    rest.first = std::move(input_);
    rest.first.bytes.remove_prefix(rest.first.bytes.size() - left);
  } else {
    // Gathered by libarchive to look at a header that goes over the end of a block.
    auto gathered = std::make_shared<std::string>(fed_from(fed_ - left, fed_));
    rest.first = {.bytes = *gathered, .owner = gathered};
  }
  return rest;
}

/// The 32 bytes that begin a 7z say where its table of contents stands, which ends it.
ArchiveHandle::Rest ArchiveHandle::take_spooled_rest() {
  constexpr std::size_t kStartBytes = 32, kOffsetAt = 12, kSizeAt = 20;
  const auto number = [](const unsigned char* bytes) {
    std::uint64_t out = 0;
    for (int i = 7; i >= 0; --i) out = out << 8 | bytes[i];
    return out;
  };
  reader_.reset();
  std::array<unsigned char, kStartBytes> start{};
  std::uint64_t end = fed_;
  if (::pread(spool_.get(), start.data(), start.size(), 0) == ssize_t{kStartBytes})
    end = kStartBytes + std::min(fed_, number(start.data() + kOffsetAt)) +
          std::min(fed_, number(start.data() + kSizeAt));
  if (::lseek(spool_.get(), static_cast<off_t>(std::min(end, fed_)), SEEK_SET) < 0)
    throw RunError{std::string{"cannot read a temporary file: "} + std::strerror(errno)};
  return {
      .first = {},
      .source = std::make_unique<FileSource>(spool_.release(), "a temporary file", true)};
}

void ArchiveHandle::fail(std::string_view where) {
  guard_.rethrow();
  const char* text = archive_error_string(reader_.get());
  const std::string_view error = text != nullptr ? text
                                 : source_ended_ ? "truncated in its header"
                                                 : "no reason given";
  std::string place = printable_name(name_);
  if (!where.empty()) place += ": entry " + printable_name(where);
  const std::string_view packing = packing_name(packing_);
  if (error.find("too much memory") != std::string_view::npos)
    throw asks_for_too_much(place, "the window of its zstd data", 0, kMostWindowBytes);
  if (says_encrypted(error))
    throw DocumentError{
        "unpack.encrypted",
        fmt::format(
            "{}: encrypted: the {} archive wants a password ({}); publish the data "
            "without one",
            place, packing, error)};
  if (error.find("nsupported") != std::string_view::npos ||
      error.find("not supported") != std::string_view::npos)
    throw DocumentError{
        "unpack.unsupported",
        fmt::format("{}: cannot be unpacked: the {} data is packed in a way that is not "
                    "supported ({}); publish it packed otherwise",
                    place, packing, error)};
  // What a zip says of the size of an entry may be too little.
  if (says_truncated(error) && (packing_ != Packing::zip || source_ended_))
    throw DocumentError{
        "unpack.truncated",
        fmt::format(
            "{}: truncated: the {} data ends in the middle ({}); get the file again",
            place, packing, error)};
  throw DocumentError{
      "unpack.damaged",
      fmt::format("{}: damaged: the {} data cannot be read ({}); get the file "
                  "again",
                  place, packing, error)};
}

namespace {

/// Made once and kept: libarchive may hold on to what it learnt from it.
locale_t utf8() {
  static const locale_t made = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
  return made;
}

}  // namespace

// A system without C.UTF-8 keeps its locale; names beyond ASCII may then get lost.
Utf8Locale::Utf8Locale() : before_(::uselocale(utf8())) {}

}  // namespace semsite
