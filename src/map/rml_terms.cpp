#include "map/rml_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

/// RML-Core, RML-IO and RML-FNML, as far as they are read.
constexpr std::array kProperties = {"logicalSource"sv,
                                    "source"sv,
                                    "referenceFormulation"sv,
                                    "iterator"sv,
                                    "namespace"sv,
                                    "namespacePrefix"sv,
                                    "namespaceURL"sv,
                                    "path"sv,
                                    "root"sv,
                                    "encoding"sv,
                                    "compression"sv,
                                    "subjectMap"sv,
                                    "subject"sv,
                                    "class"sv,
                                    "predicateObjectMap"sv,
                                    "predicateMap"sv,
                                    "predicate"sv,
                                    "objectMap"sv,
                                    "object"sv,
                                    "graphMap"sv,
                                    "graph"sv,
                                    "constant"sv,
                                    "reference"sv,
                                    "template"sv,
                                    "termType"sv,
                                    "datatype"sv,
                                    "datatypeMap"sv,
                                    "language"sv,
                                    "languageMap"sv,
                                    "parentTriplesMap"sv,
                                    "joinCondition"sv,
                                    "functionExecution"sv,
                                    "function"sv,
                                    "functionMap"sv,
                                    "input"sv,
                                    "parameter"sv,
                                    "parameterMap"sv,
                                    "inputValue"sv,
                                    "inputValueMap"sv,
                                    "return"sv,
                                    "returnMap"sv};

/// Classes, and names of things.
constexpr std::array kThings = {"TriplesMap"sv,
                                "LogicalSource"sv,
                                "AbstractLogicalSource"sv,
                                "Source"sv,
                                "RelativePathSource"sv,
                                "MappingDirectory"sv,
                                "CurrentWorkingDirectory"sv,
                                "XPath"sv,
                                "XPathReferenceFormulation"sv,
                                "Namespace"sv,
                                "SubjectMap"sv,
                                "PredicateMap"sv,
                                "ObjectMap"sv,
                                "PredicateObjectMap"sv,
                                "RefObjectMap"sv,
                                "GraphMap"sv,
                                "TermMap"sv,
                                "ExpressionMap"sv,
                                "DatatypeMap"sv,
                                "LanguageMap"sv,
                                "IRI"sv,
                                "URI"sv,
                                "BlankNode"sv,
                                "Literal"sv,
                                "defaultGraph"sv,
                                "FunctionExecution"sv,
                                "FunctionMap"sv,
                                "Input"sv,
                                "ParameterMap"sv,
                                "ReturnMap"sv,
                                "UTF-8"sv,
                                "none"sv};

/// Of RML, but of no use to somebody who reads one XML document as it streams by.
constexpr std::array kLeftOut = {"child"sv,
                                 "childMap"sv,
                                 "parent"sv,
                                 "parentMap"sv,
                                 "logicalTarget"sv,
                                 "LogicalTarget"sv,
                                 "subjectMaps"sv,
                                 "quotedTriplesMap"sv,
                                 "gather"sv,
                                 "gatherAs"sv,
                                 "strategy"sv,
                                 "allowEmptyListAndContainer"sv,
                                 "query"sv,
                                 "null"sv,
                                 "field"sv,
                                 "LogicalView"sv,
                                 "viewOn"sv,
                                 "leftJoin"sv,
                                 "innerJoin"sv,
                                 "UnsafeIRI"sv,
                                 "UnsafeURI"sv,
                                 "JSONPath"sv,
                                 "CSV"sv,
                                 "JSONPathReferenceFormulation"sv,
                                 "CSVReferenceFormulation"sv,
                                 "StarMap"sv,
                                 "serialization"sv,
                                 "baseIRI"sv,
                                 "condition"sv};

bool is_in(std::string_view word, const auto& words) {
  return std::ranges::find(words, word) != words.end();
}

std::string word_problem(std::string_view word, const auto& words) {
  if (is_in(word, words)) return {};
  if (is_in(word, kLeftOut))
    return fmt::format("rml:{} is of RML, but not of the part that is read here", word);
  std::vector<std::string> all;
  for (const std::string_view one : words) all.emplace_back(one);
  const auto near = nearest(word, all);
  return fmt::format("there is no rml:{}{}", excerpt(word),
                     near ? fmt::format(" (did you mean rml:{}?)", *near) : "");
}

/// The vocabularies that RML had before it got its own.
bool is_old(std::string_view iri) {
  return iri.starts_with("http://semweb.mmlab.be/ns/") ||
         iri.starts_with("http://www.w3.org/ns/r2rml#");
}

}  // namespace

std::string rml_word_problem(const GraphFact& fact) {
  const std::string_view predicate = fact.predicate.value;
  if (is_old(predicate))
    return fmt::format("<{}> is of the old vocabulary of RML; this is read: {}",
                       predicate, kRml);
  if (predicate.starts_with(kRml)) {
    std::string problem = word_problem(predicate.substr(kRml.size()), kProperties);
    if (!problem.empty()) return problem;
  }
  const std::string_view object = fact.object.value;
  if (fact.object.kind != GraphNode::Kind::iri) return {};
  if (is_old(object))
    return fmt::format("<{}> is of the old vocabulary of RML; this is read: {}", object,
                       kRml);
  return object.starts_with(kRml) ? word_problem(object.substr(kRml.size()), kThings)
                                  : std::string{};
}

}  // namespace semsite
