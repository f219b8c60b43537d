// libFuzzer entry: any bytes as something packed.
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "semsite/errors.hpp"
#include "semsite/limits.hpp"
#include "unpack/sniff.hpp"
#include "unpack/unpacker.hpp"

namespace {

using namespace semsite;

/// Names, texts and codes of everything that comes. `damaged`: also what came of an entry
/// before its damage, of which more or less can be had.
std::string unpacked(std::string_view bytes, std::size_t step, bool damaged) {
  Limits limits;
  limits.archive_ratio_from_bytes = kMiB;
  limits.archive_entries = 1000;
  Unpacker unpacker{std::make_unique<MemorySource>(std::string{bytes}, step), "dump.zip",
                    limits};
  std::string out;
  // Left by whatever went wrong before; libarchive must not take it for its own.
  errno = ENOMEM;
  for (int calls = 0; calls < 10'000; ++calls) {
    std::string text;
    try {
      const std::optional<Entry> entry = unpacker.next();
      if (!entry) return out;
      out.append(entry->name).append("=");
      for (Block block = entry->bytes->read(); !block.empty();
           block = entry->bytes->read())
        text += block.bytes;
    } catch (const DocumentError& error) {
      if (!damaged) text.clear();
      text.append("!").append(error.code());
    }
    out.append(text).append("\n");
  }
  std::abort();  // it does not come to an end
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const std::string whole = unpacked(bytes, kBlockBytes, false);
  const std::string in_parts = unpacked(bytes, 13, false);
  // Blocks of any size give the same; of what is damaged, libarchive may lose other
  // parts.
  const auto fails = [](const std::string& all) {
    return all.find("!unpack.") != std::string::npos;
  };
  if (sniff_packing(bytes.substr(0, kSniffBytes)) == Packing::zip && whole != in_parts &&
      !(fails(whole) && fails(in_parts)))
    std::abort();
  // Nothing comes out that was not put in: memory of before would differ.
  if (unpacked(bytes, 13, true) != unpacked(bytes, 13, true)) std::abort();
  return 0;
}
