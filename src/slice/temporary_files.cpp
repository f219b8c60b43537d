#include "slice/temporary_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kLock = "lock";
constexpr std::string_view kPurpose = "purpose";

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw RunError{path + ": " + what + ": " + std::strerror(errno) +
                 " (temporary files; --tmp DIR puts them elsewhere)"};
}

}  // namespace

TemporaryFiles::TemporaryFiles(const std::string& place, const std::string& name,
                               Lifetime lifetime)
    : folder_(place + (place.ends_with('/') ? "" : "/") + "semsite-slice-" + name),
      lifetime_(lifetime) {
  if (lifetime == Lifetime::this_run) {
    folder_ += "-XXXXXX";
    if (::mkdtemp(folder_.data()) == nullptr) fail(folder_, "cannot make a folder");
  } else if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) {
    fail(folder_, "cannot make a folder");
  }
  const std::string lock = path(kLock);
  lock_ = Descriptor{::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};  // NOLINT
  if (!lock_.valid()) fail(lock, "cannot write");
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0)
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
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};  // NOLINT
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
