#include "sink/output_file.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/c_guard.hpp"
#include "base/errors.hpp"
#include "base/file_io.hpp"

namespace semsite {
namespace {

/// How much is gathered for one write. The page cache takes megabytes at a time at more
/// than twice the rate; a reader behind a pipe should not wait for that much.
constexpr std::size_t kFileWriteBytes = 16 * kBlockBytes;
constexpr std::size_t kPipeWriteBytes = kBlockBytes;
/// Buffers kept for later texts, and the size above which one is not worth keeping.
constexpr std::size_t kSpareBuffers = 32;
constexpr std::size_t kSpareBytes = 4 * kBlockBytes;

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

  [[nodiscard]] std::size_t write_bytes() const {
    return regular_ || spool_.valid() ? kFileWriteBytes : kPipeWriteBytes;
  }

  void write(std::span<const std::string_view> parts) {
    if (spool_.valid()) {
      write_all(spool_.get(), parts, "temporary file for " + name_);
    } else {
      write_all(number_, parts, name_);
    }
  }

  void mark(Revocable revocable) {
    if (spool_.valid() || regular_) {
      marks_.push_back({place(), false});
    } else if (revocable == Revocable::yes) {
      spool_ = anonymous_file();
      marks_.push_back({0, true});
    } else {
      marks_.push_back({kGone, false});
    }
  }

  void keep() {
    const Mark mark = pop();
    if (!mark.made_spool) return;
    const Descriptor spool = std::move(spool_);
    copy(spool.get(), 0, number_);
  }

  [[nodiscard]] bool can_take_back() const { return marks_.back().place != kGone; }

  void take_back() {
    const Mark mark = pop();
    if (mark.made_spool) {
      spool_ = Descriptor{};
    } else {
      cut_back(mark.place);
    }
  }

  /// Takes back what was written since the mark and gives it as a file of its own;
  /// nothing if it cannot be taken back.
  Descriptor set_aside() {
    const Mark mark = pop();
    if (mark.place == kGone) return {};
    if (mark.made_spool) return std::move(spool_);
    Descriptor out = anonymous_file();
    // Our descriptor may be for writing only.
    const Descriptor from{
        ::open(fmt::format("/proc/self/fd/{}", current()).c_str(),  // NOLINT
               O_RDONLY | O_CLOEXEC)};
    if (!from.valid()) throw system_error(name_, "cannot read back");
    copy(from.get(), mark.place, out.get());
    cut_back(mark.place);
    return out;
  }

  /// Appends all of `file`.
  void take_in(const Descriptor& file) { copy(file.get(), 0, current()); }

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

  /// Where a section began.
  struct Mark {
    off_t place;      ///< in what `current` is; kGone: cannot go back
    bool made_spool;  ///< the spool was opened for this section
  };
  static constexpr off_t kGone = -1;

  [[nodiscard]] int current() const { return spool_.valid() ? spool_.get() : number_; }

  [[nodiscard]] off_t place() const {
    const off_t at = ::lseek(current(), 0, appends_ ? SEEK_END : SEEK_CUR);
    if (at < 0) throw system_error(name_, "cannot tell the place in the file");
    return at;
  }

  Mark pop() {
    const Mark mark = marks_.back();
    marks_.pop_back();
    return mark;
  }

  void cut_back(off_t place) {
    if (::ftruncate(current(), place) != 0)
      throw system_error(name_, "cannot cut the file back");
    if (::lseek(current(), place, SEEK_SET) < 0)
      throw system_error(name_, "cannot go back in the file");
  }

  void copy(int from, off_t place, int to) const {
    if (::lseek(from, place, SEEK_SET) != place)
      throw system_error(name_, "cannot rewind its temporary file");
    FileSource bytes{from, "temporary file for " + name_, false};
    for (Block block = bytes.read(); !block.empty(); block = bytes.read())
      write_all(to, block.bytes, name_);
  }

  Descriptor owned_;
  int number_;
  std::string name_;
  bool regular_ = false;
  bool appends_ = false;
  std::vector<Mark> marks_;  ///< of the open sections, outermost first
  Descriptor spool_;         ///< takes the bytes while it is open
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

  /// Has a whole stream been written? Goes back when a section is taken back.
  [[nodiscard]] bool written() const { return written_; }
  void set_written(bool written) { written_ = written; }

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
          const std::string_view part{static_cast<const char*>(bytes), size};
          coder.target_.write({&part, 1});
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
  if (held_.empty() || held_.back().room_left() < bytes.size()) {
    TextBuffer buffer = take_spare();
    static_cast<void>(buffer.room(std::max(bytes.size(), kBlockBytes)));
    held_.push_back(std::move(buffer));
  }
  held_.back().append(bytes);
  count(bytes.size());
}

void OutputFile::append(TextBuffer text) {
  const std::scoped_lock lock{mutex_};
  const std::size_t size = text.view().size();
  held_.push_back(std::move(text));
  count(size);
}

TextBuffer OutputFile::spare_buffer() {
  const std::scoped_lock lock{mutex_};
  return take_spare();
}

/// Under the lock, as are the next ones.
TextBuffer OutputFile::take_spare() {
  if (spare_.empty()) return {};
  TextBuffer buffer = std::move(spare_.back());
  spare_.pop_back();
  return buffer;
}

void OutputFile::count(std::size_t size) {
  assert(!finished_);
  bytes_ += size;
  held_bytes_ += size;
  if (held_bytes_ >= target_->write_bytes()) send_held();
}

void OutputFile::send_held() {
  std::vector<std::string_view> parts;
  parts.reserve(held_.size());
  for (const TextBuffer& text : held_) parts.push_back(text.view());
  if (coder_) {
    for (const std::string_view part : parts) coder_->write(part);
  } else {
    target_->write(parts);
  }
  forget_held();
}

void OutputFile::forget_held() {
  for (TextBuffer& text : held_) {
    if (spare_.size() == kSpareBuffers) break;
    if (text.capacity() > kSpareBytes) continue;
    text.clear();
    spare_.push_back(std::move(text));
  }
  held_.clear();
  held_bytes_ = 0;
}

void OutputFile::begin_section(Revocable revocable) {
  const std::scoped_lock lock{mutex_};
  assert(!finished_);
  send_held();
  if (coder_) coder_->end();
  target_->mark(revocable);
  sections_.push_back({bytes_, coder_ && coder_->written()});
}

void OutputFile::commit_section() {
  const std::scoped_lock lock{mutex_};
  assert(!sections_.empty());
  send_held();
  if (coder_) coder_->end();
  target_->keep();
  sections_.pop_back();
}

void OutputFile::forget(const Section& section) {
  bytes_ = section.bytes;
  if (coder_) coder_->set_written(section.written);
}

bool OutputFile::discard_section() {
  const std::scoped_lock lock{mutex_};
  assert(!sections_.empty());
  const Section section = sections_.back();
  sections_.pop_back();
  if (!target_->can_take_back()) {
    // A part of it may have gone: then the rest belongs with it, and to a stream its end.
    send_held();
    if (coder_) coder_->end();
    target_->keep();
    return false;
  }
  forget_held();
  if (coder_) coder_->abandon();
  target_->take_back();
  forget(section);
  return true;
}

SetAside OutputFile::set_aside_section() {
  const std::scoped_lock lock{mutex_};
  assert(!sections_.empty());
  const Section section = sections_.back();
  sections_.pop_back();
  send_held();
  if (coder_) coder_->end();
  SetAside out{.file = target_->set_aside(), .bytes = bytes_ - section.bytes};
  if (out.file.valid()) forget(section);
  return out;
}

void OutputFile::append_set_aside(const SetAside& aside) {
  const std::scoped_lock lock{mutex_};
  assert(!finished_);
  if (!aside.file.valid()) return;
  send_held();
  if (coder_) coder_->end();
  target_->take_in(aside.file);
  bytes_ += aside.bytes;
  if (coder_ && aside.bytes > 0) coder_->set_written(true);
}

void OutputFile::finish() {
  const std::scoped_lock lock{mutex_};
  assert(sections_.empty() && !finished_);
  send_held();
  if (coder_) coder_->end_all();
  target_->close();
  if (!part_.empty() && std::rename(part_.c_str(), path_.c_str()) != 0)
    throw system_error(path_, "cannot rename " + part_ + " to it");
  finished_ = true;
}

}  // namespace semsite
