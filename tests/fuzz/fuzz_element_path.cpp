// libFuzzer entry: the first line is a path, the rest the page that it is followed in.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "markup/element_path.hpp"
#include "semsite/errors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const std::size_t end = std::min(text.find('\n'), text.size());
  NullDiagnostics faults;
  try {
    const ElementPath path = ElementPath::parse(text.substr(0, end));
    const HtmlPage page = read_html_page(
        text.substr(end), {.base = "http://example.org/"}, Limits{}, faults);
    (void)path.select(page);
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
  return 0;
}
