#include "serve/gzip_text.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite {

std::string gzip_text(std::string_view text) {
  constexpr std::size_t kMostAtOnce = 1 << 30;  // it counts in 32 bits
  const auto stream = std::make_unique<isal_zstream>();
  std::vector<std::uint8_t> level(ISAL_DEF_LVL2_DEFAULT);
  isal_deflate_init(stream.get());
  stream->level = 2;
  stream->level_buf = level.data();
  stream->level_buf_size = static_cast<std::uint32_t>(level.size());
  stream->gzip_flag = IGZIP_GZIP;
  std::string out;
  std::array<std::uint8_t, 32 * 1024> piece{};
  do {
    const std::string_view next = text.substr(0, kMostAtOnce);
    text.remove_prefix(next.size());
    // ISA-L does not write through this pointer; its interface lacks the const.
    stream->next_in =
        const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(next.data()));
    stream->avail_in = static_cast<std::uint32_t>(next.size());
    stream->end_of_stream = text.empty() ? 1 : 0;
    do {
      stream->next_out = piece.data();
      stream->avail_out = static_cast<std::uint32_t>(piece.size());
      if (isal_deflate(stream.get()) != COMP_OK) throw RunError{"gzip: cannot pack"};
      out.append(reinterpret_cast<const char*>(piece.data()),
                 piece.size() - stream->avail_out);
    } while (stream->avail_out == 0);
  } while (!text.empty());
  return out;
}

}  // namespace semsite
