// libFuzzer entry: any bytes as an HTML page with Microdata.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/page_of_quads.hpp"
#include "parse/microdata.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using semsite::Strictness;
  const auto read = [&](std::string_view media_type, Strictness strictness) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    semsite::test::fuzz_page(semsite::parse_microdata, "m-", text, media_type,
                             strictness);
  };
  read("text/html; charset=utf-8", Strictness::lenient);
  read("text/html; charset=utf-8", Strictness::strict);
  return 0;
}
