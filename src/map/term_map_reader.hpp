#pragma once

#include <cstdint>
#include <string_view>

#include "map/mapping.hpp"
#include "map/rml_file.hpp"

namespace semsite {

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
  TermMapReader(const RmlFile& file, Mappings& out) : file_(file), out_(out) {}

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
  std::uint32_t depth_ = 0;  ///< of term maps inside calls inside term maps
};

}  // namespace semsite
