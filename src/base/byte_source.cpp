#include "base/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "semsite/errors.hpp"

namespace semsite {

struct BlockPool::Shelf {
  explicit Shelf(std::size_t bytes) : block_bytes(bytes) {}

  const std::size_t block_bytes;
  Mutex mutex;
  std::vector<std::unique_ptr<char[]>> free SEMSITE_GUARDED_BY(mutex);
  std::size_t made SEMSITE_GUARDED_BY(mutex) = 0;
};

BlockPool::BlockPool(std::size_t block_bytes)
    : shelf_(std::make_shared<Shelf>(block_bytes)) {}

std::shared_ptr<char[]> BlockPool::take() {
  std::unique_ptr<char[]> buffer;
  {
    const MutexLock lock{shelf_->mutex};
    if (!shelf_->free.empty()) {
      buffer = std::move(shelf_->free.back());
      shelf_->free.pop_back();
    }
  }
  if (!buffer) {
    buffer = std::make_unique_for_overwrite<char[]>(shelf_->block_bytes);
    // Room for its return, so that giving back cannot fail.
    const MutexLock lock{shelf_->mutex};
    shelf_->free.reserve(++shelf_->made);
  }
  return {buffer.release(), [shelf = shelf_](char* bytes) {
            const MutexLock lock{shelf->mutex};
            shelf->free.emplace_back(bytes);
          }};
}

MemorySource::MemorySource(std::string text, std::size_t step)
    : text_(std::make_shared<const std::string>(std::move(text))), step_(step) {}

Block MemorySource::read() {
  const std::string_view rest = std::string_view{*text_}.substr(at_);
  Block block{.bytes = rest.substr(0, step_), .owner = text_, .offset = at_};
  at_ += block.bytes.size();
  return block;
}

FileSource::FileSource(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)), owned_(true), name_(path) {
  if (descriptor_ < 0)
    throw DocumentError{"file.open", path + ": " + std::strerror(errno)};
  struct stat info {};
  if (::fstat(descriptor_, &info) == 0 && S_ISDIR(info.st_mode)) {
    ::close(descriptor_);
    throw DocumentError{"file.open", path + ": is a directory, not a file"};
  }
  ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

FileSource::FileSource(int descriptor, std::string name, bool owned)
    : descriptor_(descriptor), owned_(owned), name_(std::move(name)) {}

FileSource::~FileSource() {
  if (owned_) ::close(descriptor_);
}

Block FileSource::read() {
  const std::shared_ptr<char[]> buffer = pool_.take();
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer.get(), kBlockBytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw DocumentError{"file.read", name_ + ": " + std::strerror(errno)};
    if (got == 0) return Block{.offset = offset_};
    const auto size = static_cast<std::size_t>(got);
    Block block{.bytes = {buffer.get(), size}, .owner = buffer, .offset = offset_};
    offset_ += size;
    return block;
  }
}

std::string_view PeekSource::peek(std::size_t wanted) {
  while (head_.bytes.size() < wanted && !ended_ && !error_) {
    Block next;
    try {
      next = inner_->read();
    } catch (...) {
      if (head_.empty()) throw;
      error_ = std::current_exception();  // the bytes before it come first
      break;
    }
    if (next.empty()) {
      ended_ = true;
    } else if (head_.empty()) {
      head_ = next;
    } else {
      auto joined = std::make_shared<std::string>(head_.bytes);
      joined->append(next.bytes);
      head_ = Block{.bytes = *joined, .owner = joined};
    }
  }
  return head_.bytes;
}

Block PeekSource::read() {
  Block block = std::exchange(head_, Block{});
  if (block.empty() && error_) std::rethrow_exception(error_);
  if (block.empty() && !ended_) block = inner_->read();
  block.offset = offset_;
  offset_ += block.bytes.size();
  return block;
}

}  // namespace semsite
