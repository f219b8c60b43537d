#include "jsonld/compaction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "base/url.hpp"
#include "jsonld/iri_compaction.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_value.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "parse/jsonld_contexts.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

// The step numbers are those of JSON-LD 1.1 API §5.6 (Compaction Algorithm) and §6.3
// (Value Compaction). What RDF never gives is left out: reverse properties, `@index`,
// `@included`, graphs as values.
namespace semsite {
namespace {

bool is_reference(JsonValue value) {
  return value.is_object() && value.members().size() == 1 && value.find("@id") != nullptr;
}

}  // namespace

ContextChoice context_choice(const std::string& named) {
  ContextChoice out;
  if (is_http(named)) {
    append_json_string(out.text, named);
    return out;
  }
  std::string text;
  try {
    text = read_file(named);
  } catch (const std::runtime_error& error) {
    throw UsageError{fmt::format("--context {}: {}", named, error.what())};
  }
  JsonText copy{text};
  JsonArena arena;
  const JsonReader::Result read = read_json(copy, arena, kDeepest);
  if (!read.problem.code.empty())
    throw UsageError{
        fmt::format("--context {}: no JSON: {}", named, read.problem.message)};
  const JsonValue* const inner =
      read.value.is_object() ? read.value.find("@context") : nullptr;
  const JsonValue context = inner != nullptr ? *inner : read.value;
  if (!context.is_object() && !context.is_array() && !context.is_string())
    throw UsageError{fmt::format("--context {}: no JSON-LD context", named)};
  append_json(out.text, context);
  out.base = file_url(named);
  return out;
}

class Compaction::Work {
 public:
  Work(const ContextChoice& choice, const ParseSettings& settings, const Limits& limits)
      : settings_(settings),
        limits_(limits),
        contexts_(settings.jsonld_contexts != nullptr ? settings.jsonld_contexts
                                                      : make_jsonld_contexts()),
        environment_{.contexts = *contexts_,
                     .settings = settings_,
                     .limits = limits_,
                     .document_base = no_base_,
                     .named_by = NamedBy::user()},
        reader_(environment_),
        text_(choice.text) {
    const JsonReader::Result read = read_json(text_, arena_, kDeepest);
    start_ = reader_.process(contexts_->initial(),
                             {.value = read.value, .base_url = choice.base});
  }

  std::string compact(std::string_view text) {
    JsonText copy{text};
    JsonArena arena;
    const JsonReader::Result read = read_json(copy, arena, kDeepest);
    if (!read.problem.code.empty())
      throw DocumentError{read.problem.code.data(), read.problem.message};
    std::string out;
    const Made made = compact(start_, {}, read.value);
    append_made(out, made);
    return out;
  }

 private:
  /// An active property: its term, and what the context says of it.
  struct Property {
    std::string name;
    const TermDefinition* definition = nullptr;
    [[nodiscard]] std::uint8_t containers() const {
      return definition == nullptr ? std::uint8_t{0} : definition->containers;
    }
    [[nodiscard]] TypeMapping type() const {
      return definition == nullptr ? TypeMapping::unset : definition->type;
    }
  };

  ContextPtr scoped(const ContextPtr& active, const TermDefinition& definition,
                    Propagation propagation) {
    const MutexLock lock{mutex_};
    const auto key = std::tuple{active.get(), &definition, propagation};
    if (const auto found = scoped_.find(key); found != scoped_.end())
      return found->second.second;
    reader_.begin_document();
    ContextPtr made = reader_.process(
        active, {.value = definition.context,
                 .base_url = definition.context_base,
                 .protection = propagation == Propagation::on ? Protection::override_it
                                                              : Protection::respect,
                 .propagation = propagation});
    scoped_.emplace(key, std::pair{active, made});
    return made;
  }

  static Property property_of(const ContextPtr& active, std::string name) {
    const TermDefinition* const definition = active->find(name);
    return {.name = std::move(name), .definition = definition};
  }

  /// The context for what stands under the property.
  ContextPtr within(const ContextPtr& active, const Property& property) {
    const bool is_scoped =
        property.definition != nullptr && property.definition->has_context;
    return is_scoped ? scoped(active, *property.definition, Propagation::on) : active;
  }

  /// The property by the context for what stands under it, as a reader takes values. (But
  /// a reader knows by the term as it was that JSON stands there.)
  static Property inside(const ContextPtr& active, const Property& property) {
    return property.type() == TypeMapping::json ? property
                                                : property_of(active, property.name);
  }

  Made compact(ContextPtr active, const Property& property, JsonValue element) {
    const ContextPtr outer = active;
    if (element.is_array()) {  // 3
      Made out = Made::of(Made::Kind::array);
      for (const JsonValue& item : element.items())
        out.items.push_back(compact(active, property, item));
      const bool keeps = property.name == "@graph" || property.name == "@set" ||
                         (property.containers() & (container::kList | container::kSet));
      if (out.items.size() != 1 || keeps) return out;
      Made one = std::move(out.items.front());
      return one;
    }
    if (!element.is_object()) return Made::of_json(element);  // 2
    const JsonValue* const value = element.find("@value");
    // 5
    if (active->previous != nullptr && value == nullptr && !is_reference(element))
      active = active->previous;
    // 6
    active = within(active, property);
    // 7
    if (value != nullptr || element.find("@id") != nullptr) {
      Made made = compact_value(active, property, element);
      if (!made.is_object() || value != nullptr || property.type() == TypeMapping::json)
        return made;
    }
    if (const JsonValue* const list = element.find("@list"))  // 8
      return (property.containers() & container::kList) != 0
                 ? compact(outer, property, *list)  // an array is no object
                 : list_object(outer, property, *list);
    // By 1 and 12.2, types stand under the context from before 5 and 6; but a reader
    // knows them by the one behind both (§5.1.2, 10).
    const ContextPtr type_scoped = active;
    // 11
    const JsonValue* const types = element.find("@type");
    if (types != nullptr && types->is_array()) {
      std::vector<std::string> names;
      for (const JsonValue& type : types->items())
        names.push_back(compact_iri(active, type.text(), {}, true));
      std::ranges::sort(names);
      for (const std::string& name : names) {
        const TermDefinition* const definition = type_scoped->find(name);
        if (definition != nullptr && definition->has_context)
          active = scoped(active, *definition, Propagation::off);
      }
    }
    Made out = Made::of(Made::Kind::object);
    for (const JsonMember& member : element.members())
      compact_member(out, active, type_scoped, member);
    return out;
  }

  /// 12
  void compact_member(Made& out, const ContextPtr& active, const ContextPtr& type_scoped,
                      const JsonMember& member) {
    const std::string_view name = member.name();
    if (name == "@id") {  // 12.1
      add_value(out, keyword(active, "@id"),
                Made::of_string(compact_iri(active, member.value.text(), {}, false)),
                false);
      return;
    }
    if (name == "@type") {  // 12.2
      const std::string alias = keyword(active, "@type");
      const TermDefinition* const definition = active->find(alias);
      const bool as_array =
          definition != nullptr && (definition->containers & container::kSet) != 0;
      for (const JsonValue& type : member.value.items())
        add_value(out, alias,
                  Made::of_string(compact_iri(type_scoped, type.text(), {}, true)),
                  as_array);
      return;
    }
    const bool is_only = member.value.items().size() == 1;
    for (const JsonValue& item : member.value.items())
      compact_item(out, active, name, item, is_only);
  }

  /// 12.8
  void compact_item(Made& out, const ContextPtr& active, std::string_view name,
                    JsonValue item, bool is_only) {
    Property property = property_of(active, compact_iri(active, name, item, true));
    const bool is_by_language = (property.containers() & container::kLanguage) != 0;
    // What the term would not give back stands under the IRI. (By the standard it would
    // be lost.)
    if ((is_by_language && !fits_language_map(active, property, item)) ||
        (property.type() == TypeMapping::json && !(is_only && fits_json(property, item))))
      property = property_of(active, iris_.without_term(active, name, item, true));
    Made& nest = nested(out, active, property);
    const JsonValue* const list = item.is_object() ? item.find("@list") : nullptr;
    Made made;
    if (list != nullptr) {  // 12.8.7
      // A second list has no place under that term: it would be items of the first.
      if ((property.containers() & container::kList) != 0 &&
          nest.find(property.name) != nullptr)
        property = property_of(active, iris_.without_term(active, name, item, true));
      if ((property.containers() & container::kList) != 0) {
        nest.members.push_back({property.name, list_of(active, property, *list)});
        return;
      }
      made = list_object(active, property, *list);
    } else {
      made = name == "@graph" ? compact(active, {.name = "@graph"}, item)
                              : compact(active, property, item);
    }
    const std::uint8_t containers = property.containers();
    const bool as_array = (containers & container::kSet) != 0 || name == "@graph";
    constexpr std::uint8_t kMaps =
        container::kLanguage | container::kIndex | container::kId | container::kType;
    if ((containers & kMaps) != 0 && (containers & container::kGraph) == 0) {
      add_to_map(nest.member(property.name, Made::Kind::object), active, property, item,
                 std::move(made), as_array);
      return;
    }
    add_value(nest, property.name, std::move(made), as_array);
  }

  /// All that stands under a term of type @json is one JSON literal, arrays and maps too.
  static bool fits_json(const Property& property, JsonValue item) {
    return property.containers() == 0 && item.is_object() &&
           text_of(item.find("@type")) == "@json";
  }

  /// A map by language has texts only, and one direction for all.
  static bool fits_language_map(const ContextPtr& active, const Property& property,
                                JsonValue item) {
    const JsonValue* const value = item.is_object() ? item.find("@value") : nullptr;
    if (value == nullptr || !value->is_string() || item.find("@type") != nullptr)
      return false;
    return text_of(item.find("@direction")) == expected_direction(active, property);
  }

  /// What a reader gives texts that say none; empty: none.
  static std::string_view expected_direction(const ContextPtr& active,
                                             const Property& property) {
    const TermDefinition* const definition = property.definition;
    const Direction direction =
        definition != nullptr && definition->direction != Direction::unset
            ? definition->direction
            : active->direction;
    const bool is_directed = direction == Direction::ltr || direction == Direction::rtl;
    return is_directed ? direction_text(direction) : std::string_view{};
  }

  /// The items of a list, in an array.
  Made list_of(const ContextPtr& active, const Property& property, JsonValue list) {
    Made made = compact(active, property, list);
    if (made.is_array()) return made;
    Made array = Made::of(Made::Kind::array);
    array.items.push_back(std::move(made));
    return array;
  }

  /// A reader takes what is in a list, and in a list in it, as under the property; but
  /// the contexts of types do not reach into the object (API §5.1.2, step 7). (By the
  /// standard they do when it is written.)
  Made list_object(const ContextPtr& active, const Property& property, JsonValue list) {
    const ContextPtr context =
        within(active->previous != nullptr ? active->previous : active, property);
    Made out = Made::of(Made::Kind::object);
    out.members.push_back(
        {keyword(context, "@list"), list_of(context, inside(context, property), list)});
    return out;
  }

  /// 12.8.2
  Made& nested(Made& out, const ContextPtr& active, const Property& property) {
    if (property.definition == nullptr || property.definition->nest.empty()) return out;
    const std::string& nest = property.definition->nest;
    std::string unused;
    if (nest != "@nest" &&
        expand_iri(*active, nest, IriUse::vocab, no_base_, unused).keyword !=
            Keyword::nest)
      throw DocumentError{"jsonld.invalid-nest-value",
                          fmt::format("\"{}\" does not stand for @nest", nest)};
    return out.member(nest, Made::Kind::object);
  }

  /// 12.8.9; nothing has an `@index` here.
  void add_to_map(Made& map, const ContextPtr& active, const Property& property,
                  JsonValue item, Made made, bool as_array) {
    const std::uint8_t containers = property.containers();
    // For what stands in maps by @id and @type, a reader goes back to the context before
    // that of the types (API §5.1.2, step 13.8.2), where the term may say something else.
    const ContextPtr& inside = active->previous != nullptr ? active->previous : active;
    const JsonValue* const id = item.find("@id");
    if (active->previous != nullptr && id != nullptr &&
        (containers & (container::kId | container::kType)) != 0) {
      made = Made::of(Made::Kind::object);
      made.members.push_back(
          {keyword(inside, "@id"),
           Made::of_string(compact_iri(inside, id->text(), {}, false))});
    }
    std::string key;
    if ((containers & container::kLanguage) != 0) {
      if (item.find("@value") != nullptr) {
        key = text_of(item.find("@language"));
        made = Made::of_json(*item.find("@value"));
      }
    } else if ((containers & container::kIndex) != 0) {
      const std::string& index = property.definition->index;
      if (!index.empty() && index != "@index") {
        std::string scratch;
        const std::string iri{
            expand_iri(*active, index, IriUse::vocab, no_base_, scratch).text};
        key = take_text(made, compact_iri(active, iri, {}, true));
      }
    } else if ((containers & container::kId) != 0) {
      key = take_text(made, keyword(inside, "@id"));
    } else {
      key = take_text(made, keyword(inside, "@type"));
    }
    if (key.empty()) key = keyword(active, "@none");
    add_value(map, key, std::move(made), as_array);
  }

  Made compact_reference(const ContextPtr& active, const Property& property,
                         std::string_view iri) {
    if (property.type() == TypeMapping::id)
      return Made::of_string(compact_iri(active, iri, {}, false));
    if (property.type() == TypeMapping::vocab)
      return Made::of_string(compact_iri(active, iri, {}, true));
    Made out = Made::of(Made::Kind::object);
    out.members.push_back(
        {keyword(active, "@id"), Made::of_string(compact_iri(active, iri, {}, false))});
    return out;
  }

  /// §6.3
  Made compact_value(const ContextPtr& active, const Property& term, JsonValue element) {
    const JsonValue* const value = element.find("@value");
    const bool is_under_json = term.type() == TypeMapping::json;
    const Property property = inside(active, term);
    if (value == nullptr) {
      if (is_reference(element))  // 6
        return compact_reference(active, property, element.find("@id")->text());
      return Made::of(Made::Kind::object);
    }
    const JsonValue* const type = element.find("@type");
    const std::string_view type_iri = text_of(type);
    const std::string_view wanted = property.type() == TypeMapping::iri
                                        ? std::string_view{property.definition->type_iri}
                                    : property.type() == TypeMapping::json ? "@json"
                                                                           : "";
    if (type != nullptr && type_iri == wanted && (wanted != "@json" || is_under_json))
      return Made::of_json(*value);  // 7
    if (property.type() != TypeMapping::none && type == nullptr) {
      // Nothing here has an @index: a text under an index container says so.
      if (!value->is_string() && !takes_type(property))  // 9
        return Made::of_json(*value);
      const TermDefinition* const definition = property.definition;
      const std::optional<std::string>& language =
          definition != nullptr && definition->language.is_set ? definition->language.tag
                                                               : active->language;
      const JsonValue* const own = element.find("@language");
      // By the standard capitals do not count; here a tag stays as it was written.
      const bool same_language =
          own == nullptr ? !language : language && own->text() == *language;
      const bool same_direction =
          text_of(element.find("@direction")) == expected_direction(active, property);
      if (same_language && same_direction && !takes_type(property))  // 10
        return Made::of_json(*value);
    }
    Made out = Made::of(Made::Kind::object);
    for (const JsonMember& member : element.members()) {  // 8, 11
      Made made =
          member.name() == "@type"
              ? Made::of_string(compact_iri(active, member.value.text(), {}, true))
              : Made::of_json(member.value);
      out.members.push_back({keyword(active, member.name()), std::move(made)});
    }
    return out;
  }

  /// Would a reader make something else of a mere text?
  static bool takes_type(const Property& property) {
    return property.type() == TypeMapping::id || property.type() == TypeMapping::vocab ||
           property.type() == TypeMapping::iri || property.type() == TypeMapping::json;
  }

  std::string compact_iri(const ContextPtr& active, std::string_view iri, JsonValue value,
                          bool vocab) {
    return iris_.compact(active, iri, value, vocab);
  }

  std::string keyword(const ContextPtr& active, std::string_view name) {
    return iris_.compact(active, name, {}, true);
  }

  const ParseSettings settings_;
  const Limits limits_;
  const BaseIri no_base_{""};
  std::shared_ptr<JsonLdContexts> contexts_;
  const ContextEnvironment environment_;
  Mutex mutex_;
  ContextReader reader_ SEMSITE_GUARDED_BY(mutex_);
  JsonText text_;
  JsonArena arena_;
  ContextPtr start_;
  IriCompaction iris_;
  /// Contexts are kept alive by what is made of them.
  std::map<std::tuple<const ActiveContext*, const TermDefinition*, Propagation>,
           std::pair<ContextPtr, ContextPtr>>
      scoped_ SEMSITE_GUARDED_BY(mutex_);
};

Compaction::Compaction(const ContextChoice& choice, const ParseSettings& settings,
                       const Limits& limits)
    : work_(std::make_unique<Work>(choice, settings, limits)) {}

Compaction::~Compaction() = default;

std::string Compaction::compact(std::string_view node) { return work_->compact(node); }

Made Made::of_string(std::string_view value) {
  Made out;
  append_json_string(out.text, value);
  return out;
}

Made Made::of_json(JsonValue value) {
  Made out;
  append_json(out.text, value);
  return out;
}

Made Made::of(Kind kind) {
  Made out;
  out.kind = kind;
  return out;
}

Made* Made::find(std::string_view name) {
  if (members.size() <= kFewMembers) {
    const auto found = std::ranges::find(
        members, name, [](const auto& member) { return std::string_view{member.name}; });
    return found == members.end() ? nullptr : &found->value;
  }
  for (std::size_t i = places.size(); i < members.size(); ++i)
    places.emplace(members[i].name, i);
  const auto found = places.find(name);
  return found == places.end() ? nullptr : &members[found->second].value;
}
void Made::erase(std::string_view name) {
  std::erase_if(members, [&](const auto& member) { return member.name == name; });
  places.clear();
}
Made& Made::member(std::string_view name, Kind otherwise) {
  if (Made* const there = find(name)) return *there;
  members.push_back({std::string{name}, of(otherwise)});
  return members.back().value;
}

void add_value(Made& object, std::string_view name, Made value, bool as_array) {
  if (value.is_array()) {
    if (as_array) object.member(name, Made::Kind::array);
    for (Made& item : value.items) add_value(object, name, std::move(item), as_array);
    return;
  }
  Made* const there = object.find(name);
  if (there == nullptr) {
    if (as_array) {
      object.member(name, Made::Kind::array).items.push_back(std::move(value));
    } else {
      object.members.push_back({std::string{name}, std::move(value)});
    }
    return;
  }
  if (!there->is_array()) {
    Made array = Made::of(Made::Kind::array);
    array.items.push_back(std::move(*there));
    *there = std::move(array);
  }
  there->items.push_back(std::move(value));
}

void append_made(std::string& out, const Made& made) {
  if (made.kind == Made::Kind::text) {
    out += made.text;
    return;
  }
  const bool is_array = made.is_array();
  out += is_array ? '[' : '{';
  for (const Made& item : made.items) {
    if (&item != &made.items.front()) out += ',';
    append_made(out, item);
  }
  for (const auto& [name, value] : made.members) {
    if (&name != &made.members.front().name) out += ',';
    append_json_string(out, name);
    out += ':';
    append_made(out, value);
  }
  out += is_array ? ']' : '}';
}

std::string take_text(Made& made, const std::string& name) {
  Made* const there = made.is_object() ? made.find(name) : nullptr;
  if (there == nullptr) return {};
  Made* const first = there->is_array() ? &there->items.front() : there;
  if (first->kind != Made::Kind::text || !first->text.starts_with('"')) return {};
  JsonText copy{first->text};
  JsonArena arena;
  std::string out{read_json(copy, arena, 1).value.text()};
  if (out.empty()) return {};
  if (there->is_array() && there->items.size() > 1) {
    there->items.erase(there->items.begin());
    if (there->items.size() == 1) {
      Made last = std::move(there->items.front());
      *there = std::move(last);
    }
  } else {
    made.erase(name);
  }
  return out;
}

}  // namespace semsite
