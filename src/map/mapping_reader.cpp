#include "map/mapping_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "map/term_map_reader.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

/// A triples map that is being read.
struct OpenMap {
  GraphNode node;
  std::uint64_t line = 0;
  MapScope scope;
  MapRule rule;
};

/// One file into the rules of all.
class MappingReader {
 public:
  MappingReader(const MappingSource& source, Mappings& out)
      : out_(out),
        file_(source.text, source.origin.empty() ? source.name : source.origin),
        terms_(file_, out, about_.paths) {
    about_.name = source.name;
    about_.origin = source.origin;
    about_.replaces = source.replaces;
  }

  void read() {
    find_maps();
    // Subjects first: any map may be the parent of any other.
    for (OpenMap& map : maps_) {
      map.scope = read_source(map);
      map.rule.subject = read_subject(map);
    }
    for (OpenMap& map : maps_) {
      for (const GraphFact& rule : file_.all(map.node, "predicateObjectMap"))
        map.rule.rules.push_back(read_rule(rule, map));
      if (map.rule.rules.empty() && map.rule.classes.empty())
        file_.fail(map.line, fmt::format("the triples map {} makes nothing: it has no "
                                         "rml:predicateObjectMap and no rml:class",
                                         name_of(map.node)));
      out_.trie.add_map(map.scope.iterator, static_cast<std::uint32_t>(out_.maps.size()));
      out_.maps.push_back(std::move(map.rule));
    }
    about_.maps = maps_.size();
    out_.files.push_back(std::move(about_));
  }

 private:
  static std::string name_of(const GraphNode& node) {
    return node.kind == GraphNode::Kind::iri ? fmt::format("<{}>", node.value)
                                             : "without a name";
  }

  /// As the file itself is likely to have it.
  static std::string short_name_of(const GraphNode& node) {
    const std::size_t start = node.value.find('#');
    return node.kind == GraphNode::Kind::iri && start != std::string::npos
               ? fmt::format("<{}>", node.value.substr(start))
               : name_of(node);
  }

  void find_maps() {
    const auto note = [&](const GraphFact& fact) {
      const auto same = [&](const OpenMap& map) { return map.node == fact.subject; };
      if (std::ranges::none_of(maps_, same))
        maps_.push_back(
            {.node = fact.subject, .line = fact.line, .scope = {}, .rule = {}});
    };
    for (const GraphFact& fact : file_.graph().all()) {
      const bool typed = fact.predicate.is_iri(kRdfType) &&
                         fact.object.is_iri(fmt::format("{}TriplesMap", kRml));
      if (typed || is_of_a_map(fact.predicate.value)) note(fact);
    }
    if (maps_.empty()) file_.fail(1, "no triples map (rml:TriplesMap) in this file");
  }

  static bool is_of_a_map(std::string_view predicate) {
    if (!predicate.starts_with(kRml)) return false;
    const std::string_view name = predicate.substr(kRml.size());
    return name == "logicalSource" || name == "subjectMap" || name == "subject" ||
           name == "predicateObjectMap";
  }

  MapScope read_source(const OpenMap& map) {
    const auto source = file_.one(map.node, "logicalSource");
    if (!source)
      file_.fail(map.line, fmt::format("the triples map {} has no rml:logicalSource",
                                       name_of(map.node)));
    file_.must_be_described(*source);
    MapScope scope;
    const auto formulation = file_.one(source->object, "referenceFormulation");
    if (!formulation)
      file_.fail(source->line, "the logical source has no rml:referenceFormulation");
    scope.prefixes = read_formulation(*formulation);
    for (const auto& [prefix, iri] : scope.prefixes)
      about_.namespaces.emplace(prefix, iri);
    const auto iterator = file_.one(source->object, "iterator");
    if (!iterator) file_.fail(source->line, "the logical source has no rml:iterator");
    try {
      scope.iterator =
          out_.trie.add_iterator(parse_path(file_.text(*iterator), scope.prefixes));
      about_.paths.push_back({.text = file_.text(*iterator),
                              .line = iterator->line,
                              .map = short_name_of(map.node),
                              .node = scope.iterator});
    } catch (const PathError& error) {
      file_.fail(iterator->line, error.what());
    }
    return scope;
  }

  /// rml:XPath, or a node of its own that declares prefixes (RML-IO, XPath).
  PathPrefixes read_formulation(const GraphFact& at) {
    PathPrefixes out;
    if (at.object.is_iri(fmt::format("{}XPath", kRml))) return out;
    file_.must_be_described(at);
    for (const GraphFact& one : file_.all(at.object, "namespace")) {
      file_.must_be_described(one);
      const auto prefix = file_.one(one.object, "namespacePrefix");
      const auto iri = file_.one(one.object, "namespaceURL");
      if (!prefix || !iri)
        file_.fail(one.line,
                   "an rml:namespace has an rml:namespacePrefix and an rml:namespaceURL");
      file_.must_be_whole(*iri);
      const std::string& value = iri->object.value;  // a literal or an IRI
      const auto [place, is_new] = out.emplace(file_.text(*prefix), value);
      if (!is_new && place->second != value)
        file_.fail(prefix->line, fmt::format("the prefix \"{}\" already stands for {}",
                                             place->first, place->second));
      about_.prefixes.push_back({place->first, value, prefix->line});
    }
    return out;
  }

  std::uint32_t read_subject(OpenMap& map) {
    const auto value = file_.one(map.node, "subject");
    const auto term = file_.one(map.node, "subjectMap");
    if (value.has_value() == term.has_value())
      file_.fail(map.line,
                 value ? "both rml:subject and rml:subjectMap"
                       : fmt::format("the triples map {} has no subject (rml:subjectMap)",
                                     name_of(map.node)));
    if (value) return terms_.constant(*value, TermRole::subject);
    for (const GraphFact& one : file_.all(term->object, "class")) {
      (void)file_.iri(one);
      map.rule.classes.push_back(terms_.constant(one, TermRole::predicate));
    }
    const std::uint32_t out = terms_.read(*term, TermRole::subject, map.scope);
    map.rule.graphs = read_all(term->object, "graph", TermRole::graph, map.scope);
    return out;
  }

  /// The terms given by a property and by its map, such as predicate and predicateMap.
  std::vector<std::uint32_t> read_all(const GraphNode& node, std::string_view property,
                                      TermRole role, const MapScope& scope) {
    std::vector<std::uint32_t> out;
    for (const GraphFact& one : file_.all(node, property))
      out.push_back(terms_.constant(one, role));
    for (const GraphFact& one : file_.all(node, fmt::format("{}Map", property)))
      out.push_back(terms_.read(one, role, scope));
    return out;
  }

  PredicateObjectRule read_rule(const GraphFact& at, const OpenMap& map) {
    file_.must_be_described(at);
    PredicateObjectRule rule;
    rule.predicates = read_all(at.object, "predicate", TermRole::predicate, map.scope);
    if (rule.predicates.empty())
      file_.fail(at.line, "the rml:predicateObjectMap has no predicate");
    for (const GraphFact& one : file_.all(at.object, "object"))
      rule.objects.push_back(terms_.constant(one, TermRole::object));
    for (const GraphFact& one : file_.all(at.object, "objectMap")) {
      file_.must_be_described(one);
      const auto parent = file_.one(one.object, "parentTriplesMap");
      rule.objects.push_back(parent ? read_parent(*parent, one, map)
                                    : terms_.read(one, TermRole::object, map.scope));
    }
    if (rule.objects.empty())
      file_.fail(at.line, "the rml:predicateObjectMap has no object");
    rule.graphs = read_all(at.object, "graph", TermRole::graph, map.scope);
    return rule;
  }

  /// The subject that another map makes of the same element. With other elements it would
  /// be a join, which needs the whole document.
  std::uint32_t read_parent(const GraphFact& parent, const GraphFact& at,
                            const OpenMap& map) {
    if (const auto join = file_.all(at.object, "joinCondition"); !join.empty())
      file_.fail(
          join.front().line,
          "rml:joinCondition: joins need the whole document at once; here a parent "
          "is a map with the same iterator, without a condition");
    for (const OpenMap& other : maps_) {
      if (other.node != parent.object) continue;
      if (other.scope.iterator == map.scope.iterator) return other.rule.subject;
      file_.fail(parent.line,
                 fmt::format("the parent {} has another iterator; without a join, which "
                             "is not supported, both must be the same",
                             name_of(other.node)));
    }
    file_.fail(parent.line, fmt::format("the parent {} is no triples map in this file",
                                        name_of(parent.object)));
  }

  Mappings& out_;
  MappingFile about_;
  RmlFile file_;
  TermMapReader terms_;
  std::vector<OpenMap> maps_;
};

}  // namespace

std::shared_ptr<const Mappings> read_mappings(std::span<const MappingSource> sources) {
  auto out = std::make_shared<Mappings>();
  for (const MappingSource& source : sources) MappingReader{source, *out}.read();
  return out;
}

}  // namespace semsite
