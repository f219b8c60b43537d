// libFuzzer entry: any bytes as RDF/XML.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/xml_reading.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  semsite::test::fuzz_xml("rdfxml", {reinterpret_cast<const char*>(data), size});
  return 0;
}
