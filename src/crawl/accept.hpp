#pragma once

#include <string_view>

namespace semsite {

/// `Accept` headers, by how fast and how faithfully we read each syntax.

/// Of dumps and fragments: data, whatever it is called.
inline constexpr std::string_view kDumpAccept =
    "application/n-quads, application/trig, application/n-triples, text/turtle;q=0.9, "
    "application/ld+json;q=0.8, application/rdf+xml;q=0.7, */*;q=0.5";
/// Of pages: a page that has RDF inside is better than none.
inline constexpr std::string_view kPageAccept =
    "application/n-quads, application/trig, application/n-triples, text/turtle;q=0.9, "
    "application/ld+json;q=0.8, application/rdf+xml;q=0.7, text/html;q=0.3, "
    "*/*;q=0.1";
/// Of descriptions of datasets: small, and a page may hold one.
inline constexpr std::string_view kDescriptionAccept =
    "text/turtle, application/n-triples, application/trig, application/n-quads, "
    "application/ld+json;q=0.9, application/rdf+xml;q=0.9, text/html;q=0.5, */*;q=0.1";

}  // namespace semsite
