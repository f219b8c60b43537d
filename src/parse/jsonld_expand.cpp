// Steps 1 to 14 of the expansion algorithm; the numbers are those of JSON-LD API §5.1.2.
#include "parse/jsonld_expand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "parse/jsonld_result.hpp"
#include "rdf/iri_repair.hpp"

namespace semsite {
namespace {

bool is_free(const KeyInfo* property) {
  return property == nullptr || property->keyword == Keyword::graph;
}

const KeyInfo kGraphKey{.name = "@graph", .keyword = Keyword::graph};
const std::uint32_t kContextHash = json_hash("@context");

}  // namespace

Expander::Expander(ContextViews& views, JsonArena& arena, Diagnostics& diagnostics)
    : views_(views), arena_(arena), diagnostics_(diagnostics) {}

bool Expander::is_1_0() const {
  return views_.environment().settings.jsonld_version == JsonLdVersion::v1_0;
}

ItemList Expander::expand_document(ContextView& view, JsonValue document) {
  const Expanded expanded = expand(view, nullptr, document);
  // API §9.3 expand, step 8: a document that is only a graph is its content.
  const ExpandedItem* const only = expanded.items.first;
  if (expanded.shape == Shape::one && only != nullptr && only->kind == ItemKind::node) {
    const ExpandedNode& node = *only->node;
    const bool is_bare = node.has_graph && !node.has_id && !node.has_type &&
                         !node.has_included && !node.has_reverse && !only->has_index &&
                         node.properties == nullptr;
    if (is_bare) return node.graph;
  }
  return expanded.items;
}

ItemList Expander::expand_graph_item(ContextView& view, JsonValue item) {
  return expand(view, &kGraphKey, item).items;
}

Expander::Expanded Expander::expand(ContextView& view, const KeyInfo* property,
                                    JsonValue element, FromMap from_map) {
  switch (element.kind()) {
    case JsonKind::null:
      return {};
    case JsonKind::object:
      return expand_object(view, property, element, from_map);
    case JsonKind::array:
      return expand_array(view, property, element, from_map);
    default:
      break;
  }
  // 4
  if (is_free(property)) return {};
  if (property->definition == nullptr || !property->definition->has_context)
    return expand_scalar(view, *property, element);
  ContextView& scoped =
      view.scoped(*property->definition, Protection::override_it, Propagation::on);
  return expand_scalar(scoped, scoped.key(*property), element);
}

// 5
Expander::Expanded Expander::expand_array(ContextView& view, const KeyInfo* property,
                                          JsonValue element, FromMap from_map) {
  Expanded all{.shape = Shape::many};
  const bool makes_lists =
      property != nullptr && (property->containers() & container::kList) != 0;
  for (const JsonValue& item : element.items()) {
    const Expanded one = expand(view, property, item, from_map);
    if (one.shape == Shape::many && makes_lists) {
      all.items.append(list_of(one.items));
    } else {
      all.items.append(one.items);
    }
  }
  return all;
}

// 6 to 20
Expander::Expanded Expander::expand_object(ContextView& outer, const KeyInfo* property,
                                           JsonValue element, FromMap from_map) {
  ContextView* view = &outer;
  // 7: type-scoped terms end here, unless this is a value or a mere reference.
  if (from_map == FromMap::no && view->context().previous != nullptr) {
    const std::span<const JsonMember> members = element.members();
    const bool is_reference =
        members.size() == 1 && view->key(members[0]).keyword == Keyword::id;
    const bool is_value = std::ranges::any_of(members, [&](const JsonMember& member) {
      return view->key(member).keyword == Keyword::value;
    });
    if (!is_reference && !is_value) view = view->previous();
  }
  // 3, 8
  if (property != nullptr && property->definition != nullptr &&
      property->definition->has_context)
    view = &view->scoped(*property->definition, Protection::override_it, Propagation::on);
  // 9
  for (const JsonMember& member : element.members()) {
    if (member.hash == kContextHash && member.name() == "@context") {
      view = &view->with(member.value);
      break;
    }
  }
  Result result;
  result.type_scoped = view;                    // 10
  view = &enter_types(*view, element, result);  // 11, 12
  const KeyInfo* const own = property == nullptr || property->hash == 0 || view == &outer
                                 ? property
                                 : &view->key(*property);
  expand_members(result, *view, own, element);  // 13, 14
  return finish(result, property);
}

// 11, 12: contexts of the types, in the order of the types' names.
ContextView& Expander::enter_types(ContextView& view, JsonValue element, Result& result) {
  const JsonMember* only = nullptr;
  std::vector<const JsonMember*> several;
  for (const JsonMember& member : element.members()) {
    if (view.key(member).keyword != Keyword::type) continue;
    if (only != nullptr) {
      if (several.empty()) several.push_back(only);
      several.push_back(&member);
    }
    only = &member;
  }
  if (only == nullptr) return view;
  std::ranges::sort(several, [](const JsonMember* a, const JsonMember* b) {
    return a->name() < b->name();
  });
  ContextView* inner = &view;
  const auto enter = [&](std::string_view type) {
    const TermDefinition* const definition = view.key(type).definition;
    if (definition != nullptr && definition->has_context)
      inner = &inner->scoped(*definition, Protection::respect, Propagation::off);
  };
  const auto enter_all = [&](JsonValue types) {
    if (types.is_string()) {
      enter(types.text());
    } else if (types.is_array()) {
      std::vector<std::string_view> names;
      PageRoom& room = views_.meter().room();
      const std::uint64_t bytes = types.items().size() * sizeof(names[0]);
      room.take(bytes);
      names.reserve(types.items().size());
      for (const JsonValue& type : types.items())
        if (type.is_string()) names.push_back(type.text());
      room.give_back(bytes);
      std::ranges::sort(names);
      for (const std::string_view name : names) enter(name);
    }
  };
  if (several.empty()) {
    enter_all(only->value);
  } else {
    for (const JsonMember* const member : several) enter_all(member->value);
  }
  const JsonValue first = several.empty() ? only->value : several.front()->value;
  if (first.is_string()) {
    result.last_type = first.text();
  } else if (first.is_array() && !first.items().empty() &&
             first.items().back().is_string()) {
    result.last_type = first.items().back().text();
  }
  if (!result.last_type.empty() && element.members().size() > 1)
    result.is_json = result.last_type == "@json" ||
                     inner->key(result.last_type).keyword == Keyword::json;
  return *inner;
}

// 13
void Expander::expand_members(Result& result, ContextView& view, const KeyInfo* property,
                              JsonValue element) {
  std::vector<const JsonMember*> nests;
  for (const JsonMember& member : element.members()) {
    const KeyInfo& key = view.key(member);
    if (key.is_dropped || key.keyword == Keyword::context) continue;
    if (key.keyword == Keyword::none) {
      expand_property(result, view, key, member.value);
    } else if (key.keyword == Keyword::nest && property != nullptr &&
               property->keyword == Keyword::reverse) {
      expand_keyword(result, view, property, key, member.value);  // refuses it
    } else if (key.keyword == Keyword::nest) {
      nests.push_back(&member);
    } else {
      expand_keyword(result, view, property, key, member.value);
    }
  }
  if (!nests.empty()) expand_nested(result, view, property, nests);
}

// 14
void Expander::expand_nested(Result& result, ContextView& view, const KeyInfo* property,
                             std::span<const JsonMember* const> nests) {
  for (const JsonMember* const nest : nests) {
    const KeyInfo& key = view.key(*nest);
    // 3 and 8 anew: the context of the nesting term.
    ContextView* inner = &view;
    if (key.definition != nullptr && key.definition->has_context)
      inner = &view.scoped(*key.definition, Protection::override_it, Propagation::on);
    const auto expand_one = [&](JsonValue nested) {
      const bool good =
          nested.is_object() &&
          std::ranges::none_of(nested.members(), [&](const JsonMember& member) {
            return inner->key(member).keyword == Keyword::value;
          });
      if (!good)
        throw DocumentError{"jsonld.invalid-nest-value",
                            "@nest holds objects, and no values"};
      expand_members(result, *inner, property, nested);
    };
    if (nest->value.is_array()) {
      for (const JsonValue& nested : nest->value.items()) expand_one(nested);
    } else {
      expand_one(nest->value);
    }
  }
}

// 13.5 to 13.14
void Expander::expand_property(Result& result, ContextView& view, const KeyInfo& key,
                               JsonValue value) {
  const std::uint8_t containers = key.containers();
  const TermDefinition* const definition = key.definition;
  Expanded expanded;
  if (definition != nullptr && definition->type == TypeMapping::json) {
    ExpandedItem* const item = new_item(ItemKind::value);
    item->value.value = value;
    item->value.is_json = item->value.has_type = true;
    expanded.items.append(item);
    expanded.shape = Shape::one;
  } else if ((containers & container::kLanguage) != 0 && value.is_object()) {
    expanded = expand_language_map(view, key, value);
  } else if ((containers & (container::kIndex | container::kType | container::kId)) !=
                 0 &&
             value.is_object()) {
    expanded = expand_index_map(view, key, value);
  } else {
    expanded = expand(view, &key, value);
  }
  if (expanded.shape == Shape::null) return;
  const bool is_list =
      expanded.shape == Shape::one && expanded.items.first->kind == ItemKind::list;
  if ((containers & container::kList) != 0 && !is_list) {
    ItemList items = expanded.items;
    expanded.items = {};
    expanded.items.append(list_of(items));
  }
  constexpr auto kIdOrIndex =
      static_cast<std::uint8_t>(container::kId | container::kIndex);
  if ((containers & container::kGraph) != 0 && (containers & kIdOrIndex) == 0) {
    ItemList graphs;
    for (ExpandedItem* item = expanded.items.first; item != nullptr;) {
      ExpandedItem* const next = item->next;
      graphs.append(graph_of(item));
      item = next;
    }
    expanded.items = graphs;
  }
  if (definition != nullptr && definition->is_reverse) {
    add_reverse(result, key.property, expanded.items);
    result.note(Keyword::reverse);
  } else {
    add_property(result.node.properties, key.property, expanded.items);
  }
}

// API §5.3.2, Value Expansion
Expander::Expanded Expander::expand_scalar(ContextView& view, const KeyInfo& property,
                                           JsonValue value) {
  Expanded out{.shape = Shape::one};
  const TypeMapping mapping =
      property.definition == nullptr ? TypeMapping::unset : property.definition->type;
  if (value.is_string() &&
      (mapping == TypeMapping::id || mapping == TypeMapping::vocab)) {
    const ExpandedIri iri = mapping == TypeMapping::id
                                ? identifier(view, value.text())
                                : view.iri(value.text(), IriUse::vocab_or_document);
    ExpandedItem* const item = new_item(ItemKind::node);
    item->node->has_id = true;
    item->node->has_null_id = iri.is_null;
    item->node->id = iri.text;
    out.items.append(item);
    return out;
  }
  ExpandedItem* const item = new_item(ItemKind::value);
  item->value.value = value;
  if (mapping == TypeMapping::iri) {
    item->value.has_type = true;
    item->value.type = property.type;
  } else if (value.is_string()) {
    item->value.language = property.language;
    item->value.has_language = !property.language.empty();
    item->value.direction = property.direction;
  }
  out.items.append(item);
  return out;
}

ExpandedIri Expander::identifier(ContextView& view, std::string_view text) {
  if (!text.empty() && trim(text).size() != text.size() &&
      views_.environment().settings.strictness == Strictness::lenient) {
    report_repaired_iri(diagnostics_, text, trim(text));
    text = trim(text);
  }
  return view.iri(text, IriUse::document);
}

ExpandedItem* Expander::new_item(ItemKind kind) {
  if (kind == ItemKind::value) {
    views_.meter().hold_value();
  } else {
    views_.meter().hold_node();
  }
  auto* const item = arena_.make<ExpandedItem>();
  item->kind = kind;
  switch (kind) {
    case ItemKind::node:
      item->node = arena_.make<ExpandedNode>();
      break;
    case ItemKind::value:
      new (&item->value) ExpandedValue{};
      break;
    case ItemKind::list:
      new (&item->list) ItemList{};
      break;
  }
  return item;
}

ExpandedItem* Expander::list_of(ItemList items) {
  ExpandedItem* const list = new_item(ItemKind::list);
  list->list = items;
  return list;
}

ExpandedItem* Expander::graph_of(ExpandedItem* item) {
  ExpandedItem* const graph = new_item(ItemKind::node);
  graph->node->has_graph = true;
  graph->node->graph.append(item);
  return graph;
}

void Expander::add_property(ExpandedProperty*& to, PropertyName* name, ItemList items) {
  auto* const property = arena_.make<ExpandedProperty>();
  property->name = name;
  property->items = items;
  property->next = to;
  to = property;
}

void Expander::add_reverse(Result& result, PropertyName* name, ItemList items) {
  for (const ExpandedItem* item = items.first; item != nullptr; item = item->next)
    if (item->kind != ItemKind::node)
      throw DocumentError{
          "jsonld.invalid-reverse-property-value",
          fmt::format("the values of the reverse property <{}> are nodes, "
                      "no literals or lists",
                      excerpt(name->iri))};
  result.node.has_reverse = true;
  add_property(result.node.reverse, name, items);
}

void Expander::add_type(ExpandedNode& node, std::string_view iri) {
  auto* const entry = arena_.make<TypeEntry>();
  entry->iri = iri;
  entry->next = node.types;
  node.types = entry;
  node.has_type = true;
}

}  // namespace semsite
