#include "documents/not_rdf.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "rdf/change_list.hpp"

namespace semsite {
namespace {

std::string_view change_list_advice(std::string_view head) {
  return head.find(kPatchHead) != std::string_view::npos
             ? "a store follows it by semsite load --changes FILE, an index by semsite "
               "index --changes FILE; or read the output itself"
             : "a store follows it by semsite load --changes FILE; or read the output "
               "itself";
}

}  // namespace

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
  if (found == "changes")
    return {
        "document.changes",
        fmt::format("{} is a list of changes (fetch --changes), not the data itself: {}",
                    name, change_list_advice(head)),
        Cause::no_rdf};
  return {"document.not-rdf",
          fmt::format("{} is no RDF that semsite reads (it looks like "
                      "{}); it begins: {}",
                      name, found, first),
          Cause::no_rdf};
}

}  // namespace semsite
