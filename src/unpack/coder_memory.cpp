#include "unpack/coder_memory.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace semsite {

DocumentError asks_for_too_much(std::string_view place, std::string_view what,
                                std::uint64_t wanted, std::uint64_t most) {
  return {"unpack.memory",
          fmt::format(
              "{}: left out: {} asks for {}, and at most {} bytes of memory are "
              "given; publish it packed in a way that asks for less, as xz -9 and "
              "zstd -19 do, or unpack it yourself",
              place, what,
              wanted == 0 ? "more" : fmt::format("{} bytes of memory", grouped(wanted)),
              grouped(most))};
}

}  // namespace semsite
