#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/diagnostics.hpp"
#include "base/hash.hpp"
#include "parse/jsonld_expanded.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_batch.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// How the blank nodes of one piece are called: prefix, then "b" and the document's own
/// label, or the number of the piece and a running one.
struct BlankLabels {
  std::string_view prefix{};  ///< must live as long as the batch
  std::uint64_t piece = 0;
  std::uint64_t next = 0;
};

/// Expanded JSON-LD to quads (JSON-LD API §7, Deserialize to RDF), straight from the
/// tree: nodes need no merging, since a set of quads merges by itself.
class RdfEmitter {
 public:
  RdfEmitter(QuadBatch& batch, Diagnostics& diagnostics, const ParseSettings& settings,
             BlankLabels& labels, HeldMeter& meter)
      : batch_(batch),
        diagnostics_(diagnostics),
        settings_(settings),
        labels_(labels),
        meter_(meter) {}

  /// Called now and then, when the batch has grown, to take quads out of it.
  void set_drain(const std::function<void()>* drain) { drain_ = drain; }

  /// Adds the quads of all items, those at the top standing in the default graph. Texts
  /// of the tree must live as long as the batch. Throws
  /// DocumentError("jsonld.conflicting-indexes").
  void emit(ItemList items);

  /// For messages: the line where the document at hand begins.
  void set_line(std::uint64_t line) { line_ = line; }

 private:
  /// `kind == none` with `bad`: quads here are dropped.
  struct Place {
    Term graph{};
    bool bad = false;
  };

  Term emit_node(const ExpandedItem& item, const Place& place);
  void emit_properties(const ExpandedProperty* property, Term subject,
                       const Place& place);
  void emit_reverse(const ExpandedProperty* property, Term object, const Place& place);
  Term emit_item(const ExpandedItem& item, const Place& place);
  Term emit_list(ItemList items, const Place& place);
  Term literal(const ExpandedValue& value, const Place& place);
  Term directed(const ExpandedValue& value, Term text, const Place& place);
  Term compound(const ExpandedValue& value, Term text, const Place& place);
  void check_index(const ExpandedItem& item, const Place& place);
  void add(const Term& subject, const Term& predicate, const Term& object,
           const Place& place);

  [[nodiscard]] Term subject_of(const ExpandedNode& node);
  [[nodiscard]] Term resource(std::string_view id);
  [[nodiscard]] Term predicate_of(PropertyName& name);
  [[nodiscard]] char* made(std::size_t size);
  [[nodiscard]] Term new_blank();
  [[nodiscard]] Term blank(std::string_view label);
  [[nodiscard]] Term iri(std::string_view text);
  /// The checked IRI of a datatype; empty if it is none.
  [[nodiscard]] std::string_view datatype_of(std::string_view written);
  [[nodiscard]] bool is_good_language(std::string_view tag);
  void report(std::string_view code, std::string message);
  void tell_repairs(const Quad& quad);
  void drain();

  struct Repair {
    std::string written;
    std::uint64_t line = 0;
  };

  QuadBatch& batch_;
  Diagnostics& diagnostics_;
  const ParseSettings& settings_;
  BlankLabels& labels_;
  HeldMeter& meter_;  ///< of the text
  const std::function<void()>* drain_ = nullptr;
  std::uint64_t held_bytes_ = 0;  ///< of terms in quads, since `drain_` was called
  std::uint64_t line_ = 0;
  std::string_view datatype_;  ///< checked last, and what it gave
  std::string_view checked_datatype_;
  std::string_view good_language_;
  /// Of nodes that have an index: graph and node, and what it was.
  std::unordered_map<std::string, std::string, KeyedHash, std::equal_to<>> indexes_;
  /// Mended IRIs that no quad has had yet, by where their text is kept.
  std::unordered_map<const char*, Repair> repairs_;
};

}  // namespace semsite
