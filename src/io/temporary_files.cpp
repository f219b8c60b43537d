#include "io/temporary_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRandom = 6;  // letters, see mkdtemp(3)
constexpr std::string_view kLock = "lock";
constexpr std::string_view kPurpose = "purpose";

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw RunError{path + ": " + what + ": " + std::strerror(errno) +
                 " (temporary files; --tmp DIR puts them elsewhere)"};
}

/// Not one that somebody else has put a link in the place of.
bool is_own_folder(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
         info.st_uid == ::geteuid();
}

Descriptor lock_of(const std::string& folder) {
  const std::string path = folder + "/" + std::string{kLock};
  Descriptor out{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!out.valid() && errno != ENOENT) fail(path, "cannot write");
  return out;
}

/// Is it ours now, and still in its folder? `without_locks`: what holds in a file system
/// that has none.
bool is_locked(const Descriptor& lock, bool without_locks) {
  struct stat info {};
  if (!lock.valid() || ::fstat(lock.get(), &info) != 0) return false;
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    return without_locks && errno != EWOULDBLOCK;
  return ::fstat(lock.get(), &info) == 0 && info.st_nlink > 0;
}

/// Takes away what processes that were killed have left: folders whose names begin so,
/// and that no process holds.
void sweep(const std::string& place, const std::string& begin) {
  std::error_code ignored;
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator{place, ignored}) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin) && name.size() == begin.size() + kRandom &&
        is_own_folder(entry.path().string()))
      left.push_back(entry.path());
  }
  for (const fs::path& folder : left) {
    const Descriptor lock{
        ::open((folder / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
    if (is_locked(lock, false)) fs::remove_all(folder, ignored);
  }
}

}  // namespace

TemporaryFiles::TemporaryFiles(const std::string& place, const std::string& name,
                               Lifetime lifetime)
    : folder_(place + (place.ends_with('/') ? "" : "/") + "semsite-slice-" + name),
      lifetime_(lifetime) {
  if (lifetime == Lifetime::this_run) {
    sweep(place, fs::path{folder_}.filename().string() + "-");
    const std::string stem = std::exchange(folder_, {});
    do {
      folder_ = stem + "-XXXXXX";
      if (::mkdtemp(folder_.data()) == nullptr) fail(folder_, "cannot make a folder");
      lock_ = lock_of(folder_);
    } while (!is_locked(lock_, true));  // another process has just swept it away
    return;
  }
  if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST)
    fail(folder_, "cannot make a folder");
  if (!is_own_folder(folder_))
    throw RunError{folder_ +
                   ": is there, and is no folder of yours (temporary files; --tmp DIR "
                   "puts them elsewhere)"};
  lock_ = lock_of(folder_);
  if (!is_locked(lock_, true))
    throw RunError{folder_ +
                   ": another run of the same command is using these temporary files; "
                   "wait for it, or give another --tmp DIR"};
}

TemporaryFiles::~TemporaryFiles() {
  if (kept_) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TemporaryFiles::path(std::string_view name) const {
  return folder_ + "/" + std::string{name};
}

void TemporaryFiles::dedicate(const std::string& purpose) const {
  const std::string file = path(kPurpose);
  if (std::filesystem::exists(file) && read_file(file) == purpose) return;
  clear([](const std::string&) { return false; });
  const Descriptor out{
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
  if (!out.valid()) fail(file, "cannot write");
  write_all(out.get(), purpose, file);
}

void TemporaryFiles::clear(const std::function<bool(const std::string&)>& stays) const {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{folder_, ignored}) {
    const std::string name = entry.path().filename().string();
    if (name != kLock && name != kPurpose && !stays(name))
      std::filesystem::remove_all(entry.path(), ignored);
  }
}

}  // namespace semsite
