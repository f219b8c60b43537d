#include "parse/syntax.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "parse/jsonld_parser.hpp"
#include "parse/jsonld_splitter.hpp"
#include "parse/linkset.hpp"
#include "parse/page_parser.hpp"
#include "parse/rdfxml_parser.hpp"
#include "parse/sitemap_parser.hpp"
#include "parse/sparql_results.hpp"
#include "parse/standard_parser.hpp"
#include "parse/trix_parser.hpp"
#include "turtle/line_splitter.hpp"
#include "turtle/nquads_parser.hpp"
#include "turtle/turtle_parser.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite {
namespace {

// Media types and suffixes: dataset-discovery §10.4, with the old and wrong types that
// are seen. `text/plain`, `text/xml`, `application/xml` and `application/octet-stream`
// are sent with anything, so they stand nowhere.
constexpr std::array<std::string_view, 6> kNTriplesTypes{
    "application/n-triples",  "text/ntriples",   "text/n-triples",
    "application/x-ntriples", "text/x-ntriples", "application/x-n-triples"};
constexpr std::array<std::string_view, 2> kNTriplesSuffixes{".nt", ".ntriples"};

constexpr std::array<std::string_view, 4> kNQuadsTypes{
    "application/n-quads", "text/x-nquads", "text/nquads", "text/n-quads"};
constexpr std::array<std::string_view, 2> kNQuadsSuffixes{".nq", ".nquads"};

// N3 files on the web are Turtle, nearly all of them.
constexpr std::array<std::string_view, 8> kTurtleTypes{
    "text/turtle", "application/x-turtle", "application/turtle", "text/n3",
    "text/rdf+n3", "text/rdf+turtle",      "application/n3",     "text/x-turtle"};
constexpr std::array<std::string_view, 3> kTurtleSuffixes{".ttl", ".turtle", ".n3"};

constexpr std::array<std::string_view, 3> kTrigTypes{"application/trig",
                                                     "application/x-trig", "text/trig"};
constexpr std::array<std::string_view, 1> kTrigSuffixes{".trig"};

constexpr std::array<std::string_view, 3> kRdfXmlTypes{"application/rdf+xml",
                                                       "text/rdf+xml", "text/rdf"};
constexpr std::array<std::string_view, 5> kRdfXmlSuffixes{".rdf", ".owl", ".rdfs",
                                                          ".rdfxml", ".rdf_xml"};

constexpr std::array<std::string_view, 2> kTrixTypes{"application/trix",
                                                     "application/trix+xml"};
constexpr std::array<std::string_view, 1> kTrixSuffixes{".trix"};

// Plain JSON is JSON-LD only if its content or its sender says so.
constexpr std::array<std::string_view, 3> kJsonLdTypes{
    "application/ld+json", "application/x-ld+json", "text/ld+json"};
constexpr std::array<std::string_view, 4> kJsonLdSuffixes{".jsonld", ".json-ld",
                                                          ".ndjsonld", ".jsonldl"};

constexpr std::array<std::string_view, 2> kHtmlTypes{"text/html",
                                                     "application/xhtml+xml"};
constexpr std::array<std::string_view, 3> kHtmlSuffixes{".html", ".htm", ".xhtml"};

// RFC 9264 names no suffixes.
constexpr std::array<std::string_view, 1> kLinksetTypes{"application/linkset"};
constexpr std::array<std::string_view, 1> kLinksetSuffixes{".linkset"};
constexpr std::array<std::string_view, 1> kLinksetJsonTypes{"application/linkset+json"};
constexpr std::array<std::string_view, 1> kLinksetJsonSuffixes{".linkset.json"};

constexpr std::array<std::string_view, 1> kSparqlXmlTypes{
    "application/sparql-results+xml"};
constexpr std::array<std::string_view, 1> kSparqlXmlSuffixes{".srx"};
constexpr std::array<std::string_view, 1> kSparqlJsonTypes{
    "application/sparql-results+json"};
constexpr std::array<std::string_view, 1> kSparqlJsonSuffixes{".srj"};
constexpr std::array<std::string_view, 1> kSparqlTsvTypes{"text/tab-separated-values"};
constexpr std::array<std::string_view, 1> kSparqlTsvSuffixes{".tsv"};

constexpr std::array<Syntax, 18> kSyntaxes{{
    {.name = "ntriples",
     .media_types = kNTriplesTypes,
     .suffixes = kNTriplesSuffixes,
     .split = make_line_splitter,
     .parse_piece = parse_ntriples_piece},
    {.name = "nquads",
     .media_types = kNQuadsTypes,
     .suffixes = kNQuadsSuffixes,
     .split = make_line_splitter,
     .parse_piece = parse_nquads_piece},
    {.name = "turtle",
     .media_types = kTurtleTypes,
     .suffixes = kTurtleSuffixes,
     .split = make_turtle_splitter,
     .parse_piece = parse_turtle_piece},
    {.name = "trig",
     .media_types = kTrigTypes,
     .suffixes = kTrigSuffixes,
     .split = make_trig_splitter,
     .parse_piece = parse_trig_piece},
    {.name = "rdfxml",
     .media_types = kRdfXmlTypes,
     .suffixes = kRdfXmlSuffixes,
     .parse = parse_rdfxml},
    {.name = "trix",
     .media_types = kTrixTypes,
     .suffixes = kTrixSuffixes,
     .parse = parse_trix},
    {.name = "jsonld",
     .media_types = kJsonLdTypes,
     .suffixes = kJsonLdSuffixes,
     .split = make_jsonld_splitter,
     .parse_piece = parse_jsonld_piece},
    {.name = "html",
     .media_types = kHtmlTypes,
     .suffixes = kHtmlSuffixes,
     .parse = parse_page},
    {.name = "rdfa", .media_types = {}, .suffixes = {}, .parse = parse_page_rdfa},
    {.name = "microdata",
     .media_types = {},
     .suffixes = {},
     .parse = parse_page_microdata},
    {.name = "standard-sitemap",
     .media_types = {},
     .suffixes = {},
     .parse = parse_standard_sitemap},
    // By content or by the user's word only: no type or suffix is theirs.
    {.name = "sitemap", .media_types = {}, .suffixes = {}, .parse = parse_sitemap},
    {.name = "linkset",
     .media_types = kLinksetTypes,
     .suffixes = kLinksetSuffixes,
     .parse = parse_linkset},
    {.name = "linkset+json",
     .media_types = kLinksetJsonTypes,
     .suffixes = kLinksetJsonSuffixes,
     .parse = parse_linkset_json},
    {.name = "sparql-xml",
     .media_types = kSparqlXmlTypes,
     .suffixes = kSparqlXmlSuffixes,
     .parse = parse_sparql_xml},
    {.name = "sparql-json",
     .media_types = kSparqlJsonTypes,
     .suffixes = kSparqlJsonSuffixes,
     .parse = parse_sparql_json},
    {.name = "sparql-tsv",
     .media_types = kSparqlTsvTypes,
     .suffixes = kSparqlTsvSuffixes,
     .parse = parse_sparql_tsv},
    // By the user's word only: nothing in a CSV file says that it holds results.
    {.name = "sparql-csv", .media_types = {}, .suffixes = {}, .parse = parse_sparql_csv},
}};

struct SyntaxAlias {
  std::string_view alias, name;
};
constexpr std::array<SyntaxAlias, 19> kSyntaxAliases{{{"nt", "ntriples"},
                                                      {"n-triples", "ntriples"},
                                                      {"nq", "nquads"},
                                                      {"n-quads", "nquads"},
                                                      {"ttl", "turtle"},
                                                      {"n3", "turtle"},
                                                      {"rdf", "rdfxml"},
                                                      {"xml", "rdfxml"},
                                                      {"rdf/xml", "rdfxml"},
                                                      {"rdf-xml", "rdfxml"},
                                                      {"owl", "rdfxml"},
                                                      {"trixml", "trix"},
                                                      {"json-ld", "jsonld"},
                                                      {"json", "jsonld"},
                                                      {"ld+json", "jsonld"},
                                                      {"xhtml", "html"},
                                                      {"ssp", "standard-sitemap"},
                                                      {"srx", "sparql-xml"},
                                                      {"srj", "sparql-json"}}};

}  // namespace

std::span<const Syntax> syntaxes() { return kSyntaxes; }

const Syntax* find_syntax(std::string_view name) {
  for (const SyntaxAlias& alias : kSyntaxAliases) {
    if (equal_ignoring_case(name, alias.alias)) name = alias.name;
  }
  const auto* const found = std::ranges::find_if(kSyntaxes, [&](const Syntax& syntax) {
    return equal_ignoring_case(name, syntax.name);
  });
  return found == kSyntaxes.end() ? nullptr : found;
}

bool is_result_set(const Syntax& syntax) { return syntax.name.starts_with("sparql-"); }

const Syntax* syntax_of_media_type(std::string_view media_type) {
  media_type = trim(media_type.substr(0, media_type.find(';')));
  for (const Syntax& syntax : kSyntaxes) {
    for (const std::string_view known : syntax.media_types) {
      if (equal_ignoring_case(media_type, known)) return &syntax;
    }
  }
  return nullptr;
}

const Syntax* syntax_of_path(std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  for (const Syntax& syntax : kSyntaxes) {
    for (const std::string_view suffix : syntax.suffixes) {
      if (ends_with_ignoring_case(path, suffix)) return &syntax;
    }
  }
  return nullptr;
}

}  // namespace semsite
