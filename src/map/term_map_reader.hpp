#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "map/mapping_reader.hpp"
#include "map/turtle_graph.hpp"

namespace semsite {

/// A mapping file as a graph that can be asked for the properties of RML, and that says
/// where something is wrong.
class RmlFile {
 public:
  /// Throws UsageError when it is not Turtle, or uses words that RML has not.
  RmlFile(std::string_view text, std::string name);

  [[nodiscard]] const MappingGraph& graph() const { return graph_; }

  /// Throws UsageError "FILE:LINE: why".
  [[noreturn]] void fail(std::uint64_t line, std::string_view why) const;

  /// The facts of a node with this property, by its local name.
  [[nodiscard]] std::vector<GraphFact> all(const GraphNode& node,
                                           std::string_view property) const;
  /// The one fact with this property; fails if there are several.
  [[nodiscard]] std::optional<GraphFact> one(const GraphNode& node,
                                             std::string_view property) const;
  /// Fails if the node is a literal, or nothing is said of it, `at` being what names it.
  void must_be_described(const GraphFact& at) const;
  /// Fails if the object is an IRI that is relative to the file: it names nothing else.
  void must_be_whole(const GraphFact& fact) const;
  /// The text of a literal object; fails otherwise.
  [[nodiscard]] const std::string& text(const GraphFact& fact) const;
  /// The IRI of an object; fails otherwise.
  [[nodiscard]] const std::string& iri(const GraphFact& fact) const;

 private:
  [[nodiscard]] const std::vector<GraphFact>& about(const GraphNode& node) const;

  std::string name_;
  MappingGraph graph_;
  /// What was asked already, by kind and name of the node.
  mutable std::unordered_map<std::string, std::vector<GraphFact>> about_;
};

/// "rml:reference" of a full IRI, for messages.
[[nodiscard]] std::string short_name(std::string_view iri);

inline constexpr std::string_view kRml = "http://w3id.org/rml/";

/// What is wrong with the words of RML in a triple: a term that RML has not, or that this
/// reader has not. Empty: nothing.
[[nodiscard]] std::string rml_word_problem(const GraphFact& fact);

/// What a term map is for: this decides what it may make.
enum class TermRole : std::uint8_t {
  subject,
  predicate,
  object,
  graph,
  datatype,
  language,
  argument,
};

/// The iterator that the references of a triples map begin at.
struct MapScope {
  std::uint32_t iterator = 0;  ///< in the trie
  PathPrefixes prefixes;
};

/// Reads the term maps of one file into the rules of all.
class TermMapReader {
 public:
  /// The paths of the file are added to `paths`.
  TermMapReader(const RmlFile& file, Mappings& out, std::vector<WrittenPath>& paths)
      : file_(file), out_(out), paths_(paths) {}

  /// The term map that `at` leads to; an index into Mappings::terms. Throws UsageError.
  [[nodiscard]] std::uint32_t read(const GraphFact& at, TermRole role,
                                   const MapScope& scope);
  /// A constant given by its own property, such as rml:predicate.
  [[nodiscard]] std::uint32_t constant(const GraphFact& at, TermRole role);

 private:
  std::uint32_t add(TermRule rule);
  void note_needs(TermRule& rule) const;
  [[nodiscard]] ArgumentRule argument_of(std::uint32_t rule) const;
  TermRule constant_rule(const GraphFact& at, TermRole role);
  Reference reference(std::string_view text, std::uint64_t line, const MapScope& scope);
  TermRule template_rule(const GraphFact& at, const MapScope& scope);
  void check_iri_template(const TermRule& rule, const GraphFact& at) const;
  TermRule expression(const GraphFact& at, TermRole role, const MapScope& scope);
  CallRule call(const GraphFact& at, const MapScope& scope);
  void read_input(const GraphFact& at, CallRule& rule, const MapScope& scope);
  TermType type_of(const TermRule& rule, const GraphFact& at, TermRole role) const;
  void read_tags(TermRule& rule, const GraphFact& at, TermRole role,
                 const MapScope& scope);

  const RmlFile& file_;
  Mappings& out_;
  std::vector<WrittenPath>& paths_;
  std::uint32_t depth_ = 0;  ///< of term maps inside calls inside term maps
};

}  // namespace semsite
