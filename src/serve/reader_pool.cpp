#include "serve/reader_pool.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

namespace semsite {

std::optional<IndexState> index_state(const std::string& path) {
  struct stat main {};
  if (::stat(path.c_str(), &main) != 0) return std::nullopt;
  // What was written last stands in the log beside it (SQLite's WAL); an empty one, which
  // readers make, is as good as none.
  struct stat log {};
  if (::stat((path + "-wal").c_str(), &log) != 0 || log.st_size == 0) log = {};
  IndexState out;
  out.file = fmt::format("{:x}-{:x}", main.st_dev, main.st_ino);
  out.changed = std::max<std::int64_t>(main.st_mtim.tv_sec, log.st_mtim.tv_sec);
  out.tag = fmt::format("{:x}-{:x}-{:x}-{:x}-{:x}-{:x}", main.st_ino, main.st_size,
                        main.st_mtim.tv_sec, main.st_mtim.tv_nsec, log.st_size,
                        log.st_mtim.tv_sec * 1'000'000'000 + log.st_mtim.tv_nsec);
  return out;
}

ReaderPool::ReaderPool(std::string path, std::size_t most,
                       std::chrono::milliseconds patience)
    : path_(std::move(path)), most_(most), patience_(patience) {}

ReaderPool::Held ReaderPool::take() {
  Held out;
  {
    const auto end = std::chrono::steady_clock::now() + patience_;
    const MutexLock lock{mutex_};
    while (taken_ >= most_ && freed_.wait_until(mutex_, end)) {
    }
    if (taken_ >= most_)
      throw AllBusy{"too many questions at once; ask again in a moment"};
    ++taken_;
    if (!idle_.empty()) {
      out = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  try {
    const auto state = index_state(path_);
    if (!state)
      throw RunError{fmt::format(
          "{}: the index is not there any more; semsite index builds one", path_)};
    if (out.reader == nullptr || out.file != state->file) {
      // What is open of a file that was replaced goes first: SQLite's log beside it has
      // the same name for both.
      out.reader.reset();
      drop_others(state->file);
      out.reader = std::make_unique<IndexReader>(path_);
      out.file = state->file;
    }
    return out;
  } catch (...) {
    give_back({});
    throw;
  }
}

void ReaderPool::drop_others(const std::string& file) {
  const MutexLock lock{mutex_};
  std::erase_if(idle_, [&](const Held& held) { return held.file != file; });
}

void ReaderPool::give_back(Held held) {
  {
    const MutexLock lock{mutex_};
    --taken_;
    if (held.reader != nullptr) idle_.push_back(std::move(held));
  }
  freed_.notify_one();
}

}  // namespace semsite
