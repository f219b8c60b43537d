#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/xml_reader.hpp"
#include "rdf/iri.hpp"

namespace semsite {

/// What `xml:base` says in the elements that are open (XML Base §4; RFC 4287 §2).
class XmlBases {
 public:
  /// `document`: what the outermost one is resolved against; may be empty.
  void enter(std::uint32_t depth, std::span<const XmlAttribute> attributes,
             const BaseIri& document);
  void leave(std::uint32_t depth);
  /// `reference` as the elements around it have it; as it stands if none has a base.
  [[nodiscard]] std::string resolve(std::string_view reference) const;

 private:
  struct Base {
    std::uint32_t depth;
    BaseIri iri;
  };
  std::vector<Base> bases_;
};

}  // namespace semsite
