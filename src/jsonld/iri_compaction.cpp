#include "jsonld/iri_compaction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

bool is_direction(Direction direction) {
  return direction == Direction::ltr || direction == Direction::rtl;
}

std::string lower(std::string_view text) {
  std::string out{text};
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return out;
}

}  // namespace

std::string container_text(std::uint8_t containers) {
  constexpr std::array<std::pair<std::uint8_t, const char*>, 7> kNames{
      {{container::kGraph, "@graph"},
       {container::kId, "@id"},
       {container::kIndex, "@index"},
       {container::kLanguage, "@language"},
       {container::kList, "@list"},
       {container::kSet, "@set"},
       {container::kType, "@type"}}};
  std::string out;
  for (const auto& [bit, name] : kNames)
    if ((containers & bit) != 0) out += name;
  return out.empty() ? "@none" : out;
}

std::string language_key(std::string_view language, std::string_view direction) {
  std::string out = lower(language);
  if (!direction.empty()) {
    out += '_';
    out += direction;
  }
  return out;
}

std::string default_language_key(const ActiveContext& context) {
  if (is_direction(context.direction))
    return language_key(context.language.value_or(""), direction_text(context.direction));
  return context.language ? lower(*context.language) : "@none";
}

InverseContext::InverseContext(const ActiveContext& context) {
  std::vector<std::pair<std::string, const TermDefinition*>> terms;
  context.for_each_term([&](std::string_view term, const TermDefinition& definition) {
    if (definition.iri) terms.emplace_back(std::string{term}, &definition);
  });
  std::ranges::sort(terms, [](const auto& a, const auto& b) {
    return std::pair{a.first.size(), std::string_view{a.first}} <
           std::pair{b.first.size(), std::string_view{b.first}};
  });
  for (const auto& [term, definition] : terms) add(term, *definition, context);
}

void InverseContext::add(const std::string& term, const TermDefinition& definition,
                         const ActiveContext& context) {
  if (definition.is_prefix && definition.keyword == Keyword::none)
    prefixes_.emplace(*definition.iri, Prefix{.term = term, .iri = *definition.iri});
  Kinds& kinds = terms_[*definition.iri][container_text(definition.containers)];
  Names& languages = kinds["@language"];
  Names& types = kinds["@type"];
  kinds["@any"].try_emplace("@none", term);
  const bool has_direction = definition.direction != Direction::unset;
  const std::string_view direction =
      is_direction(definition.direction) ? direction_text(definition.direction) : "";
  if (definition.is_reverse) {
    types.try_emplace("@reverse", term);
  } else if (definition.type == TypeMapping::none) {
    languages.try_emplace("@any", term);
    types.try_emplace("@any", term);
  } else if (definition.type != TypeMapping::unset) {
    const std::string type = definition.type == TypeMapping::id      ? "@id"
                             : definition.type == TypeMapping::vocab ? "@vocab"
                             : definition.type == TypeMapping::json  ? "@json"
                                                                    : definition.type_iri;
    types.try_emplace(type, term);
  } else if (definition.language.is_set && has_direction) {
    const std::string key = language_key(definition.language.tag.value_or(""), direction);
    languages.try_emplace(key.empty() ? "@null" : key, term);
  } else if (definition.language.is_set) {
    languages.try_emplace(
        definition.language.tag ? lower(*definition.language.tag) : "@null", term);
  } else if (has_direction) {
    languages.try_emplace(direction.empty() ? "@none" : language_key("", direction),
                          term);
  } else {
    languages.try_emplace(default_language_key(context), term);
    languages.try_emplace("@none", term);
    types.try_emplace("@none", term);
  }
}

std::string_view InverseContext::select(std::string_view iri,
                                        const std::vector<std::string>& containers,
                                        std::string_view by,
                                        const std::vector<std::string>& preferred) const {
  const auto found = terms_.find(iri);
  if (found == terms_.end()) return {};
  for (const std::string& container : containers) {
    const auto kinds = found->second.find(container);
    if (kinds == found->second.end()) continue;
    const auto names = kinds->second.find(by);
    if (names == kinds->second.end()) continue;
    for (const std::string& one : preferred)
      if (const auto term = names->second.find(one); term != names->second.end())
        return term->second;
  }
  return {};
}

std::vector<const InverseContext::Prefix*> InverseContext::prefixes_of(
    std::string_view iri) const {
  std::vector<const Prefix*> out;
  // Prefixes end in a sign that divides IRIs, or are said to be prefixes; either way
  // there are few beginnings to look up.
  for (std::size_t length = 1; length < iri.size(); ++length) {
    const auto [begin, end] = prefixes_.equal_range(iri.substr(0, length));
    for (auto at = begin; at != end; ++at) out.push_back(&at->second);
  }
  return out;
}

}  // namespace semsite

// The step numbers are those of JSON-LD 1.1 API §6.2.
namespace semsite {
namespace {

/// 4.7.4: the language and the type of all items.
std::pair<std::string, std::string> common_of(JsonValue list,
                                              const std::string& otherwise) {
  std::optional<std::string> language, type;
  if (list.items().empty()) language = otherwise;
  for (const JsonValue& item : list.items()) {
    std::string item_language = "@none", item_type = "@none";
    const bool is_value = item.is_object() && item.find("@value") != nullptr;
    if (!is_value) {
      item_type = "@id";
    } else if (item.find("@direction") != nullptr || item.find("@language") != nullptr) {
      item_language =
          language_key(text_of(item.find("@language")), text_of(item.find("@direction")));
    } else if (item.find("@type") != nullptr) {
      item_type = item.find("@type")->text();
    } else {
      item_language = "@null";
    }
    if (!language) language = item_language;
    if (*language != item_language && is_value) language = "@none";
    if (!type) type = item_type;
    if (*type != item_type) type = "@none";
  }
  return {language.value_or("@none"), type.value_or("@none")};
}

}  // namespace

const InverseContext& IriCompaction::inverse(const ContextPtr& context) {
  const MutexLock lock{mutex_};
  auto& made = inverses_[context.get()];
  if (!made.second) made = {context, std::make_unique<InverseContext>(*context)};
  return *made.second;
}

/// §6.2; a null `value` is none.
std::string IriCompaction::compact(const ContextPtr& active, std::string_view iri,
                                   JsonValue value, bool vocab) {
  const InverseContext& terms = inverse(active);
  if (vocab && terms.has(iri))  // 4
    if (const std::string_view term = select_term(active, terms, iri, value);
        !term.empty())
      return std::string{term};
  return without_term(active, iri, value, vocab);
}

/// 5 to 11
std::string IriCompaction::without_term(const ContextPtr& active, std::string_view iri,
                                        JsonValue value, bool vocab) {
  if (iri.starts_with('@')) return std::string{iri};
  const InverseContext& terms = inverse(active);
  if (vocab && active->vocab && iri.size() > active->vocab->size() &&
      iri.starts_with(*active->vocab)) {  // 5
    const std::string_view rest = iri.substr(active->vocab->size());
    if (active->find(rest) == nullptr && means(active, rest, iri, IriUse::vocab))
      return std::string{rest};
  }
  std::string best;  // 7
  for (const InverseContext::Prefix* const prefix : terms.prefixes_of(iri)) {
    std::string candidate =
        fmt::format("{}:{}", prefix->term, iri.substr(prefix->iri.size()));
    const TermDefinition* const definition = active->find(candidate);
    const bool is_free =
        definition == nullptr || (definition->iri == iri && value.is_null());
    const bool is_better = best.empty() || candidate.size() < best.size() ||
                           (candidate.size() == best.size() && candidate < best);
    if (is_free && is_better &&
        means(active, candidate, iri, vocab ? IriUse::vocab : IriUse::document))
      best = std::move(candidate);
  }
  if (!best.empty()) return best;
  std::string relative = vocab ? std::string{} : relative_to_base(active, iri);
  if (!relative.empty()) return relative;
  // 9, and the IRI itself may be a term that would make something else of the value.
  const TermDefinition* const own = active->find(iri);
  const bool is_in_the_way =
      own != nullptr && !value.is_null() && (own->containers != 0 || own->is_reverse);
  if (is_in_the_way || !means(active, iri, iri, vocab ? IriUse::vocab : IriUse::document))
    throw DocumentError{
        "jsonld.iri-confused-with-prefix",
        fmt::format("under this context {} would be taken for another IRI", iri)};
  return std::string{iri};
}

/// Does a reader find `iri` in `text`?
bool IriCompaction::means(const ContextPtr& active, std::string_view text,
                          std::string_view iri, IriUse use) const {
  std::string out;
  const ExpandedIri expanded = expand_iri(*active, text, use, no_base_, out);
  return !expanded.is_null && expanded.text == iri;
}

/// 10: a reference from `@base`, where it leads back to the same IRI.
std::string IriCompaction::relative_to_base(const ContextPtr& active,
                                            std::string_view iri) const {
  if (active->base_state != BaseState::own) return {};
  const std::string_view base = active->base;
  const std::string_view folder = base.substr(0, base.rfind('/') + 1);
  if (folder.empty() || !iri.starts_with(folder)) return {};
  const std::string_view rest = iri.substr(folder.size());
  if (rest.empty() || rest.find(':') != std::string_view::npos || rest.front() == '/' ||
      rest.front() == '@')
    return {};
  return means(active, rest, iri, IriUse::document) ? std::string{rest} : std::string{};
}

/// 4.2 to 4.20
std::string_view IriCompaction::select_term(const ContextPtr& active,
                                            const InverseContext& terms,
                                            std::string_view iri, JsonValue value) {
  std::vector<std::string> containers;
  std::string by = "@language";
  std::string wanted = "@null";
  const auto add = [&](std::initializer_list<const char*> names) {
    containers.insert(containers.end(), names.begin(), names.end());
  };
  const JsonValue* const list = value.is_object() ? value.find("@list") : nullptr;
  const JsonValue* const scalar = value.is_object() ? value.find("@value") : nullptr;
  if (list != nullptr) {  // 4.7
    add({"@list"});
    const auto [language, type] = common_of(*list, default_language_key(*active));
    by = type == "@none" ? "@language" : "@type";
    wanted = type == "@none" ? language : type;
  } else {  // 4.9
    if (scalar != nullptr) {
      if (value.find("@direction") != nullptr || value.find("@language") != nullptr) {
        wanted = language_key(text_of(value.find("@language")),
                              text_of(value.find("@direction")));
        add({"@language", "@language@set"});
      } else if (value.find("@type") != nullptr) {
        wanted = value.find("@type")->text();
        by = "@type";
      }
    } else {
      by = "@type";
      wanted = "@id";
      add({"@id", "@id@set", "@type", "@set@type"});
    }
    add({"@set"});
  }
  add({"@none", "@index", "@index@set"});
  if (scalar != nullptr && value.members().size() == 1)
    add({"@language", "@language@set"});
  std::vector<std::string> preferred;
  const JsonValue* const id = value.is_object() ? value.find("@id") : nullptr;
  if (wanted == "@id" && id != nullptr) {  // 4.16
    const std::string term = compact(active, id->text(), {}, true);
    const TermDefinition* const definition = active->find(term);
    const bool is_term = definition != nullptr && definition->iri == id->text();
    preferred = is_term ? std::vector<std::string>{"@vocab", "@id", "@none"}
                        : std::vector<std::string>{"@id", "@vocab", "@none"};
  } else {
    preferred = {wanted, "@none"};
    if (list != nullptr && list->items().empty()) by = "@any";
  }
  preferred.emplace_back("@any");
  for (std::size_t i = 0; i < preferred.size(); ++i)
    if (const std::size_t line = preferred[i].find('_');
        by == "@language" && line != std::string::npos && line > 0)
      preferred.push_back(preferred[i].substr(line));
  return terms.select(iri, containers, by, preferred);
}

}  // namespace semsite
