#include "io/output_target.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <limits>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "base/shown_text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// How much is gathered for one write. The page cache takes megabytes at a time at more
/// than twice the rate; a reader behind a pipe should not wait for that much.
constexpr std::size_t kFileWriteBytes = 16 * kBlockBytes;
constexpr std::size_t kPipeWriteBytes = kBlockBytes;

/// What stays in the page cache: somebody may read a file of this size at once.
constexpr std::uint64_t kCachedBytes = std::uint64_t{16} << 20;
/// A disk that takes so much a second (and no slower one than the page cache) is written
/// to directly.
constexpr double kQuickDisk = 800e6;

}  // namespace

RunError system_error(const std::string& name, std::string_view what) {
  return RunError{fmt::format("{}: {}: {}", name, what, std::strerror(errno))};
}

OutputTarget::OutputTarget(Descriptor file, std::string name)
    : owned_(std::move(file)), number_(owned_.get()), name_(std::move(name)) {
  inspect();
}

OutputTarget::OutputTarget(int descriptor, std::string name)
    : number_(descriptor), name_(std::move(name)) {
  inspect();
}

OutputTarget::~OutputTarget() = default;

std::size_t OutputTarget::write_bytes() const {
  // The direct writer gathers by itself; a short copy keeps nobody else waiting.
  if (direct_) return kBlockBytes;
  return regular_ || spool_.valid() ? kFileWriteBytes : kPipeWriteBytes;
}

void OutputTarget::write(std::span<const std::string_view> parts) {
  if (spool_.valid()) {
    write_all(spool_.get(), parts, "temporary file for " + name_);
  } else if (owned_.valid() && regular_ && !appends_) {
    write_file(parts);
  } else {
    pass_on(parts);
  }
}

/// To what is no file of ours.
void OutputTarget::pass_on(std::span<const std::string_view> parts) {
  if (!is_terminal_) return write_all(number_, parts, name_);
  std::string text;
  for (const std::string_view part : parts) text += shown_rdf(part, cut_);
  write_all(number_, text, name_);
}

void OutputTarget::write_file(std::span<const std::string_view> parts) {
  if (!direct_ && direct_helps_ && stretch_.bytes >= kCachedBytes) {
    direct_ = DirectWriter::open(number_, name_);
    direct_helps_ = direct_ != nullptr;
  }
  if (direct_) {
    direct_->write(parts);
    const double rate = direct_->rate();
    const double cache_rate = static_cast<double>(stretch_.bytes) / stretch_.seconds;
    if (rate == 0 || rate >= kQuickDisk || rate >= cache_rate) return;
    direct_helps_ = false;
    settle();
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  write_all(number_, parts, name_);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  stretch_.seconds += took.count();
  for (const std::string_view part : parts) stretch_.bytes += part.size();
}

void OutputTarget::settle() {
  if (direct_) direct_->finish();
  direct_.reset();
  stretch_ = {};
}

void OutputTarget::mark(Revocable revocable, std::optional<std::uint64_t> from) {
  settle();
  if (spool_.valid() || regular_) {
    marks_.push_back({from ? static_cast<off_t>(*from) : place(), false});
  } else if (revocable == Revocable::yes) {
    spool_ = anonymous_file();
    marks_.push_back({0, true});
  } else {
    marks_.push_back({kGone, false});
  }
}

void OutputTarget::keep() {
  settle();
  const Mark mark = pop();
  if (!mark.made_spool) return;
  const Descriptor spool = std::move(spool_);
  copy(spool.get(), 0, number_);
}

bool OutputTarget::can_take_back() const { return marks_.back().place != kGone; }

void OutputTarget::take_back() {
  settle();
  const Mark mark = pop();
  if (mark.made_spool) {
    spool_ = Descriptor{};
  } else {
    cut_back(mark.place);
  }
}

Descriptor OutputTarget::set_aside() {
  settle();
  const Mark mark = pop();
  if (mark.place == kGone) return {};
  if (mark.made_spool) return std::move(spool_);
  Descriptor out = anonymous_file();
  // Our descriptor may be for writing only.
  const Descriptor from{
      ::open(fmt::format("/proc/self/fd/{}", current()).c_str(), O_RDONLY | O_CLOEXEC)};
  if (!from.valid()) throw system_error(name_, "cannot read back");
  copy(from.get(), mark.place, out.get());
  cut_back(mark.place);
  return out;
}

void OutputTarget::take_in(const Descriptor& file) {
  settle();
  copy(file.get(), 0, current());
}

void OutputTarget::take_in(const Descriptor& file, std::uint64_t begin,
                           std::uint64_t end) {
  settle();
  copy(file.get(), static_cast<off_t>(begin), current(), end - begin);
}

void OutputTarget::take_in(const OutputTarget& other, std::uint64_t bytes) {
  settle();
  copy(other.number_, 0, current(), bytes);
}

std::uint64_t OutputTarget::tell() {
  settle();
  return static_cast<std::uint64_t>(place());
}

void OutputTarget::go_on_at(std::uint64_t place) {
  settle();
  cut_back(static_cast<off_t>(place));
}

void OutputTarget::sync() {
  settle();
  if (owned_.valid() && regular_) sync_file(number_, name_);
}

void OutputTarget::close() {
  settle();
  if (owned_.valid() && ::close(owned_.release()) != 0)
    throw system_error(name_, "cannot write");
}

void OutputTarget::inspect() {
  struct stat info {};
  regular_ = ::fstat(number_, &info) == 0 && S_ISREG(info.st_mode);
  const int flags = ::fcntl(number_, F_GETFL);
  if (flags < 0) throw system_error(name_, "cannot write");
  appends_ = (flags & O_APPEND) != 0;
  is_terminal_ = ::isatty(number_) == 1;
}

off_t OutputTarget::place() const {
  const off_t at = ::lseek(current(), 0, appends_ ? SEEK_END : SEEK_CUR);
  if (at < 0) throw system_error(name_, "cannot tell the place in the file");
  return at;
}

OutputTarget::Mark OutputTarget::pop() {
  const Mark mark = marks_.back();
  marks_.pop_back();
  return mark;
}

void OutputTarget::cut_back(off_t place) {
  if (::ftruncate(current(), place) != 0)
    throw system_error(name_, "cannot cut the file back");
  if (::lseek(current(), place, SEEK_SET) < 0)
    throw system_error(name_, "cannot go back in the file");
}

/// Reads at places of its own: others may copy from the same file meanwhile.
void OutputTarget::copy(int from, off_t place, int to,
                        std::optional<std::uint64_t> count) {
  std::vector<char> room(kBlockBytes);
  for (std::uint64_t left = count.value_or(std::numeric_limits<std::uint64_t>::max());
       left > 0;) {
    const std::size_t wanted = std::min<std::uint64_t>(left, room.size());
    const ssize_t got = ::pread(from, room.data(), wanted, place);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_error(name_, "cannot read what is to be copied to it");
    if (got == 0) {
      if (!count) return;
      throw RunError{fmt::format(
          "{}: what is to be copied to it ends {} bytes too early; somebody has cut it",
          name_, left)};
    }
    const std::string_view some{room.data(), static_cast<std::size_t>(got)};
    if (to == number_ && is_terminal_) {
      pass_on({&some, 1});
    } else {
      write_all(to, some, name_);
    }
    place += got;
    left -= static_cast<std::uint64_t>(got);
  }
}

namespace {

/// What every disk's logical block divides, and memory and places must be multiples of.
constexpr std::size_t kAlignment = 4096;
constexpr std::size_t kBufferBytes = std::size_t{2} << 20;
constexpr std::size_t kDirectBuffers = 4;
/// Fewer bytes say nothing of a disk's rate.
constexpr double kTrialBytes = 32.0 * (1 << 20);

struct Freer {
  void operator()(char* memory) const { std::free(memory); }
};

struct Buffer {
  std::unique_ptr<char, Freer> memory;
  std::size_t size = 0;
  off_t place = 0;
};

Buffer make_buffer() {
  void* const memory = std::aligned_alloc(kAlignment, kBufferBytes);
  if (memory == nullptr) throw std::bad_alloc{};
  Buffer buffer;
  buffer.memory.reset(static_cast<char*>(memory));
  return buffer;
}

/// Throws RunError.
void write_at(int descriptor, std::string_view bytes, off_t place,
              const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t result = ::pwrite(descriptor, bytes.data(), bytes.size(), place);
    if (result < 0 && errno == EINTR) continue;
    if (result < 0) throw system_error(name, "cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(result));
    place += result;
  }
}

}  // namespace

class DirectWriter::Worker {
 public:
  Worker(int plain, Descriptor direct, std::string name, off_t place)
      : plain_(plain), direct_(std::move(direct)), name_(std::move(name)), end_(place) {
    for (std::size_t i = 0; i < kDirectBuffers; ++i) free_.push_back(make_buffer());
    thread_ = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    thread_.request_stop();
    moved_.notify_all();
  }

  void append(std::string_view bytes) {
    // Up to the first block boundary the page cache has to help.
    const auto over = static_cast<std::size_t>(end_) % kAlignment;
    if (over != 0 && now_.memory == nullptr) {
      const std::string_view head = bytes.substr(0, kAlignment - over);
      write_at(plain_, head, end_, name_);
      end_ += static_cast<off_t>(head.size());
      bytes.remove_prefix(head.size());
    }
    while (!bytes.empty()) {
      if (now_.memory == nullptr) {
        now_ = take_free();
        now_.size = 0;
        now_.place = end_;
      }
      const std::size_t size = std::min(bytes.size(), kBufferBytes - now_.size);
      std::memcpy(now_.memory.get() + now_.size, bytes.data(), size);
      now_.size += size;
      end_ += static_cast<off_t>(size);
      bytes.remove_prefix(size);
      if (now_.size == kBufferBytes) send();
    }
  }

  void finish() {
    const std::size_t tail = now_.memory == nullptr ? 0 : now_.size % kAlignment;
    std::string rest;
    if (tail > 0) {
      rest.assign(now_.memory.get() + now_.size - tail, tail);
      now_.size -= tail;
    }
    if (now_.memory != nullptr && now_.size > 0) send();
    {
      const std::size_t others = kDirectBuffers - (now_.memory ? 1 : 0);
      const MutexLock lock{mutex_};
      while (!error_ && free_.size() != others) moved_.wait(mutex_);
      if (error_) std::rethrow_exception(error_);
    }
    write_at(plain_, rest, end_ - static_cast<off_t>(tail), name_);
    if (::lseek(plain_, end_, SEEK_SET) != end_)
      throw system_error(name_, "cannot tell the place in the file");
  }

  [[nodiscard]] double rate() const {
    const double bytes = written_;
    return bytes < kTrialBytes ? 0 : bytes / seconds_;
  }

 private:
  Buffer take_free() {
    const MutexLock lock{mutex_};
    while (!error_ && free_.empty()) moved_.wait(mutex_);
    if (error_) std::rethrow_exception(error_);
    Buffer buffer = std::move(free_.front());
    free_.pop_front();
    return buffer;
  }

  void send() {
    const MutexLock lock{mutex_};
    full_.push_back(std::exchange(now_, {}));
    moved_.notify_all();
  }

  void write_block(const Buffer& buffer) {
    const ssize_t result =
        ::pwrite(direct_.get(), buffer.memory.get(), buffer.size, buffer.place);
    const std::size_t done = result < 0 ? 0 : static_cast<std::size_t>(result);
    if (done == buffer.size) return;
    // A disk with other blocks, or nearly full: the page cache does it, or says why not.
    write_at(plain_, {buffer.memory.get() + done, buffer.size - done},
             buffer.place + static_cast<off_t>(done), name_);
  }

  void run(const std::stop_token& stop) {
    for (;;) {
      Buffer buffer;
      {
        const MutexLock lock{mutex_};
        while (full_.empty()) {
          if (stop.stop_requested()) return;
          moved_.wait(mutex_, stop);
        }
        buffer = std::move(full_.front());
        full_.pop_front();
      }
      try {
        const auto start = std::chrono::steady_clock::now();
        write_block(buffer);
        const std::chrono::duration<double> took =
            std::chrono::steady_clock::now() - start;
        seconds_ = seconds_ + took.count();
        written_ = written_ + static_cast<double>(buffer.size);
      } catch (...) {
        const MutexLock lock{mutex_};
        error_ = std::current_exception();
      }
      {
        const MutexLock lock{mutex_};
        free_.push_back(std::move(buffer));
      }
      moved_.notify_all();
    }
  }

  int plain_;
  Descriptor direct_;
  std::string name_;
  off_t end_;   ///< of all that was appended
  Buffer now_;  ///< being filled; no memory: none
  Mutex mutex_;
  StopCondition moved_;
  std::deque<Buffer> free_ SEMSITE_GUARDED_BY(mutex_);
  std::deque<Buffer> full_ SEMSITE_GUARDED_BY(mutex_);
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  std::atomic<double> written_ = 0;
  std::atomic<double> seconds_ = 0;
  std::jthread thread_;
};

std::unique_ptr<DirectWriter> DirectWriter::open(int descriptor,
                                                 const std::string& name) {
  // An open file of its own: the flag must not reach those who share the descriptor.
  Descriptor direct{::open(fmt::format("/proc/self/fd/{}", descriptor).c_str(),
                           O_WRONLY | O_DIRECT | O_CLOEXEC)};
  const off_t place = ::lseek(descriptor, 0, SEEK_CUR);
  if (!direct.valid() || place < 0) return nullptr;
  return std::unique_ptr<DirectWriter>{new DirectWriter{
      std::make_unique<Worker>(descriptor, std::move(direct), name, place)}};
}

DirectWriter::DirectWriter(std::unique_ptr<Worker> worker) : worker_(std::move(worker)) {}
DirectWriter::~DirectWriter() = default;

void DirectWriter::write(std::span<const std::string_view> parts) {
  for (const std::string_view part : parts) worker_->append(part);
}

void DirectWriter::finish() { worker_->finish(); }

double DirectWriter::rate() const { return worker_->rate(); }

}  // namespace semsite
