#include "sink/output_file.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/byte_source.hpp"
#include "base/c_guard.hpp"
#include "base/errors.hpp"
#include "base/file_io.hpp"

namespace semsite {
namespace {

/// Small writes are gathered up to this size; larger ones go out as they are.
constexpr std::size_t kWriteBytes = kBlockBytes;
constexpr std::size_t kDirectBytes = kBlockBytes / 4;

RunError system_error(const std::string& name, std::string_view what) {
  return RunError{fmt::format("{}: {}: {}", name, what, std::strerror(errno))};
}

/// One way to compress, told by the end of the file's name.
struct Coding {
  std::string_view suffix;
  int (*add)(archive*);
};
constexpr std::array<Coding, 4> kCodings{{{".gz", archive_write_add_filter_gzip},
                                          {".zst", archive_write_add_filter_zstd},
                                          {".xz", archive_write_add_filter_xz},
                                          {".bz2", archive_write_add_filter_bzip2}}};

const Coding* coding_of(std::string_view path) {
  for (const Coding& coding : kCodings) {
    if (path.ends_with(coding.suffix)) return &coding;
  }
  return nullptr;
}

/// The file behind a symbolic link, so that renaming does not replace the link.
std::string behind_links(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return path;
  const std::unique_ptr<char, void (*)(void*)> real{::realpath(path.c_str(), nullptr),
                                                    std::free};
  return real ? real.get() : path;
}

}  // namespace

/// An open descriptor that can forget what was written since a mark.
class OutputFile::Target {
 public:
  Target(Descriptor file, std::string name)
      : owned_(std::move(file)), number_(owned_.get()), name_(std::move(name)) {
    inspect();
  }
  Target(int descriptor, std::string name) : number_(descriptor), name_(std::move(name)) {
    inspect();
  }

  [[nodiscard]] const std::string& name() const { return name_; }

  void write(std::string_view bytes) {
    if (spool_.valid()) {
      write_all(spool_.get(), bytes, "temporary file for " + name_);
    } else {
      write_all(number_, bytes, name_);
    }
  }

  void mark(Revocable revocable) {
    if (regular_) {
      mark_ = end();
    } else if (revocable == Revocable::yes) {
      spool_ = anonymous_file();
    }
  }

  void keep() {
    if (!spool_.valid()) return;
    const Descriptor spool = std::move(spool_);
    if (::lseek(spool.get(), 0, SEEK_SET) != 0)
      throw system_error(name_, "cannot rewind its temporary file");
    FileSource bytes{spool.get(), "temporary file for " + name_, false};
    for (Block block = bytes.read(); !block.empty(); block = bytes.read())
      write_all(number_, block.bytes, name_);
  }

  /// False if what was written cannot be taken back.
  bool take_back() {
    if (spool_.valid()) {
      spool_ = Descriptor{};
      return true;
    }
    if (!regular_) return false;
    if (::ftruncate(number_, mark_) != 0)
      throw system_error(name_, "cannot cut the file back");
    if (!appends_ && ::lseek(number_, mark_, SEEK_SET) < 0)
      throw system_error(name_, "cannot go back in the file");
    return true;
  }

  /// Closes our own descriptor; some file systems tell of a full disk only now.
  void close() {
    if (owned_.valid() && ::close(owned_.release()) != 0)
      throw system_error(name_, "cannot write");
  }

 private:
  void inspect() {
    struct stat info {};
    regular_ = ::fstat(number_, &info) == 0 && S_ISREG(info.st_mode);
    const int flags = ::fcntl(number_, F_GETFL);
    if (flags < 0) throw system_error(name_, "cannot write");
    appends_ = (flags & O_APPEND) != 0;
  }

  [[nodiscard]] off_t end() const {
    const off_t place = ::lseek(number_, 0, appends_ ? SEEK_END : SEEK_CUR);
    if (place < 0) throw system_error(name_, "cannot tell the place in the file");
    return place;
  }

  Descriptor owned_;
  int number_;
  std::string name_;
  bool regular_ = false;
  bool appends_ = false;
  off_t mark_ = 0;
  Descriptor spool_;  ///< takes the bytes while it is open
};

/// Compressed streams, one after another: each is whole in itself, and tools read a file
/// of several as one.
class OutputFile::Coder {
 public:
  Coder(const Coding& coding, Target& target) : coding_(coding), target_(target) {}
  Coder(const Coder&) = delete;
  Coder& operator=(const Coder&) = delete;
  ~Coder() { abandon(); }

  void write(std::string_view bytes) {
    if (!stream_) start();
    while (!bytes.empty()) {
      const la_ssize_t taken =
          archive_write_data(stream_.get(), bytes.data(), bytes.size());
      guard_.rethrow();
      if (taken <= 0) throw error();
      bytes.remove_prefix(static_cast<std::size_t>(taken));
    }
  }

  /// Ends the open stream, if there is one.
  void end() {
    if (!stream_) return;
    const int result = archive_write_close(stream_.get());
    guard_.rethrow();
    if (result != ARCHIVE_OK) throw error();
    stream_.reset();
    written_ = true;
  }

  /// Forgets the open stream; what it wrote so far is the caller's matter.
  void abandon() {
    if (stream_) archive_write_fail(stream_.get());
    stream_.reset();
  }

  /// An empty file is no compressed file: at least one stream, if of nothing.
  void end_all() {
    if (!stream_ && !written_) start();
    end();
  }

 private:
  struct Free {
    void operator()(archive* stream) const { archive_write_free(stream); }
  };

  void start() {
    stream_.reset(archive_write_new());
    archive* const a = stream_.get();
    if (a == nullptr) throw RunError{target_.name() + ": no memory to compress"};
    // ARCHIVE_WARN: libarchive will run the outside program, which does as well.
    if (coding_.add(a) < ARCHIVE_WARN || archive_write_set_format_raw(a) != ARCHIVE_OK)
      throw error();
    // The same data gives the same file: no time in it. Only gzip knows this option.
    archive_write_set_filter_option(a, "gzip", "timestamp", nullptr);
    archive_write_set_bytes_per_block(a, 0);
    if (archive_write_open(a, this, nullptr, take, nullptr) != ARCHIVE_OK) fail();
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry{
        archive_entry_new(), archive_entry_free};
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    if (archive_write_header(a, entry.get()) != ARCHIVE_OK) fail();
  }

  static la_ssize_t take(archive* stream, void* self, const void* bytes, size_t size) {
    auto& coder = *static_cast<Coder*>(self);
    const auto written = coder.guard_.run(
        [&] {
          coder.target_.write({static_cast<const char*>(bytes), size});
          return static_cast<la_ssize_t>(size);
        },
        la_ssize_t{-1});
    if (written < 0) archive_set_error(stream, EIO, "the output failed");
    return written;
  }

  [[noreturn]] void fail() {
    guard_.rethrow();
    throw error();
  }

  [[nodiscard]] RunError error() {
    const char* const reason = archive_error_string(stream_.get());
    return RunError{fmt::format("{}: cannot compress: {}", target_.name(),
                                reason == nullptr ? "unknown reason" : reason)};
  }

  const Coding& coding_;
  Target& target_;
  CGuard guard_;
  std::unique_ptr<archive, Free> stream_;
  bool written_ = false;
};

OutputFile::OutputFile(const std::string& path) : path_(behind_links(path)) {
  if (path == "-") {
    target_ = std::make_unique<Target>(STDOUT_FILENO, "standard output");
    return;
  }
  struct stat info {};
  const bool exists = ::stat(path_.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode))
    throw RunError{path + ": cannot write: is a directory, not a file"};
  int flags = O_WRONLY | O_CLOEXEC;
  std::string name = path_;
  if (!exists || S_ISREG(info.st_mode)) {
    if (exists && ::access(path_.c_str(), W_OK) != 0)
      throw system_error(path_, "cannot write");
    part_ = path_ + ".part";
    name = part_;
    flags |= O_CREAT | O_TRUNC;
  }
  Descriptor file{::open(name.c_str(), flags, 0666)};  // NOLINT
  if (!file.valid()) {
    part_.clear();
    throw system_error(path, "cannot write");
  }
  target_ = std::make_unique<Target>(std::move(file), path);
  if (const Coding* coding = coding_of(path_))
    coder_ = std::make_unique<Coder>(*coding, *target_);
}

OutputFile::OutputFile(int descriptor, const std::string& name)
    : target_(std::make_unique<Target>(descriptor, name)) {}

OutputFile::~OutputFile() {
  if (!part_.empty() && !finished_ && !keep_part_) ::unlink(part_.c_str());
}

void OutputFile::append(std::string_view bytes) {
  const std::scoped_lock lock{mutex_};
  assert(!finished_);
  bytes_ += bytes.size();
  if (held_.empty() && bytes.size() >= kDirectBytes) {
    send(bytes);
    return;
  }
  held_.append(bytes);
  if (held_.size() >= kWriteBytes) send_held();
}

void OutputFile::send(std::string_view bytes) {
  if (coder_) {
    coder_->write(bytes);
  } else {
    target_->write(bytes);
  }
}

void OutputFile::send_held() {
  if (held_.empty()) return;
  send(held_);
  held_.clear();
}

void OutputFile::begin_section(Revocable revocable) {
  const std::scoped_lock lock{mutex_};
  assert(!in_section_ && !finished_);
  send_held();
  if (coder_) coder_->end();
  target_->mark(revocable);
  section_bytes_ = bytes_;
  in_section_ = true;
}

void OutputFile::commit_section() {
  const std::scoped_lock lock{mutex_};
  assert(in_section_);
  send_held();
  if (coder_) coder_->end();
  target_->keep();
  in_section_ = false;
}

bool OutputFile::discard_section() {
  const std::scoped_lock lock{mutex_};
  assert(in_section_);
  in_section_ = false;
  held_.clear();
  if (coder_) coder_->abandon();
  if (!target_->take_back()) return false;
  bytes_ = section_bytes_;
  return true;
}

void OutputFile::finish() {
  const std::scoped_lock lock{mutex_};
  assert(!in_section_ && !finished_);
  send_held();
  if (coder_) coder_->end_all();
  target_->close();
  if (!part_.empty() && std::rename(part_.c_str(), path_.c_str()) != 0)
    throw system_error(path_, "cannot rename " + part_ + " to it");
  finished_ = true;
}

}  // namespace semsite
