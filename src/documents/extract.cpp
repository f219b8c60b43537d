#include "semsite/extract.hpp"

#include <fmt/format.h>

#include "documents/document_reader.hpp"
#include "rdf/quad_check.hpp"
#include "reading/given_bytes.hpp"

namespace semsite {

Extraction extract(std::string_view page, const std::string& url, const TakeQuads& take,
                   const ReadOptions& options) {
  ReadOptions wanted = options;
  if (wanted.syntax.empty()) wanted.syntax = "html";
  if (wanted.syntax != "html" && wanted.syntax != "rdfa" && wanted.syntax != "microdata")
    throw UsageError{fmt::format(
        "syntax \"{}\": of a page \"html\", \"rdfa\" or \"microdata\" is extracted",
        wanted.syntax)};
  if (!is_legal_iri(url))
    throw UsageError{fmt::format("url \"{}\": no absolute IRI", url)};
  Extraction out;
  LinkTaker links;
  links.take = [&](std::string_view iri, const PageLink& link) {
    out.links.push_back({.url = std::string{iri},
                         .rel = link.rel,
                         .type = link.type,
                         .is_of_the_page = link.place != PageLink::Place::anchor,
                         .line = link.line});
  };
  DocumentReader reader{take, wanted};
  BytesAtHand bytes{page};
  reader.read_one(bytes, url, ReadAs::page, &links);
  out.result = reader.conclude();
  return out;
}

}  // namespace semsite
