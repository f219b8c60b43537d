#include "unpack/byte_sum.hpp"

#include <isa-l/crc64.h>

namespace semsite {

std::uint64_t byte_sum(std::uint64_t sum, std::string_view bytes) {
  return crc64_ecma_refl(sum, reinterpret_cast<const unsigned char*>(bytes.data()),
                         bytes.size());
}

}  // namespace semsite
