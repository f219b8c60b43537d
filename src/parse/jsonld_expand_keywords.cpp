// Step 13.4 of the expansion algorithm, keywords, and steps 15 to 19, the result; the
// numbers are those of JSON-LD API §5.1.2.
#include <fmt/format.h>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "parse/jsonld_expand.hpp"
#include "parse/jsonld_result.hpp"
#include "rdf/iri_repair.hpp"

namespace semsite {
namespace {

const KeyInfo kGraphKey{.name = "@graph", .keyword = Keyword::graph};
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

}  // namespace semsite
