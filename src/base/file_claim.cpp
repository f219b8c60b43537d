#include "base/file_claim.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "base/file_io.hpp"

namespace semsite {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kPatience = 2s;
constexpr std::chrono::milliseconds kPause = 20ms;

[[noreturn]] void cannot_write(const std::string& path) {
  const int error = errno;
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  std::error_code unknown;
  if (error == ENOENT && !std::filesystem::exists(folder, unknown))
    throw RunError{path + ": cannot write: the folder " + folder.string() +
                   " is not there; make it, or name another"};
  throw RunError{path + ": cannot write: " + std::strerror(error)};
}

/// Does another process hold a record lock (fcntl) in it? So it does in a state, or a
/// database, that it is using.
bool is_in_use(const Descriptor& file) {
  struct flock look {};
  look.l_type = F_WRLCK;
  look.l_whence = SEEK_SET;
  return ::fcntl(file.get(), F_OFD_GETLK, &look) == 0 && look.l_type != F_UNLCK;
}

/// False if somebody else has it.
bool lock(const Descriptor& file) {
  for (;;) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return !is_in_use(file);
    if (errno == EINTR) continue;
    return errno != EWOULDBLOCK;  // otherwise a file system without locks
  }
}

/// Is that the file that has the name now?
bool is_named(const Descriptor& file, const std::string& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(file.get(), &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

bool is_there(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0;
}

/// For its lock only.
Descriptor open_any(const std::string& path) {
  constexpr int kFlags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  Descriptor out{::open(path.c_str(), O_RDONLY | kFlags)};
  if (!out.valid()) out = Descriptor{::open(path.c_str(), O_WRONLY | kFlags)};
  return out;
}

/// " (process 123)", as far as the kernel tells (proc(5), /proc/locks).
std::string locking_process(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return {};
  const std::string inode = ':' + std::to_string(info.st_ino);
  std::ifstream locks{"/proc/locks"};
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words{line};
    std::string number, kind, mode, access, place;
    long process = 0;
    if (words >> number >> kind >> mode >> access >> process >> place &&
        kind == "FLOCK" && process > 0 && place.ends_with(inode))
      return " (process " + std::to_string(process) + ")";
  }
  return {};
}

[[noreturn]] void refuse(const std::string& path, const std::string& held) {
  throw FileInUse{path + ": another process" + locking_process(held) +
                  " is writing this file; wait for its end, or write to another one"};
}

/// The file that is written, locked; `made`: it was not there. Nothing if somebody else
/// has it. `shown`: what the user calls it.
std::optional<Descriptor> take(const std::string& path, const std::string& shown,
                               int more_flags, bool& made) {
  const int flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | more_flags;
  made = false;
  Descriptor file{::open(path.c_str(), flags)};
  if (!file.valid() && errno == ENOENT) {
    file = Descriptor{::open(path.c_str(), flags | O_CREAT | O_EXCL, 0666)};
    made = file.valid();
    if (!made && errno == EEXIST) return std::nullopt;  // in this moment
  }
  if (!file.valid()) cannot_write(shown);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) cannot_write(shown);
  if (!S_ISREG(info.st_mode))
    throw RunError{path + ": cannot write: is there and is no regular file"};
  if (!lock(file)) return std::nullopt;
  return file;
}

}  // namespace

FileClaim FileClaim::of_output(const std::string& path, const std::string& part) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    FileClaim out;
    std::string held = path;
    out.whole_ = open_any(path);
    if (!out.whole_.valid() || lock(out.whole_)) {
      held = part;
      // A link under that name is none of ours.
      if (auto file = take(part, path, O_NOFOLLOW, out.made_)) {
        out.file_ = std::move(*file);
        // Whoever has just ended may have moved the names meanwhile.
        const bool whole_stands =
            out.whole_.valid() ? is_named(out.whole_, path) : !is_there(path);
        const bool part_stands = is_named(out.file_, part);
        if (whole_stands && part_stands) {
          if (out.made_) mark_part(out.file_.get(), path, {});
          return out;
        }
        if (out.made_ && part_stands) ::unlink(part.c_str());
      }
    }
    if (std::chrono::steady_clock::now() > end) refuse(path, held);
    std::this_thread::sleep_for(kPause);
  }
}

FileClaim FileClaim::of_file(const std::string& path) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    FileClaim out;
    if (auto file = take(path, path, 0, out.made_); file && is_named(*file, path)) {
      out.file_ = std::move(*file);
      // Is it somebody's output that has not got its name yet?
      const Descriptor part = open_any(path + ".part");
      if (!part.valid() || lock(part)) return out;
      if (out.made_) ::unlink(path.c_str());
    }
    if (std::chrono::steady_clock::now() > end) refuse(path, path);
    std::this_thread::sleep_for(kPause);
  }
}

FileClaim FileClaim::of_folder(const std::string& path) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    FileClaim out;
    out.file_ = Descriptor{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!out.file_.valid()) return out;  // whoever writes there will be told why not
    // Whoever had it may have taken it away at its end.
    if (lock(out.file_) && is_named(out.file_, path)) return out;
    if (std::chrono::steady_clock::now() > end) refuse(path, path);
    std::this_thread::sleep_for(kPause);
  }
}

Descriptor FileClaim::writer() const {
  return Descriptor{::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0)};
}

bool is_claimed_by_another(const std::string& path) {
  for (const char* suffix : {"", ".part"}) {
    const Descriptor file{
        ::open((path + suffix).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (file.valid() && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 &&
        errno == EWOULDBLOCK)
      return true;
  }
  return false;
}

namespace {

constexpr const char* kPartAttribute = "user.semsite.part";

std::string_view name_in(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

PartMark part_mark(int part, const std::string& path) {
  using enum PartMark::Whose;
  struct stat info {};
  if (::fstat(part, &info) != 0) return {.whose = unknown};
  const auto nothing = info.st_size == 0 ? nobodys : others;
  std::array<char, 512> text{};
  const ssize_t size = ::fgetxattr(part, kPartAttribute, text.data(), text.size());
  if (size < 0 && (errno == ENOTSUP || errno == ENOSYS || errno == EPERM))
    return {.whose = info.st_size == 0 ? nobodys : unknown};
  if (size < 0) return {.whose = nothing};
  // "WRITER NAME": a name may have blanks.
  const std::string_view mark{text.data(), static_cast<std::size_t>(size)};
  const std::size_t blank = mark.find(' ');
  if (blank == std::string_view::npos) return {.whose = nothing};
  const bool is_of_path = mark.substr(blank + 1) == name_in(path);
  return {.whose = is_of_path ? ours : nothing,
          .writer = std::string{mark.substr(0, blank)}};
}

void mark_part(int part, const std::string& path, std::string_view writer) {
  std::string text{writer};
  text += ' ';
  text += name_in(path);
  // Where it fails, the part is told by what is in it, or not at all.
  static_cast<void>(::fsetxattr(part, kPartAttribute, text.data(), text.size(), 0));
}

void take_part_mark_away(const std::string& path) {
  static_cast<void>(::removexattr(path.c_str(), kPartAttribute));
}

std::string refusal_of_part(const std::string& part) {
  return part +
         ": is there, and nothing says that it is what an earlier run left; its name is "
         "wanted for the output until that is whole. Nothing was changed: give it "
         "another name, take it away, or write to another file";
}

}  // namespace semsite
