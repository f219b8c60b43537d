#include "map/term_map_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "map/entry_mapper.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kMappingBase = "https://w3id.org/semsite/mapping/";

/// Relative IRIs of a mapping name things in it, and no more.
std::string base_of(std::string_view name) {
  return fmt::format("{}{}", kMappingBase, name.substr(name.rfind('/') + 1));
}

}  // namespace

std::string short_name(std::string_view iri) {
  return iri.starts_with(kRml) ? fmt::format("rml:{}", iri.substr(kRml.size()))
                               : fmt::format("<{}>", iri);
}

RmlFile::RmlFile(std::string_view text, std::string name)
    : name_(std::move(name)), graph_(text, name_, base_of(name_)) {
  for (const GraphFact& fact : graph_.all())
    if (const std::string problem = rml_word_problem(fact); !problem.empty())
      fail(fact.line, problem);
}

void RmlFile::fail(std::uint64_t line, std::string_view why) const {
  throw UsageError{fmt::format("{}:{}: {}", name_, line, why)};
}

std::vector<GraphFact> RmlFile::all(const GraphNode& node,
                                    std::string_view property) const {
  const auto is_of = [&](const GraphNode& predicate) {
    const std::string_view iri{predicate.value};
    return predicate.kind == GraphNode::Kind::iri && iri.starts_with(kRml) &&
           iri.substr(kRml.size()) == property;
  };
  std::vector<GraphFact> out;
  for (const GraphFact& fact : about(node))
    if (is_of(fact.predicate)) out.push_back(fact);
  return out;
}

/// Each node is asked about once for every property that it may have.
const std::vector<GraphFact>& RmlFile::about(const GraphNode& node) const {
  const auto kind = static_cast<char>('0' + static_cast<int>(node.kind));
  const auto [place, is_new] = about_.try_emplace(kind + node.value);
  if (is_new) place->second = graph_.about(node);
  return place->second;
}

std::optional<GraphFact> RmlFile::one(const GraphNode& node,
                                      std::string_view property) const {
  const std::vector<GraphFact> found = all(node, property);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1)
    fail(found[1].line, fmt::format("a second rml:{}, where there can be one", property));
  return found.front();
}

void RmlFile::must_be_described(const GraphFact& at) const {
  if (at.object.kind == GraphNode::Kind::literal)
    fail(at.line, fmt::format("{} takes a node, not the text \"{}\"",
                              short_name(at.predicate.value), excerpt(at.object.value)));
  if (about(at.object).empty())
    fail(at.line,
         fmt::format("{}: nothing is said of {} in this file",
                     short_name(at.predicate.value),
                     at.object.kind == GraphNode::Kind::blank ? "an empty node"
                                                              : at.object.value));
}

const std::string& RmlFile::text(const GraphFact& fact) const {
  if (fact.object.kind != GraphNode::Kind::literal)
    fail(fact.line, fmt::format("{} takes a text", short_name(fact.predicate.value)));
  return fact.object.value;
}

void RmlFile::must_be_whole(const GraphFact& fact) const {
  const std::string_view iri = fact.object.value;
  if (fact.object.kind == GraphNode::Kind::iri && iri.starts_with(kMappingBase))
    fail(fact.line, fmt::format("<{}> has no scheme: what is not a node of this file is "
                                "named by a whole IRI (http://…), in a @prefix too",
                                excerpt(iri.substr(kMappingBase.size()))));
}

const std::string& RmlFile::iri(const GraphFact& fact) const {
  if (fact.object.kind != GraphNode::Kind::iri)
    fail(fact.line, fmt::format("{} takes an IRI", short_name(fact.predicate.value)));
  return fact.object.value;
}

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

namespace {

/// Calls inside calls: more than anybody writes, less than a stack bears.
constexpr std::uint32_t kDeepestTerm = 16;

std::string_view name_of(TermRole role) {
  switch (role) {
    case TermRole::subject:
      return "a subject";
    case TermRole::predicate:
      return "a predicate";
    case TermRole::object:
      return "an object";
    case TermRole::graph:
      return "a graph";
    case TermRole::datatype:
      return "a datatype";
    case TermRole::language:
      return "a language";
    case TermRole::argument:
      return "an argument";
  }
  return {};
}

bool must_be_iri(TermRole role) {
  return role == TermRole::predicate || role == TermRole::graph ||
         role == TermRole::datatype;
}

/// One deeper as long as it lives.
class Deeper {
 public:
  explicit Deeper(std::uint32_t& depth) : depth_(++depth) {}
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  std::uint32_t& depth_;
};

}  // namespace

/// A few of them are enough: what they rule out need not be looked at.
void TermMapReader::note_needs(TermRule& rule) const {
  const auto need = [&](Reference one) {
    const auto end = rule.needs.begin() + rule.needs_count;
    if (end != rule.needs.end() && std::find(rule.needs.begin(), end, one) == end)
      rule.needs[rule.needs_count++] = one;
  };
  if (rule.form == TermExpression::reference) need(rule.reference);
  for (const TemplatePart& part : rule.parts)
    if (part.is_reference) need(part.reference);
  for (std::size_t i = 0; i < rule.call.arguments.size(); ++i) {
    if (!rule.call.function->parameters[i].required) continue;
    const TermRule& argument = out_.terms[rule.call.arguments[i].rule];
    for (std::size_t n = 0; n < argument.needs_count; ++n) need(argument.needs[n]);
  }
}

ArgumentRule TermMapReader::argument_of(std::uint32_t rule) const {
  using Kind = ArgumentRule::Kind;
  const TermRule& term = out_.terms[rule];
  ArgumentRule out{.kind = Kind::other, .reference = {}, .constant = {}, .rule = rule};
  if (term.form == TermExpression::constant) {
    out.kind = Kind::constant;
    out.constant = term.constant.value;
  } else if (term.form == TermExpression::reference) {
    out.kind = Kind::reference;
    out.reference = term.reference;
  }
  return out;
}

std::uint32_t TermMapReader::add(TermRule rule) {
  note_needs(rule);
  out_.terms.push_back(std::move(rule));
  return static_cast<std::uint32_t>(out_.terms.size() - 1);
}

TermRule TermMapReader::constant_rule(const GraphFact& at, TermRole role) {
  const GraphNode& node = at.object;
  if (node.kind == GraphNode::Kind::blank)
    file_.fail(at.line,
               "a constant is an IRI or a literal; a blank node is made with "
               "rml:termType rml:BlankNode");
  const bool iri = node.kind == GraphNode::Kind::iri;
  if (!iri && (must_be_iri(role) || role == TermRole::subject))
    file_.fail(at.line, fmt::format("{} is an IRI, not the text \"{}\"", name_of(role),
                                    excerpt(node.value)));
  TermRule rule;
  rule.type = iri ? TermType::iri : TermType::literal;
  const auto kept = [&](const std::string& text) {
    return std::string_view{out_.texts.emplace_back(text)};
  };
  rule.constant.value = kept(node.value);
  if (role == TermRole::language && (iri || !is_language(node.value)))
    file_.fail(at.line, fmt::format("\"{}\" is no language tag (BCP 47), such as \"en\" "
                                    "or \"de-AT\"",
                                    excerpt(node.value)));
  if (iri) {
    file_.must_be_whole(at);
    // Literals in a place of text are as good as IRIs there, and conversely.
    const IriProblem problem = check_iri(node.value);
    if (problem != IriProblem::none)
      file_.fail(at.line, fmt::format("<{}> {}", excerpt(node.value),
                                      describe(problem, node.value)));
    rule.constant.kind = TermKind::iri;
    rule.constant.plain = rule.constant.checked = true;
    // RML §7.5: this name stands for "no graph of its own".
    if (role == TermRole::graph && node.value == fmt::format("{}defaultGraph", kRml))
      rule.constant = {};
    return rule;
  }
  rule.constant.kind = TermKind::literal;
  if (!node.language.empty()) {
    rule.constant.kind = TermKind::lang;
    rule.constant.tag = kept(node.language);
  } else if (node.datatype == kRdfLangString) {
    file_.fail(at.line, "rdf:langString goes with a language tag, there is none");
  } else if (!node.datatype.empty() && node.datatype != kXsdString) {
    rule.constant.kind = TermKind::typed;
    rule.constant.tag = kept(node.datatype);
  }
  return rule;
}

std::uint32_t TermMapReader::constant(const GraphFact& at, TermRole role) {
  return add(constant_rule(at, role));
}

Reference TermMapReader::reference(std::string_view text, std::uint64_t line,
                                   const MapScope& scope) {
  try {
    const Reference out =
        out_.trie.add_reference(scope.iterator, parse_path(text, scope.prefixes));
    paths_.push_back({.text = std::string{text},
                      .line = line,
                      .iterator = scope.iterator,
                      .node = out_.trie.slots()[out.slot].node,
                      .slot = out.slot});
    return out;
  } catch (const PathError& error) {
    file_.fail(line, error.what());
  }
}

/// RML-Core §5.3: `{reference}`; braces that are meant are escaped with a backslash.
TermRule TermMapReader::template_rule(const GraphFact& at, const MapScope& scope) {
  const std::string_view text = file_.text(at);
  TermRule rule;
  rule.form = TermExpression::template_;
  std::string piece;
  const auto end_text = [&] {
    if (!piece.empty())
      rule.parts.push_back(
          {.text = std::exchange(piece, {}), .reference = {}, .is_reference = false});
  };
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      piece += text[++i];
    } else if (c == '{' && !inside) {
      end_text();
      inside = true;
    } else if (c == '}' && inside) {
      rule.parts.push_back(
          {.text = {},
           .reference = reference(std::exchange(piece, {}), at.line, scope),
           .is_reference = true});
      inside = false;
    } else if (c == '{' || c == '}') {
      file_.fail(at.line, fmt::format("the template \"{}\": a {} that is meant as such "
                                      "is written with a backslash before it",
                                      excerpt(text), c));
    } else {
      piece += c;
    }
  }
  if (inside)
    file_.fail(at.line,
               fmt::format("the template \"{}\": a {{ without its }}", excerpt(text)));
  end_text();
  if (std::ranges::none_of(rule.parts, &TemplatePart::is_reference))
    file_.fail(at.line, fmt::format("the template \"{}\" refers to nothing; what is the "
                                    "same for every entry is given with rml:constant",
                                    excerpt(text)));
  return rule;
}

void TermMapReader::check_iri_template(const TermRule& rule, const GraphFact& at) const {
  std::string sample;
  for (const TemplatePart& part : rule.parts)
    sample += part.is_reference ? "x" : part.text;
  const IriProblem problem = check_iri(sample);
  if (problem == IriProblem::none || problem == IriProblem::relative) return;
  file_.fail(at.line, fmt::format("the template \"{}\" makes no IRI: it {}",
                                  excerpt(at.object.value), describe(problem, sample)));
}

CallRule TermMapReader::call(const GraphFact& at, const MapScope& scope) {
  file_.must_be_described(at);
  const GraphNode& node = at.object;
  std::optional<GraphFact> name = file_.one(node, "function");
  if (const auto map = file_.one(node, "functionMap")) {
    if (name) file_.fail(map->line, "both rml:function and rml:functionMap");
    file_.must_be_described(*map);
    name = file_.one(map->object, "constant");
    if (!name) file_.fail(map->line, "an rml:functionMap has an rml:constant here");
  }
  if (!name) file_.fail(at.line, "the rml:functionExecution has no rml:function");
  CallRule rule;
  rule.function = find_mapping_function(file_.iri(*name));
  if (rule.function == nullptr) {
    std::vector<std::string> all;
    for (const MappingFunction& one : mapping_functions())
      all.push_back(fmt::format("{}{}", kFunctionNamespace, one.name));
    const auto near = nearest(name->object.value, all);
    file_.fail(name->line,
               fmt::format("there is no function <{}>{}; semsite mappings --functions "
                           "lists them",
                           excerpt(name->object.value, 200),
                           near ? fmt::format(" (did you mean <{}>?)", *near) : ""));
  }
  assert(rule.function->parameters.size() <= kMostParameters);
  rule.arguments.resize(rule.function->parameters.size());
  for (const GraphFact& input : file_.all(node, "input")) read_input(input, rule, scope);
  for (std::size_t i = 0; i < rule.arguments.size(); ++i) {
    const FunctionParameter& parameter = rule.function->parameters[i];
    if (parameter.required && rule.arguments[i].rule == kNoIndex)
      file_.fail(at.line, fmt::format("the function fn:{} needs an rml:input for its "
                                      "parameter fn:{}",
                                      rule.function->name, parameter.name));
  }
  return rule;
}

void TermMapReader::read_input(const GraphFact& at, CallRule& rule,
                               const MapScope& scope) {
  file_.must_be_described(at);
  std::optional<GraphFact> name = file_.one(at.object, "parameter");
  if (const auto map = file_.one(at.object, "parameterMap")) {
    if (name) file_.fail(map->line, "both rml:parameter and rml:parameterMap");
    file_.must_be_described(*map);
    name = file_.one(map->object, "constant");
  }
  if (!name) file_.fail(at.line, "the rml:input has no rml:parameter");
  const std::string_view iri = file_.iri(*name);
  const auto& parameters = rule.function->parameters;
  const auto found = std::ranges::find_if(parameters, [&](const FunctionParameter& one) {
    return iri.starts_with(kFunctionNamespace) &&
           iri.substr(kFunctionNamespace.size()) == one.name;
  });
  if (found == parameters.end()) {
    std::string all;
    for (const FunctionParameter& one : parameters)
      all += fmt::format("{}fn:{}", all.empty() ? "" : ", ", one.name);
    file_.fail(
        name->line,
        fmt::format("the function fn:{} has no parameter <{}>; it has: {}",
                    rule.function->name, excerpt(iri, 200), all.empty() ? "none" : all));
  }
  ArgumentRule& place =
      rule.arguments[static_cast<std::size_t>(found - parameters.begin())];
  if (place.rule != kNoIndex)
    file_.fail(at.line, fmt::format("a second rml:input for fn:{}", found->name));
  const auto value = file_.one(at.object, "inputValue");
  const auto map = file_.one(at.object, "inputValueMap");
  if (value.has_value() == map.has_value())
    file_.fail(at.line,
               "an rml:input has either an rml:inputValue or an "
               "rml:inputValueMap");
  place = argument_of(map ? read(*map, TermRole::argument, scope)
                          : constant(*value, TermRole::argument));
}

/// RML-Core §5: exactly one of the expressions.
TermRule TermMapReader::expression(const GraphFact& at, TermRole role,
                                   const MapScope& scope) {
  constexpr std::array<std::string_view, 4> kExpressions = {
      "constant", "reference", "template", "functionExecution"};
  std::optional<GraphFact> found;
  for (const std::string_view property : kExpressions) {
    const auto one = file_.one(at.object, property);
    if (one && found)
      file_.fail(one->line, fmt::format("both {} and {} in one term map",
                                        short_name(found->predicate.value),
                                        short_name(one->predicate.value)));
    if (one) found = one;
  }
  TermRule rule;
  if (!found) {
    const auto type = file_.one(at.object, "termType");
    if (!type || !type->object.is_iri(fmt::format("{}BlankNode", kRml)))
      file_.fail(at.line,
                 "a term map needs rml:constant, rml:reference, rml:template or "
                 "rml:functionExecution (or rml:termType rml:BlankNode, which "
                 "makes a new blank node)");
    rule.form = TermExpression::node;
    for (const TermRule& other : out_.terms)
      if (other.form == TermExpression::node && other.reference.slot == scope.iterator)
        ++rule.number;
    rule.reference.slot = scope.iterator;  // only to count by
    return rule;
  }
  if (found->predicate.value.ends_with("/constant")) return constant_rule(*found, role);
  if (found->predicate.value.ends_with("/template")) return template_rule(*found, scope);
  if (found->predicate.value.ends_with("/reference")) {
    rule.form = TermExpression::reference;
    rule.reference = reference(file_.text(*found), found->line, scope);
    return rule;
  }
  rule.form = TermExpression::function;
  rule.call = call(*found, scope);
  return rule;
}

/// RML-Core §6.1, RML-FNML §3.1: what is given, else what the role and the expression
/// say. Of a value for a function only what a template encodes depends on it.
TermType TermMapReader::type_of(const TermRule& rule, const GraphFact& at,
                                TermRole role) const {
  if (rule.form == TermExpression::constant) return rule.type;
  const auto given = file_.one(at.object, "termType");
  if (!given) {
    if (role == TermRole::language) return TermType::literal;
    if (role == TermRole::argument && rule.form != TermExpression::template_)
      return TermType::literal;
    if (role != TermRole::object) return TermType::iri;
    const bool tagged = !file_.all(at.object, "language").empty() ||
                        !file_.all(at.object, "languageMap").empty() ||
                        !file_.all(at.object, "datatype").empty() ||
                        !file_.all(at.object, "datatypeMap").empty();
    return rule.form == TermExpression::template_ && !tagged ? TermType::iri
                                                             : TermType::literal;
  }
  const std::string& iri = file_.iri(*given);
  const std::string_view name =
      std::string_view{iri}.substr(iri.starts_with(kRml) ? kRml.size() : 0);
  TermType type = TermType::iri;
  if (name == "BlankNode") {
    type = TermType::blank;
  } else if (name == "Literal") {
    type = TermType::literal;
  } else if (name != "IRI" && name != "URI") {
    file_.fail(given->line, fmt::format("<{}> is no term type: rml:IRI, rml:BlankNode or "
                                        "rml:Literal",
                                        excerpt(iri)));
  }
  if ((must_be_iri(role) && type != TermType::iri) ||
      (role == TermRole::subject && type == TermType::literal) ||
      (role == TermRole::argument && type == TermType::blank) ||
      (role == TermRole::language && type != TermType::literal))
    file_.fail(given->line, fmt::format("{} cannot be an rml:{}", name_of(role), name));
  return type;
}

void TermMapReader::read_tags(TermRule& rule, const GraphFact& at, TermRole role,
                              const MapScope& scope) {
  const auto read_one = [&](std::string_view property, TermRole tag) {
    const auto value = file_.one(at.object, property);
    const auto map = file_.one(at.object, fmt::format("{}Map", property));
    if (value && map)
      file_.fail(map->line, fmt::format("both rml:{0} and rml:{0}Map", property));
    if (!value && !map) return kNoIndex;
    if (role != TermRole::object || rule.type != TermType::literal ||
        rule.form == TermExpression::constant)
      file_.fail(
          (map ? map : value)->line,
          fmt::format("rml:{} is for literals that come from the document", property));
    return map ? read(*map, tag, scope) : constant(*value, tag);
  };
  rule.datatype = read_one("datatype", TermRole::datatype);
  rule.language = read_one("language", TermRole::language);
  if (rule.datatype != kNoIndex && rule.language != kNoIndex)
    file_.fail(at.line, "a literal has a datatype or a language, not both");
}

std::uint32_t TermMapReader::read(const GraphFact& at, TermRole role,
                                  const MapScope& scope) {
  // `rml:objectMap <x>` where <x> is described elsewhere is as good as `[ … ]`.
  file_.must_be_described(at);
  const Deeper deeper{depth_};
  if (depth_ > kDeepestTerm)
    file_.fail(at.line, fmt::format("calls nested deeper than {}", kDeepestTerm));
  TermRule rule = expression(at, role, scope);
  rule.type = type_of(rule, at, role);
  if (rule.form == TermExpression::template_ && rule.type == TermType::iri) {
    const auto given = file_.one(at.object, "termType");
    rule.encoding = given && given->object.is_iri(fmt::format("{}URI", kRml))
                        ? TemplateEncoding::uri
                        : TemplateEncoding::iri;
    // What a function is given need not be an IRI: it may make one of it.
    if (role != TermRole::argument)
      check_iri_template(rule, *file_.one(at.object, "template"));
  }
  read_tags(rule, at, role, scope);
  return add(std::move(rule));
}

}  // namespace semsite
