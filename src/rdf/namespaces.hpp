#pragma once

#include <string_view>

namespace semsite {

inline constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kRdfType =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr std::string_view kRdfFirst =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#first";
inline constexpr std::string_view kRdfRest =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest";
inline constexpr std::string_view kRdfNil =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
inline constexpr std::string_view kRdfStatement =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#Statement";
inline constexpr std::string_view kRdfSubject =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#subject";
inline constexpr std::string_view kRdfPredicate =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate";
inline constexpr std::string_view kRdfObject =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#object";
inline constexpr std::string_view kRdfLangString =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
inline constexpr std::string_view kRdfDirLangString =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString";
inline constexpr std::string_view kRdfReifies =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies";
inline constexpr std::string_view kRdfXmlLiteral =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral";
inline constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";
inline constexpr std::string_view kXsdString = "http://www.w3.org/2001/XMLSchema#string";
inline constexpr std::string_view kXsdBoolean =
    "http://www.w3.org/2001/XMLSchema#boolean";
inline constexpr std::string_view kXsdInteger =
    "http://www.w3.org/2001/XMLSchema#integer";
inline constexpr std::string_view kXsdDecimal =
    "http://www.w3.org/2001/XMLSchema#decimal";
inline constexpr std::string_view kXsdDouble = "http://www.w3.org/2001/XMLSchema#double";
inline constexpr std::string_view kSparqlResults =
    "http://www.w3.org/2005/sparql-results#";
inline constexpr std::string_view kDctFormat = "http://purl.org/dc/terms/format";
inline constexpr std::string_view kDctLanguage = "http://purl.org/dc/terms/language";
inline constexpr std::string_view kXhtmlVocabulary =
    "http://www.w3.org/1999/xhtml/vocab#";
/// The vocabulary of result sets of the RDF Data Access Working Group.
inline constexpr std::string_view kResultSet =
    "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";
inline constexpr std::string_view kTrix = "http://www.w3.org/2004/03/trix/trix-1/";

}  // namespace semsite
