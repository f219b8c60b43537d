// Steps 13.7 and 13.8 of the expansion algorithm: values that are maps by language,
// index, identifier or type; the numbers are those of JSON-LD API §5.1.2.
#include <fmt/format.h>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "parse/jsonld_expand.hpp"

namespace semsite {

// 13.7
Expander::Expanded Expander::expand_language_map(ContextView& view, const KeyInfo& key,
                                                 JsonValue map) {
  Expanded out{.shape = Shape::many};
  const ActiveContext& context = view.context();
  Direction direction = key.definition->direction != Direction::unset
                            ? key.definition->direction
                            : context.direction;
  if (direction == Direction::null) direction = Direction::unset;
  for (const JsonMember& member : map.members()) {
    const bool has_language = view.key(member).keyword != Keyword::no_value;
    const auto add = [&](JsonValue item) {
      if (item.is_null()) return;
      if (!item.is_string())
        throw DocumentError{"jsonld.invalid-language-map-value",
                            fmt::format("the value for the language \"{}\" is no string",
                                        excerpt(member.name()))};
      ExpandedItem* const value = new_item(ItemKind::value);
      value->value.value = item;
      value->value.has_language = has_language;
      if (has_language) value->value.language = member.name();
      value->value.direction = direction;
      out.items.append(value);
    };
    if (member.value.is_array()) {
      for (const JsonValue& item : member.value.items()) add(item);
    } else {
      add(member.value);
    }
  }
  return out;
}

/// One member of an index map.
struct Expander::MapEntry {
  std::string_view index{};                 ///< as written
  ExpandedIri expanded{};                   ///< as a word of the vocabulary
  const KeyInfo* index_property = nullptr;  ///< for property-valued indexes
};

// 13.8
Expander::Expanded Expander::expand_index_map(ContextView& view, const KeyInfo& key,
                                              JsonValue map) {
  Expanded out{.shape = Shape::many};
  const std::uint8_t containers = key.containers();
  const std::string& index_key = key.definition->index;
  constexpr auto kIdOrType = static_cast<std::uint8_t>(container::kId | container::kType);
  for (const JsonMember& member : map.members()) {
    // 13.8.3.1, 2
    ContextView* map_view = &view;
    if ((containers & kIdOrType) != 0 && view.previous() != nullptr)
      map_view = view.previous();
    if ((containers & container::kType) != 0) {
      const TermDefinition* const type = map_view->key(member).definition;
      if (type != nullptr && type->has_context)
        map_view = &map_view->scoped(*type, Protection::respect, Propagation::on);
    }
    MapEntry entry{.index = member.name(), .expanded = {}};
    entry.expanded = view.iri(member.name(), IriUse::vocab);
    if (!index_key.empty()) entry.index_property = &view.key(index_key);
    // 13.8.3.6
    const KeyInfo& inner_key = map_view == &view ? key : map_view->key(key);
    const auto add = [&](JsonValue value) {
      const Expanded expanded = expand(*map_view, &inner_key, value, FromMap::yes);
      const bool makes_list = expanded.shape == Shape::many && member.value.is_array() &&
                              (containers & container::kList) != 0;
      if (makes_list) {
        out.items.append(list_of(expanded.items));
        return;
      }
      for (ExpandedItem* item = expanded.items.first; item != nullptr;) {
        ExpandedItem* const next = item->next;
        index_item(item, view, key, entry);
        out.items.append(item);
        item = next;
      }
    };
    if (member.value.is_array()) {
      for (const JsonValue& value : member.value.items()) add(value);
    } else {
      add(member.value);
    }
  }
  return out;
}

// 13.8.3.7
void Expander::index_item(ExpandedItem*& item, ContextView& view, const KeyInfo& key,
                          const MapEntry& entry) {
  const std::uint8_t containers = key.containers();
  const auto is_graph = [](const ExpandedItem& i) {
    return i.kind == ItemKind::node && i.node->has_graph && !i.node->has_type &&
           !i.node->has_included && !i.node->has_reverse && i.node->properties == nullptr;
  };
  if ((containers & container::kGraph) != 0 && !is_graph(*item)) item = graph_of(item);
  const bool has_key = entry.expanded.keyword != Keyword::no_value;
  if (!has_key) return;
  const bool is_node = item->kind == ItemKind::node;
  if ((containers & container::kIndex) != 0 && entry.index_property != nullptr) {
    if (!is_node)
      throw DocumentError{"jsonld.invalid-value-object",
                          "an index that is a property stands on nodes, not on values"};
    if (entry.index_property->property == nullptr) return;
    const Expanded value = expand_scalar(
        view, *entry.index_property, JsonValue::of_text(JsonKind::string, entry.index));
    add_property(item->node->properties, entry.index_property->property, value.items);
  } else if ((containers & container::kIndex) != 0) {
    if (!item->has_index) item->index = entry.index;
    item->has_index = true;
  } else if ((containers & container::kId) != 0 && is_node) {
    if (item->node->has_id) return;
    const ExpandedIri id = identifier(view, entry.index);
    item->node->id = id.text;
    item->node->has_id = true;
    item->node->has_null_id = id.is_null;
  } else if ((containers & container::kType) != 0 && is_node && !entry.expanded.is_null) {
    add_type(*item->node, entry.expanded.text);
  }
}

}  // namespace semsite
