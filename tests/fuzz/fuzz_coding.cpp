// libFuzzer entry: the first byte chooses a content coding, the rest is a body in it.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "crawl/checked_body.hpp"
#include "fuzz/document_reading.hpp"

namespace semsite::test {
namespace {

constexpr std::uint64_t kMostBytes = 64 * kKiB;

/// What comes out, how it ends, and whether that is said again.
struct Undone {
  std::string text{}, end{};
};

Undone undone(std::string_view body, std::string_view coding, std::size_t step) {
  Undone out;
  const std::unique_ptr<ByteSource> plain = undo_coding(
      std::make_unique<MemorySource>(std::string{body}, step), coding, "u:x", kMostBytes);
  try {
    for (Block block = plain->read(); !block.empty(); block = plain->read())
      out.text += block.bytes;
  } catch (const DocumentError& error) {
    out.end = error.code();
    try {
      if (!plain->read().empty()) broken("more behind its end", body);
    } catch (const DocumentError& again) {
      if (again.code() != out.end) broken("another end", body);
    }
  }
  if (out.text.size() > kMostBytes) broken("longer than may be", body);
  return out;
}

void check(std::string_view body, std::string_view coding) {
  const Undone whole = undone(body, coding, kBlockBytes);
  for (const std::size_t step : {std::size_t{1}, std::size_t{13}}) {
    const Undone parts = undone(body, coding, step);
    if (parts.end != whole.end) broken("another end in other pieces", body);
    // Before damage, more or less can be had.
    if (whole.end.empty() && parts.text != whole.text)
      broken("other bytes in other pieces", body);
  }
  const std::unique_ptr<ByteSource> unasked =
      undo_unasked(std::make_unique<MemorySource>(std::string{body}, 13), coding, "u:x");
  try {
    while (!unasked->read().empty()) continue;
  } catch (const DocumentError&) {
    // It began like it, and was none.
  }
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::array<std::string_view, 4> kNames{"gzip", "deflate", "br",
                                                          "zstd"};
  if (size == 0 || size > 16 * semsite::kKiB) return 0;
  semsite::test::check({reinterpret_cast<const char*>(data) + 1, size - 1},
                       kNames[data[0] % kNames.size()]);
  return 0;
}
