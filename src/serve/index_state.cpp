#include "serve/index_state.hpp"

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

}  // namespace semsite
