#include "store/run_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>

#include "base/file_claim.hpp"
#include "base/file_io.hpp"
#include "store/database.hpp"

namespace semsite {
namespace {

using namespace std::chrono_literals;

/// Far behind everything that SQLite writes or locks (file format §1.3.14).
constexpr off_t kPlace = off_t{1} << 62U;
constexpr std::chrono::milliseconds kPatience = 2s;
constexpr std::chrono::milliseconds kPause = 20ms;

/// URLs may hold secrets, and so may what came. SQLite gives the files that it makes
/// beside a database the database's own rights.
void keep_private(int file) {
  struct stat facts {};
  if (::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && (facts.st_mode & 077U) != 0)
    static_cast<void>(::fchmod(file, facts.st_mode & 0700U));
}

bool is_empty(int file) {
  struct stat facts {};
  return ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size == 0;
}

struct flock whole_lock() {
  struct flock out {};
  out.l_type = F_WRLCK;
  out.l_whence = SEEK_SET;
  out.l_start = kPlace;
  out.l_len = 1;
  return out;
}

}  // namespace

RunLock::RunLock(const std::string& path) {
  if (path.empty()) return;
  if (is_claimed_by_another(path))
    throw StateInUse{fmt::format(
        "{}: another process is writing this file; choose another --state", path)};
  file_ = Descriptor{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  if (!file_.valid()) return;
  // What is not ours keeps the rights that its owner gave it.
  if (is_empty(file_.get()) || has_state_mark(file_.get())) {
    keep_private(file_.get());
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
      const Descriptor beside{::open((path + suffix).c_str(),
                                     O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
      if (beside.valid()) keep_private(beside.get());
    }
  }
  const auto end = std::chrono::steady_clock::now() + kPatience;
  // One of the open file, not of the process: it does not go when another descriptor of
  // the same file is closed.
  for (struct flock lock = whole_lock(); ::fcntl(file_.get(), F_OFD_SETLK, &lock) != 0;) {
    if (errno != EAGAIN && errno != EACCES) return;  // a file system without locks
    if (std::chrono::steady_clock::now() > end)
      throw StateInUse{fmt::format(
          "{}: another run is using this state; wait for its end or choose another "
          "--state",
          path)};
    std::this_thread::sleep_for(kPause);
  }
}

bool RunLock::is_held(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct flock lock = whole_lock();
  return file.valid() && ::fcntl(file.get(), F_OFD_GETLK, &lock) == 0 &&
         lock.l_type != F_UNLCK;
}

/// SQLite's own marks at the start of a file (file format §1.3), and ours.
bool has_state_mark(int file) {
  std::array<char, 72> head{};
  if (::pread(file, head.data(), head.size(), 0) != ssize_t{head.size()}) return false;
  std::uint32_t application = 0;
  for (std::size_t i = 68; i < 72; ++i)
    application = application << 8U | static_cast<unsigned char>(head.at(i));
  const bool is_ours = application == static_cast<std::uint32_t>(kFetchStateMark) ||
                       application == static_cast<std::uint32_t>(kLoadStateMark);
  return std::string_view{head.data(), 16} == std::string_view{"SQLite format 3\0", 16} &&
         is_ours;
}

bool has_state_mark(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  return file.valid() && has_state_mark(file.get());
}

}  // namespace semsite
