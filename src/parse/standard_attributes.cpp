#include "parse/standard_attributes.hpp"

#include <array>
#include <utility>

#include "markup/html_node.hpp"

namespace semsite {
namespace {

constexpr std::string_view kXlink = "http://www.w3.org/1999/xlink";

}  // namespace

StandardAttributes read_standard_attributes(std::span<const XmlAttribute> attributes) {
  using Place = std::optional<std::string_view> StandardAttributes::*;
  static constexpr std::array<std::pair<std::string_view, Place>, 13> kPlain{
      {{"url", &StandardAttributes::url},
       {"name", &StandardAttributes::name},
       {"description", &StandardAttributes::description},
       {"role", &StandardAttributes::role},
       {"relation", &StandardAttributes::relation},
       {"order", &StandardAttributes::order},
       {"priority", &StandardAttributes::priority},
       {"lang", &StandardAttributes::lang},
       {"type", &StandardAttributes::type},
       {"method", &StandardAttributes::method},
       {"tree", &StandardAttributes::tree},
       {"baseurl", &StandardAttributes::baseurl},
       {"replace", &StandardAttributes::replace}}};
  StandardAttributes out;
  for (const XmlAttribute& attribute : attributes) {
    const XmlName& name = attribute.name;
    if (name.namespace_ == kXmlNamespace) {
      if (name.local == "base") out.xml_base = attribute.value;
      if (name.local == "lang") out.xml_lang = attribute.value;
      if (name.local == "id") out.xml_id = attribute.value;
    } else if (name.namespace_ == kXlink) {
      if (name.local == "href") out.href = attribute.value;
    } else if (name.namespace_.empty() && name.prefix.empty()) {
      for (const auto& [known, place] : kPlain)
        if (name.local == known) out.*place = attribute.value;
    }
  }
  return out;
}

}  // namespace semsite
