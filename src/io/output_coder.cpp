#include "io/output_coder.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <array>
#include <cerrno>

#include "base/text.hpp"

namespace semsite {

/// One way to compress, told by the end of the file's name.
struct OutputCoder::Coding {
  std::string_view suffix;
  AddFilter add_filter;
};

/// What libarchive calls back: no exception leaves it.
struct OutputCoder::Callbacks {
  static la_ssize_t take(archive* stream, void* self, const void* bytes, size_t size) {
    auto& coder = *static_cast<OutputCoder*>(self);
    if (coder.abandoning_) return static_cast<la_ssize_t>(size);
    const auto written = coder.guard_.run(
        [&] {
          const std::string_view part{static_cast<const char*>(bytes), size};
          coder.target_.write({&part, 1});
          return static_cast<la_ssize_t>(size);
        },
        la_ssize_t{-1});
    if (written < 0) archive_set_error(stream, EIO, "the output failed");
    return written;
  }
};

void OutputCoder::Free::operator()(archive* stream) const { archive_write_free(stream); }

const OutputCoder::Coding* OutputCoder::coding_of(std::string_view path) {
  static constexpr std::array<Coding, 4> kCodings{
      {{".gz", archive_write_add_filter_gzip},
       {".zst", archive_write_add_filter_zstd},
       {".xz", archive_write_add_filter_xz},
       {".bz2", archive_write_add_filter_bzip2}}};
  for (const Coding& coding : kCodings)
    if (ends_with_ignoring_case(path, coding.suffix)) return &coding;
  return nullptr;
}

std::string_view OutputCoder::suffix_of(std::string_view path) {
  const Coding* const coding = coding_of(path);
  return coding == nullptr ? std::string_view{}
                           : path.substr(path.size() - coding->suffix.size());
}

std::unique_ptr<OutputCoder> OutputCoder::for_name(std::string_view path,
                                                   OutputTarget& target) {
  const Coding* const coding = coding_of(path);
  if (coding == nullptr) return nullptr;
  return std::unique_ptr<OutputCoder>{new OutputCoder{coding->add_filter, target}};
}

void OutputCoder::write(std::string_view bytes) {
  if (!stream_) start();
  while (!bytes.empty()) {
    const la_ssize_t taken =
        archive_write_data(stream_.get(), bytes.data(), bytes.size());
    guard_.rethrow();
    if (taken <= 0) throw error();
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void OutputCoder::end() {
  if (!stream_) return;
  const int result = archive_write_close(stream_.get());
  guard_.rethrow();
  if (result != ARCHIVE_OK) throw error();
  stream_.reset();
  written_ = true;
}

void OutputCoder::abandon() {
  if (!stream_) return;
  // libarchive frees its compressor only when it closes the stream; what that still
  // writes goes nowhere.
  abandoning_ = true;
  archive_write_close(stream_.get());
  stream_.reset();
  abandoning_ = false;
}

void OutputCoder::end_all() {
  if (!stream_ && !written_) start();
  end();
}

void OutputCoder::start() {
  stream_.reset(archive_write_new());
  archive* const a = stream_.get();
  if (a == nullptr) throw RunError{target_.name() + ": no memory to compress"};
  // ARCHIVE_WARN: libarchive will run the outside program, which does as well.
  if (add_filter_(a) < ARCHIVE_WARN || archive_write_set_format_raw(a) != ARCHIVE_OK)
    throw error();
  // The same data gives the same file: no time in it. Only gzip knows this option.
  archive_write_set_filter_option(a, "gzip", "timestamp", nullptr);
  archive_write_set_bytes_per_block(a, 0);
  if (archive_write_open(a, this, nullptr, &Callbacks::take, nullptr) != ARCHIVE_OK)
    fail();
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry{
      archive_entry_new(), archive_entry_free};
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  if (archive_write_header(a, entry.get()) != ARCHIVE_OK) fail();
}

void OutputCoder::fail() {
  guard_.rethrow();
  throw error();
}

RunError OutputCoder::error() {
  const char* const reason = archive_error_string(stream_.get());
  return RunError{fmt::format("{}: cannot compress: {}", target_.name(),
                              reason == nullptr ? "unknown reason" : reason)};
}

}  // namespace semsite
