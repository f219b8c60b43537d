// libFuzzer entry: any bytes as an HTML page with RDFa.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/page_of_quads.hpp"
#include "parse/rdfa.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using semsite::Strictness;
  const auto read = [&](std::string_view media_type, Strictness strictness) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    semsite::test::fuzz_page(semsite::parse_rdfa, "r-", text, media_type, strictness);
  };
  read("text/html; charset=utf-8", Strictness::lenient);
  read("text/html; charset=utf-8", Strictness::strict);
  read("application/xml", Strictness::lenient);
  return 0;
}
