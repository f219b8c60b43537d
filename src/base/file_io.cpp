#include "base/file_io.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/byte_source.hpp"
#include "semsite/errors.hpp"

namespace semsite {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (number_ >= 0) ::close(number_);
    number_ = other.release();
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

int Descriptor::release() { return std::exchange(number_, -1); }

void write_all(int descriptor, std::string_view bytes, const std::string& name) {
  write_all(descriptor, std::span{&bytes, 1}, name);
}

void write_all(int descriptor, std::span<const std::string_view> parts,
               const std::string& name) {
  std::array<iovec, 64> vectors{};
  std::size_t from = 0;  // written already of the first part
  while (!parts.empty()) {
    const std::size_t count = std::min(parts.size(), vectors.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view part = parts[i].substr(i == 0 ? from : 0);
      vectors[i] = {const_cast<char*>(part.data()), part.size()};  // only read
    }
    const ssize_t result = ::writev(descriptor, vectors.data(), static_cast<int>(count));
    if (result < 0 && errno == EINTR) continue;
    if (result < 0 && errno == EPIPE)
      throw ClosedPipe{name + ": cannot write: the reader has gone (closed pipe)"};
    if (result < 0) throw RunError{name + ": cannot write: " + std::strerror(errno)};
    from += static_cast<std::size_t>(result);
    while (!parts.empty() && from >= parts[0].size()) {
      from -= parts[0].size();
      parts = parts.subspan(1);
    }
  }
}

Descriptor anonymous_file() {
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string{folder != nullptr && *folder != '\0' ? folder : "/tmp"} +
                     "/semsite-XXXXXX";
  Descriptor file{::mkostemp(path.data(), O_CLOEXEC)};
  if (!file.valid())
    throw RunError{path + ": cannot make a temporary file: " + std::strerror(errno)};
  ::unlink(path.c_str());
  return file;
}

void sync_file(int descriptor, const std::string& name) {
  while (::fdatasync(descriptor) != 0) {
    if (errno == EINTR) continue;
    // Pipes, devices, and file systems that know of no disk.
    if (errno == EINVAL || errno == EROFS || errno == ENOTSUP) return;
    throw RunError{name + ": cannot be written to the disk: " + std::strerror(errno)};
  }
}

void sync_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor open{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  // A folder that may be written to and not be read.
  if (!open.valid()) return;
  while (::fsync(open.get()) != 0) {
    if (errno == EINTR) continue;
    if (errno == EINVAL || errno == EROFS || errno == ENOTSUP) return;
    throw RunError{folder + ": cannot be written to the disk: " + std::strerror(errno)};
  }
}

std::string read_file(const std::string& path) {
  FileSource source{path};
  std::string text;
  for (Block block = source.read(); !block.empty(); block = source.read())
    text += block.bytes;
  return text;
}

std::size_t most_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
  return static_cast<std::size_t>(limit.rlim_cur);
}

void raise_most_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  // Where that is refused, it stays as it is.
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

}  // namespace semsite
