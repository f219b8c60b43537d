#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "parse/json_value.hpp"
#include "parse/jsonld_expanded.hpp"
#include "parse/jsonld_view.hpp"

namespace semsite {

/// The expansion algorithm (JSON-LD API §5.1.2) for the documents of one batch.
///
/// Throws DocumentError("jsonld.<error code of the specification>"). Depth is that of the
/// JSON, which its reader bounds.
class Expander {
 public:
  /// The tree goes to `arena`; its texts are views into the JSON and the batch of
  /// `views`.
  Expander(ContextViews& views, JsonArena& arena, Diagnostics& diagnostics);

  /// The expanded form of a whole document under the context of `view`.
  [[nodiscard]] ItemList expand_document(ContextView& view, JsonValue document);

  /// The expanded form of one item of a document's `@graph`, or of an array that is the
  /// document.
  [[nodiscard]] ItemList expand_graph_item(ContextView& view, JsonValue item);

 private:
  enum class Shape : std::uint8_t { null, one, many };
  struct Expanded {
    ItemList items{};
    Shape shape = Shape::null;
  };
  enum class FromMap : std::uint8_t { no, yes };
  /// A map that is being made (step 12): all that it may become.
  struct Result;

  Expanded expand(ContextView& view, const KeyInfo* property, JsonValue element,
                  FromMap from_map = FromMap::no);
  Expanded expand_array(ContextView& view, const KeyInfo* property, JsonValue element,
                        FromMap from_map);
  Expanded expand_object(ContextView& view, const KeyInfo* property, JsonValue element,
                         FromMap from_map);
  ContextView& enter_types(ContextView& view, JsonValue element, Result& result);
  void expand_members(Result& result, ContextView& view, const KeyInfo* property,
                      JsonValue element);
  void expand_nested(Result& result, ContextView& view, const KeyInfo* property,
                     std::span<const JsonMember* const> nests);
  void expand_keyword(Result& result, ContextView& view, const KeyInfo* property,
                      const KeyInfo& key, JsonValue value);
  void expand_id(Result& result, ContextView& view, JsonValue value);
  void expand_type(Result& result, JsonValue value);
  void expand_value_entry(Result& result, JsonValue value);
  void expand_included(Result& result, ContextView& view, JsonValue value);
  void expand_reverse(Result& result, ContextView& view, JsonValue value);
  void expand_property(Result& result, ContextView& view, const KeyInfo& key,
                       JsonValue value);
  Expanded expand_language_map(ContextView& view, const KeyInfo& key, JsonValue map);
  Expanded expand_index_map(ContextView& view, const KeyInfo& key, JsonValue map);
  struct MapEntry;
  void index_item(ExpandedItem*& item, ContextView& view, const KeyInfo& key,
                  const MapEntry& entry);
  Expanded expand_scalar(ContextView& view, const KeyInfo& property, JsonValue value);

  Expanded finish(Result& result, const KeyInfo* property);
  Expanded finish_value(Result& result);
  [[nodiscard]] ExpandedItem* node_of(const Result& result);

  [[nodiscard]] ExpandedItem* new_item(ItemKind kind);
  [[nodiscard]] ExpandedItem* list_of(ItemList items);
  [[nodiscard]] ExpandedItem* graph_of(ExpandedItem* item);
  void add_property(ExpandedProperty*& to, PropertyName* name, ItemList items);
  void add_reverse(Result& result, PropertyName* name, ItemList items);
  void add_type(ExpandedNode& node, std::string_view iri);
  /// IRI expansion of an identifier, white space around it taken off in lenient reading.
  [[nodiscard]] ExpandedIri identifier(ContextView& view, std::string_view text);
  [[nodiscard]] bool is_1_0() const;

  ContextViews& views_;
  JsonArena& arena_;
  Diagnostics& diagnostics_;
};

/// See Expander: the map of step 12 with what its entries hold, until it is clear whether
/// it is a node, a value, a list or a set.
struct Expander::Result {
  ContextView* type_scoped = nullptr;  ///< context for the values of `@type`
  std::string_view last_type{};        ///< as written: last value of the first `@type`
  bool is_json = false;                ///< the input type is `@json`
  std::uint32_t entries = 0;           ///< keywords that are there, as bits
  bool has_type_array = false;         ///< `@type` came as an array
  bool has_index = false;
  std::string_view index{};
  ExpandedNode node{};
  ExpandedValue value{};
  Expanded set{};
  ItemList list{};

  [[nodiscard]] static std::uint32_t bit(Keyword keyword) {
    return std::uint32_t{1} << static_cast<unsigned>(keyword);
  }
  [[nodiscard]] bool has(Keyword keyword) const { return (entries & bit(keyword)) != 0; }
  void note(Keyword keyword) { entries |= bit(keyword); }
  [[nodiscard]] bool has_properties() const { return node.properties != nullptr; }
};

}  // namespace semsite
