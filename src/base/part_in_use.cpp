#include "base/part_in_use.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "base/file_io.hpp"

namespace semsite {

bool is_claimed_by_another(const std::string& path) {
  for (const char* suffix : {"", ".part"}) {
    const Descriptor file{::open((path + suffix).c_str(),  // NOLINT
                                 O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (file.valid() && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 &&
        errno == EWOULDBLOCK)
      return true;
  }
  return false;
}

}  // namespace semsite
