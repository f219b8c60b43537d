#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/xml_reader.hpp"

namespace semsite {

/// The attributes of one element of RDF/XML, sorted by what they mean
/// (RDF 1.2 XML Syntax §6.1.2, §6.1.4).
class RdfxmlAttributes {
 public:
  /// What is wrong with an attribute.
  struct Problem {
    std::string_view code;
    std::string message;
  };

  /// Sorts; valid as long as `attributes` are.
  void read(std::span<const XmlAttribute> attributes);

  /// True if there is anything but what counts for all that is inside.
  [[nodiscard]] bool has_more_than_scope() const;

  std::optional<std::string_view> id, about, node_id, resource, parse_type, datatype;
  std::optional<std::string_view> annotation, annotation_node_id;
  /// Of all that is inside: xml:lang, xml:base, its:dir, rdf:version.
  std::optional<std::string_view> lang, base, direction, version;
  /// Property attributes, rdf:type included.
  std::vector<const XmlAttribute*> properties;
  /// The element cannot be understood.
  std::optional<Problem> fatal;
  /// Only that attribute is passed over.
  std::vector<Problem> dropped;

 private:
  void read_rdf(const XmlAttribute& attribute);
};

}  // namespace semsite
