#include "parse/jsonld_expand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

// Steps 1 to 14 of the expansion algorithm; the numbers are those of JSON-LD API §5.1.2.

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

// Step 13.4 of the expansion algorithm, keywords, and steps 15 to 19, the result; the
// numbers are those of JSON-LD API §5.1.2.

namespace {

const KeyInfo kReverseKey{.name = "@reverse", .keyword = Keyword::reverse};

/// Illegal characters are left to repair in lenient reading.
bool is_iri(std::string_view text, Strictness strictness) {
  return text.find(':') != std::string_view::npos && !text.starts_with("_:") &&
         (strictness == Strictness::lenient || !needs_iri_repair(text));
}

}  // namespace

void Expander::expand_keyword(Result& result, ContextView& view, const KeyInfo* property,
                              const KeyInfo& key, JsonValue value) {
  const Keyword keyword = key.keyword;
  // 13.4.1
  if (property != nullptr && property->keyword == Keyword::reverse)
    throw DocumentError{"jsonld.invalid-reverse-property-map",
                        "@reverse holds properties, no keywords"};
  // 13.4.2
  const bool may_repeat = keyword == Keyword::included || keyword == Keyword::type;
  if (result.has(keyword) && (!may_repeat || is_1_0()) && keyword != Keyword::reverse)
    throw DocumentError{
        "jsonld.colliding-keywords",
        fmt::format("an object says {} twice, by different names", excerpt(key.name))};
  switch (keyword) {
    case Keyword::id:
      expand_id(result, view, value);
      break;
    case Keyword::type:
      expand_type(result, value);
      break;
    case Keyword::graph:
      result.node.graph.append(expand(view, &kGraphKey, value).items);
      result.node.has_graph = true;
      break;
    case Keyword::included:
      if (is_1_0()) return;
      expand_included(result, view, value);
      break;
    case Keyword::value:
      expand_value_entry(result, value);
      break;
    case Keyword::language:
      if (!value.is_string())
        throw DocumentError{"jsonld.invalid-language-tagged-string",
                            "@language of a value is a string"};
      result.value.language = value.text();
      result.value.has_language = true;
      break;
    case Keyword::direction:
      if (is_1_0()) return;
      if (!value.is_string() || (value.text() != "ltr" && value.text() != "rtl"))
        throw DocumentError{"jsonld.invalid-base-direction",
                            "@direction of a value is \"ltr\" or \"rtl\""};
      result.value.direction = value.text() == "ltr" ? Direction::ltr : Direction::rtl;
      break;
    case Keyword::index:
      if (!value.is_string())
        throw DocumentError{"jsonld.invalid-index-value", "@index is a string"};
      result.index = value.text();
      result.has_index = true;
      break;
    case Keyword::list:
      // 13.4.11: a list that nothing refers to.
      if (property == nullptr || property->keyword == Keyword::graph) return;
      result.list = expand(view, property, value).items;
      break;
    case Keyword::set:
      result.set = expand(view, property, value);
      break;
    case Keyword::reverse:
      expand_reverse(result, view, value);
      return;
    default:
      // Keywords of contexts and framing say nothing here.
      return;
  }
  result.note(keyword);
}

// 13.4.3
void Expander::expand_id(Result& result, ContextView& view, JsonValue value) {
  if (!value.is_string())
    throw DocumentError{"jsonld.invalid-id-value", "@id is a string"};
  const ExpandedIri iri = identifier(view, value.text());
  result.node.has_id = true;
  result.node.has_null_id = iri.is_null;
  result.node.id = iri.text;
}

// 13.4.4
void Expander::expand_type(Result& result, JsonValue value) {
  const auto add = [&](JsonValue type) {
    if (!type.is_string())
      throw DocumentError{"jsonld.invalid-type-value",
                          "@type is a string or an array of strings"};
    const ExpandedIri iri =
        result.type_scoped->iri(type.text(), IriUse::vocab_or_document);
    if (!iri.is_null) add_type(result.node, iri.text);
  };
  if (value.is_array()) {
    result.has_type_array = true;
    for (const JsonValue& type : value.items()) add(type);
  } else {
    add(value);
  }
  result.node.has_type = true;
}

// 13.4.6
void Expander::expand_included(Result& result, ContextView& view, JsonValue value) {
  const Expanded included = expand(view, nullptr, value);
  const bool is_scalar = !value.is_array() && !value.is_object() && !value.is_null();
  bool good = !is_scalar && included.shape != Shape::null;
  for (const ExpandedItem* item = included.items.first; item != nullptr;
       item = item->next)
    good = good && item->kind == ItemKind::node;
  // Free values vanish from arrays; here they are wrong.
  if (value.is_array())
    for (const JsonValue& item : value.items())
      good = good && (item.is_object() || item.is_array() || item.is_null());
  if (!good)
    throw DocumentError{"jsonld.invalid-included-value", "@included holds nodes only"};
  result.node.included.append(included.items);
  result.node.has_included = true;
}

// 13.4.7
void Expander::expand_value_entry(Result& result, JsonValue value) {
  if (result.is_json) {
    if (is_1_0())
      throw DocumentError{"jsonld.invalid-value-object-value",
                          "JSON-LD 1.0 has no JSON literals"};
  } else if (!value.is_null() && !value.is_scalar()) {
    throw DocumentError{"jsonld.invalid-value-object-value",
                        "@value is a string, a number, true, false or null"};
  }
  result.value.value = value;
}

// 13.4.13
void Expander::expand_reverse(Result& result, ContextView& view, JsonValue value) {
  if (!value.is_object())
    throw DocumentError{"jsonld.invalid-reverse-value", "@reverse is an object"};
  const Expanded expanded = expand(view, &kReverseKey, value);
  const ExpandedItem* const map = expanded.items.first;
  if (map == nullptr || map->kind != ItemKind::node) return;
  result.note(Keyword::reverse);
  // What is reversed twice points forwards.
  for (const ExpandedProperty* p = map->node->reverse; p != nullptr; p = p->next)
    add_property(result.node.properties, p->name, p->items);
  for (const ExpandedProperty* p = map->node->properties; p != nullptr; p = p->next)
    add_reverse(result, p->name, p->items);
}

Expander::Expanded Expander::finish(Result& result, const KeyInfo* property) {
  const bool is_free = property == nullptr || property->keyword == Keyword::graph;
  if (result.has(Keyword::value)) {
    Expanded value = finish_value(result);
    return is_free ? Expanded{} : value;
  }
  // 17
  if (result.has(Keyword::set) || result.has(Keyword::list)) {
    const std::uint32_t allowed =
        Result::bit(result.has(Keyword::set) ? Keyword::set : Keyword::list) |
        Result::bit(Keyword::index);
    if (result.has_properties() || (result.entries & ~allowed) != 0)
      throw DocumentError{"jsonld.invalid-set-or-list-object",
                          "a set or list has no other entries than @index"};
    if (result.has(Keyword::set)) return result.set;
    if (is_free) return {};
    Expanded out{.shape = Shape::one};
    ExpandedItem* const item = list_of(result.list);
    item->has_index = result.has_index;
    item->index = result.index;
    out.items.append(item);
    return out;
  }
  // 18
  if (result.has(Keyword::language) && !result.has_properties() &&
      result.entries == Result::bit(Keyword::language))
    return {};
  // 19
  if (is_free && !result.has_properties() &&
      (result.entries == 0 || result.entries == Result::bit(Keyword::id)))
    return {};
  Expanded out{.shape = Shape::one};
  out.items.append(node_of(result));
  return out;
}

ExpandedItem* Expander::node_of(const Result& result) {
  views_.meter().hold_node();
  auto* const item = arena_.make<ExpandedItem>();
  item->kind = ItemKind::node;
  item->has_index = result.has_index;
  item->index = result.index;
  item->node = arena_.make<ExpandedNode>();
  *item->node = result.node;
  return item;
}

// 15
Expander::Expanded Expander::finish_value(Result& result) {
  const std::uint32_t allowed = Result::bit(Keyword::value) | Result::bit(Keyword::type) |
                                Result::bit(Keyword::language) |
                                Result::bit(Keyword::direction) |
                                Result::bit(Keyword::index);
  const bool has_type = result.has(Keyword::type);
  if (result.has_properties() || (result.entries & ~allowed) != 0)
    throw DocumentError{"jsonld.invalid-value-object",
                        "a value has no other entries than @type, @language, @direction "
                        "and @index"};
  if (has_type && (result.has(Keyword::language) || result.has(Keyword::direction)))
    throw DocumentError{"jsonld.invalid-value-object",
                        "a value has either @type or @language and @direction"};
  const JsonValue value = result.value.value;
  if (!(has_type && result.is_json)) {
    if (value.is_null()) return {};
    if (result.value.has_language && !value.is_string())
      throw DocumentError{"jsonld.invalid-language-tagged-value",
                          "a value with @language is a string"};
    const bool good =
        !has_type ||
        (!result.has_type_array && result.node.types != nullptr &&
         is_iri(result.node.types->iri, views_.environment().settings.strictness));
    if (!good)
      throw DocumentError{"jsonld.invalid-typed-value", "@type of a value is one IRI"};
  }
  ExpandedItem* const item = new_item(ItemKind::value);
  item->value = result.value;
  item->value.has_type = has_type;
  item->value.is_json = has_type && result.is_json;
  if (has_type && result.node.types != nullptr) item->value.type = result.node.types->iri;
  item->has_index = result.has_index;
  item->index = result.index;
  Expanded out{.shape = Shape::one};
  out.items.append(item);
  return out;
}

// Steps 13.7 and 13.8 of the expansion algorithm: values that are maps by language,
// index, identifier or type; the numbers are those of JSON-LD API §5.1.2.

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
