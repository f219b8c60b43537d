#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "base/file_io.hpp"
#include "io/output_file.hpp"

namespace semsite::test {

/// What `write` gives to an output with this frame, which lies in memory.
template <typename Write>
std::string written_text(const OutputFrame& frame, Write write) {
  const Descriptor file{::memfd_create("fuzz", MFD_CLOEXEC)};
  OutputFile output{file.get(), "fuzz"};
  output.set_frame(frame);
  write(output);
  output.finish();
  std::string text(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)), '\0');
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t got =
        ::pread(file.get(), text.data() + at, text.size() - at, static_cast<off_t>(at));
    if (got <= 0) break;
    at += static_cast<std::size_t>(got);
  }
  return text;
}

}  // namespace semsite::test
