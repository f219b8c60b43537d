#pragma once

#include <cstdint>
#include <string_view>

#include "parse/json_value.hpp"
#include "parse/jsonld_context.hpp"

namespace semsite {

// Expanded JSON-LD (API §5.1) as a tree in an arena. Properties of one name may stand
// more than once in a node, and their order is not kept: RDF does not care.

struct ExpandedItem;

/// A list of items, linked through `ExpandedItem::next`.
struct ItemList {
  ExpandedItem* first = nullptr;
  ExpandedItem* last = nullptr;

  [[nodiscard]] bool empty() const { return first == nullptr; }
  inline void append(ExpandedItem* item);
  inline void append(ItemList more);
};

/// A property's IRI as it was expanded.
struct PropertyName {
  std::string_view iri{};
  bool is_blank = false;
  /// Set by the RDF step when it first meets the name: may it be a predicate, and how?
  enum class Check : std::uint8_t { open, good, bad } check = Check::open;
  std::string_view predicate{};  ///< the checked text
};

struct ExpandedProperty {
  PropertyName* name = nullptr;
  ItemList items{};
  ExpandedProperty* next = nullptr;
};

struct TypeEntry {
  std::string_view iri{};
  TypeEntry* next = nullptr;
};

struct ExpandedNode {
  std::string_view id{};
  bool has_id = false;
  bool has_null_id = false;  ///< an `@id` that means nothing
  bool has_type = false;
  bool has_graph = false;
  bool has_included = false;
  bool has_reverse = false;
  TypeEntry* types = nullptr;  ///< the latest first
  ExpandedProperty* properties = nullptr;
  ExpandedProperty* reverse = nullptr;
  ItemList graph{};
  ItemList included{};
};

struct ExpandedValue {
  JsonValue value{};
  std::string_view type{};
  std::string_view language{};
  bool has_type = false;
  bool has_language = false;
  bool is_json = false;  ///< `@type` is `@json`
  Direction direction = Direction::unset;
};

enum class ItemKind : std::uint8_t { node, value, list };

/// A node object, value object or list object.
struct ExpandedItem {
  ExpandedItem() : node(nullptr) {}

  ItemKind kind = ItemKind::node;
  bool has_index = false;
  std::string_view index{};
  ExpandedItem* next = nullptr;
  union {
    ExpandedNode* node;   ///< of a node
    ExpandedValue value;  ///< of a value
    ItemList list;        ///< of a list
  };
};

inline void ItemList::append(ExpandedItem* item) {
  item->next = nullptr;
  (last == nullptr ? first : last->next) = item;
  last = item;
}
inline void ItemList::append(ItemList more) {
  if (more.first == nullptr) return;
  (last == nullptr ? first : last->next) = more.first;
  last = more.last;
}

}  // namespace semsite
