// libFuzzer entry: any bytes as the header of a response, and as a Link field of it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/utf8.hpp"
#include "commands/inspect_links.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  std::vector<std::string> fields = semsite::link_fields(text);
  fields.emplace_back(text);
  semsite::inspect_link_fields(
      fields, "http://example.org/doc", [](std::string_view line) {
        if (!semsite::is_utf8(line) || line.find('\n') != line.size() - 1) std::abort();
      });
  return 0;
}
