#include "io/direct_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "io/output_target.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// What every disk's logical block divides, and memory and places must be multiples of.
constexpr std::size_t kAlignment = 4096;
constexpr std::size_t kBufferBytes = std::size_t{2} << 20;
constexpr std::size_t kBuffers = 4;
/// Fewer bytes say nothing of a disk's rate.
constexpr double kTrialBytes = 32.0 * (1 << 20);

struct Freer {
  void operator()(char* memory) const { std::free(memory); }  // NOLINT
};

struct Buffer {
  std::unique_ptr<char, Freer> memory;
  std::size_t size = 0;
  off_t place = 0;
};

Buffer make_buffer() {
  void* const memory = std::aligned_alloc(kAlignment, kBufferBytes);  // NOLINT
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
    for (std::size_t i = 0; i < kBuffers; ++i) free_.push_back(make_buffer());
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
      const std::size_t others = kBuffers - (now_.memory ? 1 : 0);
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
  Descriptor direct{::open(fmt::format("/proc/self/fd/{}", descriptor).c_str(),  // NOLINT
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
