#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "map/entry_quads.hpp"
#include "map/entry_record.hpp"
#include "map/functions.hpp"
#include "map/mapping.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_builder.hpp"

namespace semsite {

/// Makes the quads of an entry from what the paths matched in it. One thread.
class EntryMapper final : private FunctionSink {
 public:
  /// Told of faults: what was lost, or only odd.
  enum class Loss : std::uint8_t { nothing, term };
  using Teller =
      std::function<void(std::string_view code, std::string message, Loss loss)>;

  EntryMapper(const Mappings& mappings, QuadBuilder& quads, DocumentFacts facts,
              Teller tell);

  /// Makes known the `xml:lang` of the root element.
  void set_language(std::string_view language) { facts_.language = language; }

  /// Runs every map on every element that its iterator means.
  void map(const EntryRecord& record);

 private:
  /// Part of a stack of results: from here to its top, or to `end`.
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  using Element = EntryRecord::Element;

  void run(const MapRule& rule, const Element& element);
  void run(const PredicateObjectRule& rule, Range subjects, Range map_graphs,
           const Element& element);
  void add(const EntryTerm& subject, const EntryTerm& predicate, const EntryTerm& object,
           Range map_graphs, Range graphs);
  Range terms(const std::vector<std::uint32_t>& rules, const Element& element);
  void push_terms(const TermRule& rule, const Element& element);
  void push_term(const TermRule& rule, const FunctionValue& value,
                 const std::vector<EntryTerm>& datatypes, Range languages);
  void push_iri(std::string_view text);
  std::string_view checked_iri(std::string_view text);
  void push_literal(const FunctionValue& value, const std::vector<EntryTerm>& datatypes,
                    Range languages);
  void push_language(EntryTerm literal, std::string_view language);
  Range values(std::uint32_t rule, const Element& element);
  void push_values(const TermRule& rule, const Element& element);
  void push_template(const TermRule& rule, const Element& element);
  struct Simple {
    bool known = false;
    std::string_view text{};  ///< empty: no value
  };
  [[nodiscard]] Simple simple_value(const ArgumentRule& argument,
                                    const Element& element) const;
  void push_calls(const TermRule& rule, const Element& element);
  void push_combinations(const TermRule& rule, const Element& element);
  void call(const MappingFunction& function, std::span<const std::string_view> arguments,
            const Element& element);
  std::string_view node_label(const Element& element);

  // What a function gives.
  void value(const FunctionValue& value) override;
  void note(std::string_view code, std::string_view message) override {
    tell(code, std::string{message}, Loss::nothing);
  }

  /// Tells of a fault, once in an entry: several maps may stumble over the same value.
  void tell(std::string_view code, std::string message, Loss loss);

  /// Tells which IRIs of the quads had to be repaired.
  void tell_repairs();

  /// False when the entry has used up what it may cost.
  bool spend() {
    if (budget_ == 0) return false;
    --budget_;
    return true;
  }

  const Mappings& mappings_;
  EntryQuads out_;
  DocumentFacts facts_;
  Teller tell_;
  BaseIri base_;
  const EntryRecord* record_ = nullptr;
  Arena texts_;  ///< of this entry
  std::vector<FunctionValue> values_;
  std::vector<EntryTerm> terms_;
  std::string iri_, label_;
  std::vector<std::string> told_;
  struct Repair {
    std::string_view kept;
    std::string message;
  };
  std::vector<Repair> repairs_;  ///< of this entry, told if a quad has the IRI
  std::span<const std::string_view> arguments_;  ///< of the call at hand
  struct KnownIri {
    std::string_view text, iri;
  };
  std::array<KnownIri, 64> known_iris_{};  ///< of this entry
  const Element* labelled_ = nullptr;      ///< whose label this is:
  std::string_view node_label_;
  std::uint64_t budget_ = 0;
};

}  // namespace semsite
