#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "map/mapping_reader.hpp"

namespace semsite::test {

/// A mapping of `maps` with the prefixes that these tests use. Its first line is that of
/// `maps` plus 1: everything before is on one line.
inline std::string mapping_text(std::string_view maps) {
  return std::string{
             "@prefix rml: <http://w3id.org/rml/> . @prefix ex: <http://x/> . "
             "@prefix fn: <https://w3id.org/semsite/function#> . "
             "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . "
             "<#paths> a rml:XPathReferenceFormulation ; rml:namespace "
             "[ rml:namespacePrefix \"sm\" ; rml:namespaceURL "
             "\"http://www.sitemaps.org/schemas/sitemap/0.9\" ] , "
             "[ rml:namespacePrefix \"e\" ; rml:namespaceURL \"http://e/\" ] .\n"} +
         std::string{maps};
}

/// A map of every `url` with these objects of rml:predicateObjectMap.
inline std::string url_map(std::string_view rules,
                           std::string_view iterator = "/sm:urlset/sm:url",
                           std::string_view subject = "[ rml:reference \"sm:loc\" ]") {
  std::string out =
      "<#m> a rml:TriplesMap ; rml:logicalSource [ rml:source \"s\" ; "
      "rml:referenceFormulation <#paths> ; rml:iterator \"";
  out += iterator;
  out += "\" ] ;\n rml:subjectMap ";
  out += subject;
  out += " ;\n rml:predicateObjectMap ";
  out += rules;
  out += " .\n";
  return out;
}

inline std::shared_ptr<const Mappings> compiled(std::string_view maps) {
  const MappingSource source{.name = "m.ttl", .origin = {}, .text = mapping_text(maps)};
  return read_mappings({&source, 1});
}

}  // namespace semsite::test
