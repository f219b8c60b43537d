#include "discover/xml_bases.hpp"

#include <utility>

#include "discover/sitemap_value.hpp"

namespace semsite {

void XmlBases::enter(std::uint32_t depth, std::span<const XmlAttribute> attributes,
                     const BaseIri& document) {
  for (const XmlAttribute& one : attributes) {
    if (one.name.local != "base" || one.name.prefix != "xml") continue;
    const BaseIri& around = bases_.empty() ? document : bases_.back().iri;
    std::string base = around.resolve(trim_unicode(one.value));
    if (has_scheme(base))
      bases_.push_back({.depth = depth, .iri = BaseIri{std::move(base)}});
  }
}

void XmlBases::leave(std::uint32_t depth) {
  while (!bases_.empty() && bases_.back().depth >= depth) bases_.pop_back();
}

std::string XmlBases::resolve(std::string_view reference) const {
  return bases_.empty() || reference.empty() ? std::string{reference}
                                             : bases_.back().iri.resolve(reference);
}

}  // namespace semsite
