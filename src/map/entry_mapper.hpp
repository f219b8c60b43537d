#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "map/entry_record.hpp"
#include "map/functions.hpp"
#include "map/mapping_reader.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_builder.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// A term of an entry. Its views live until the entry is done, or as long as all quads
/// do.
struct EntryTerm {
  Term term{};
  bool lasts = false;      ///< the value does
  bool tag_lasts = false;  ///< the tag does
};

struct EntryQuad {
  EntryTerm subject, predicate, object, graph;
};

/// The quads of one entry: each of them once, whatever map makes it.
class EntryQuads {
 public:
  explicit EntryQuads(QuadBuilder& quads) : quads_(quads) {}

  void add(const EntryQuad& quad) {
    if (is_new(quad)) entry_.push_back(quad);
  }

  /// The places of the texts in the quads so far.
  [[nodiscard]] std::unordered_set<const char*> texts() const;

  /// Hands the quads of the entry on, in the order in which they came.
  void flush();

 private:
  bool is_new(const EntryQuad& quad);
  bool is_new_among_many(const EntryQuad& quad);
  std::string_view keep_value(const EntryTerm& term);

  QuadBuilder& quads_;
  std::vector<EntryQuad> entry_;
  /// Of an entry with many quads: their places by hash.
  std::unordered_multimap<std::size_t, std::size_t> places_;
  std::string_view last_, kept_;  ///< a value and its copy in the batch at hand
};

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

/// Appends `text` as it may stand in what a template makes.
void append_encoded(std::string& out, std::string_view text, TemplateEncoding encoding);

/// Is `tag` a language tag, as far as N-Quads asks for it (BCP 47)?
[[nodiscard]] bool is_language(std::string_view tag);

/// Does `iri` mean something else than itself: is it relative, or with dot segments?
[[nodiscard]] bool needs_resolving(std::string_view iri);

void append_number(std::string& out, std::uint64_t number);

}  // namespace semsite
