#include "jsonld/inverse_context.hpp"

#include <algorithm>
#include <array>
#include <utility>

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
