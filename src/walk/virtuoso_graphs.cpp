#include "walk/virtuoso_graphs.hpp"

namespace semsite {

const std::vector<std::string>& virtuoso_graphs() {
  static const std::vector<std::string> graphs{
      "http://www.openlinksw.com/schemas/virtrdf#",
      "http://www.w3.org/ns/ldp#",
      "http://localuriqaserver/sparql",
      "http://localhost:8890/DAV/",
      "http://localhost:8890/sparql",
      "urn:activitystreams-owl:map",
      "urn:core:services:sparql"};
  return graphs;
}

}  // namespace semsite
