#include "serve/prefixed_name.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "html/html_writer.hpp"
#include "index/index_key.hpp"
#include "vocab/rdfa_initial_context.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownBytes = 100;

/// Those of the RDFa initial context that are in use; the better known name last.
constexpr std::array<std::string_view, 33> kInitial{
    "cc",   "csvw", "dcterms", "dc11", "dcat",   "dqv", "foaf", "gr",   "ldp",
    "ma",   "oa",   "odrl",    "og",   "org",    "owl", "prov", "qb",   "rdf",
    "rdfa", "rdfs", "rev",     "rr",   "schema", "sd",  "sioc", "skos", "skosxl",
    "sosa", "ssn",  "time",    "v",    "vcard",  "void"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kOthers{
    {{"http://www.w3.org/2001/XMLSchema#", "xsd"},
     {"https://schema.org/", "schema"},
     {"http://www.w3.org/2003/01/geo/wgs84_pos#", "geo"},
     {"http://www.opengis.net/ont/geosparql#", "gsp"},
     {"http://dbpedia.org/ontology/", "dbo"},
     {"http://dbpedia.org/property/", "dbp"},
     {"http://dbpedia.org/resource/", "dbr"},
     {"http://www.wikidata.org/entity/", "wd"},
     {"http://www.wikidata.org/prop/direct/", "wdt"},
     {"http://purl.org/ontology/bibo/", "bibo"},
     {"http://purl.org/ontology/mo/", "mo"},
     {"http://usefulinc.com/ns/doap#", "doap"},
     {"http://www.geonames.org/ontology#", "gn"},
     {"http://purl.org/vocab/bio/0.1/", "bio"},
     {"http://purl.org/rss/1.0/", "rss"},
     {"http://rdaregistry.info/Elements/u/", "rdau"},
     {"http://d-nb.info/standards/elementset/gnd#", "gndo"},
     {"http://vocab.sindice.net/any23#", "any23"},
     {"http://purl.org/goodrelations/v1#", "gr"},
     {"http://www.w3.org/ns/shacl#", "sh"}}};

using Names = std::map<std::string_view, std::string_view>;

Names all_names() {
  Names out;
  for (const std::string_view prefix : kInitial)
    if (const auto iri = initial_prefix(prefix)) out[*iri] = prefix;
  for (const auto& [iri, prefix] : kOthers) out[iri] = prefix;
  return out;
}

/// What can stand behind the colon without being mistaken.
bool is_local_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-' || c == '.';
  });
}

}  // namespace

std::string prefixed_name(std::string_view iri) {
  static const Names names = all_names();
  const std::string_view space = space_of(iri);
  if (const auto found = names.find(space); found != names.end()) {
    const std::string_view local = iri.substr(space.size());
    if (is_local_name(local) && local.size() <= kShownBytes)
      return std::string{found->second}.append(":").append(local);
  }
  return middle_cut(iri, kShownBytes);
}

}  // namespace semsite
