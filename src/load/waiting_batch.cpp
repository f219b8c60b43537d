#include "load/waiting_batch.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr const char* kName = "the temporary file of a body";

}  // namespace

void WaitingBatch::spool() {
  try {
    Descriptor file = anonymous_file();
    write_all(file.get(), batch_.text, kName);
    file_ = std::move(file);
  } catch (const RunError&) {
    return;
  }
  batch_.text = {};
}

LoadBatch WaitingBatch::take() {
  if (!is_spooled()) return std::move(batch_);
  batch_.text.resize(bytes_);
  for (std::size_t at = 0; at < bytes_;) {
    const ssize_t got = ::pread(file_.get(), batch_.text.data() + at, bytes_ - at,
                                static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw RunError{std::string{kName} + ": " +
                     (got == 0 ? "it is too short" : std::strerror(errno))};
    at += static_cast<std::size_t>(got);
  }
  file_ = {};
  return std::move(batch_);
}

}  // namespace semsite
