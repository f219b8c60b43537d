#include "documents/not_rdf.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace semsite {

NotRdf not_rdf(std::string_view found, std::string_view head, std::string_view name) {
  const std::string first = excerpt(trim(head.substr(0, head.find('\n', 1))));
  if (found == "empty") return {"document.empty", fmt::format("{} is empty", name)};
  if (found == "html")
    return {"document.html",
            fmt::format("{} is an HTML page, not RDF data; it begins: {}", name, first)};
  if (found == "binary")
    return {"document.binary", fmt::format("{} is binary data, not RDF", name),
            Cause::no_rdf};
  if (found == "OWL/XML")
    return {"document.owl-xml",
            fmt::format("{} is an ontology in OWL/XML, which is no RDF (its RDF/XML or "
                        "Turtle would be read); it begins: {}",
                        name, first),
            Cause::no_rdf};
  return {"document.not-rdf",
          fmt::format("{} is no RDF that semsite reads (it looks like "
                      "{}); it begins: {}",
                      name, found, first),
          Cause::no_rdf};
}

}  // namespace semsite
