#include "feed/tar_stream.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <cerrno>
#include <utility>

#include "semsite/errors.hpp"

namespace semsite {

/// What libarchive calls back: no exception leaves it.
struct TarStream::Callbacks {
  static la_ssize_t take(archive* stream, void* self, const void* bytes, size_t size) {
    auto& tar = *static_cast<TarStream*>(self);
    if (tar.giving_up_) return static_cast<la_ssize_t>(size);
    const auto written = tar.guard_.run(
        [&] {
          tar.out_.append({static_cast<const char*>(bytes), size});
          return static_cast<la_ssize_t>(size);
        },
        la_ssize_t{-1});
    if (written < 0) archive_set_error(stream, EIO, "the output failed");
    return written;
  }
};

void TarStream::Free::operator()(archive* stream) const { archive_write_free(stream); }

TarStream::TarStream(OutputFile& out, std::string name)
    : out_(out), name_(std::move(name)), stream_(archive_write_new()) {
  if (!stream_) throw RunError{name_ + ": no memory for an archive"};
  check(archive_write_set_format_ustar(stream_.get()));
  check(archive_write_open(stream_.get(), this, nullptr, &Callbacks::take, nullptr));
}

TarStream::~TarStream() {
  giving_up_ = true;
  stream_.reset();
}

void TarStream::add(const std::string& path, std::string_view content) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry{
      archive_entry_new(), archive_entry_free};
  archive_entry_set_pathname(entry.get(), path.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
  check(archive_write_header(stream_.get(), entry.get()));
  while (!content.empty()) {
    const la_ssize_t taken =
        archive_write_data(stream_.get(), content.data(), content.size());
    check(taken <= 0 ? ARCHIVE_FATAL : ARCHIVE_OK);
    content.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void TarStream::finish() { check(archive_write_close(stream_.get())); }

void TarStream::check(int result) {
  guard_.rethrow();
  if (result == ARCHIVE_OK) return;
  const char* const reason = archive_error_string(stream_.get());
  throw RunError{fmt::format("{}: cannot write the archive: {}", name_,
                             reason == nullptr ? "unknown reason" : reason)};
}

}  // namespace semsite
