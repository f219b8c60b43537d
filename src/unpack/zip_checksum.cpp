#include "unpack/zip_checksum.hpp"

#include <isa-l/crc.h>

namespace semsite {

std::uint32_t zip_checksum(std::uint32_t before, std::string_view bytes) {
  // The interface lacks the const of the buffer in some versions.
  return crc32_gzip_refl(
      before,
      const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(bytes.data())),
      bytes.size());
}

}  // namespace semsite
