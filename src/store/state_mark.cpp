#include "store/state_mark.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "base/file_io.hpp"

namespace semsite {

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
  const Descriptor file{
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};  // NOLINT
  return file.valid() && has_state_mark(file.get());
}

}  // namespace semsite
