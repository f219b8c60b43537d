#include "markup/page_format.hpp"

#include "base/text.hpp"

namespace semsite {

PageFormat page_format(std::string_view written) {
  const std::string word = page_format_word(written);
  if (word == "jsonld") return PageFormat::jsonld;
  if (word == "microdata") return PageFormat::microdata;
  if (word == "rdfa") return PageFormat::rdfa;
  return PageFormat::unknown;
}

std::string page_format_word(std::string_view written) {
  std::string out = lower_ascii(written);
  std::erase_if(out, [](char c) { return c < 'a' || c > 'z'; });
  return out;
}

std::string_view format_name(PageFormat format) {
  switch (format) {
    case PageFormat::jsonld:
      return "JSON-LD";
    case PageFormat::microdata:
      return "Microdata";
    case PageFormat::rdfa:
      return "RDFa";
    case PageFormat::unknown:
      break;
  }
  return {};
}

}  // namespace semsite
