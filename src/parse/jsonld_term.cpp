// Create Term Definition (JSON-LD API §4.2.2); the step numbers are those of the section.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "parse/json_text.hpp"
#include "parse/jsonld_context_build.hpp"

namespace semsite {
namespace {

/// Terms that are prefixes of each other, in a chain.
constexpr std::size_t kDeepestPrefix = 256;

bool ends_with_gen_delim(std::string_view iri) {
  return !iri.empty() &&
         std::string_view{":/?#[]@"}.find(iri.back()) != std::string_view::npos;
}

bool has_inner_colon(std::string_view term) {
  const std::size_t colon = term.find(':', 1);
  return colon != std::string_view::npos && colon + 1 < term.size();
}

bool is_iri_or_blank(std::string_view text) {
  return text.starts_with("_:") || has_iri_form(text);
}

/// Equal but for being protected.
bool say_the_same(const TermDefinition& a, const TermDefinition& b) {
  return a.iri == b.iri && a.keyword == b.keyword && a.is_prefix == b.is_prefix &&
         a.is_reverse == b.is_reverse && a.containers == b.containers &&
         a.type == b.type && a.type_iri == b.type_iri && a.direction == b.direction &&
         a.has_context == b.has_context && a.context_text == b.context_text &&
         a.language == b.language && a.index == b.index && a.nest == b.nest;
}

}  // namespace

ExpandedIri ContextBuild::expand(std::string_view value, IriUse use, std::string& out) {
  if (keyword_of(value) == Keyword::none) {
    define_if_local(value);
    const std::size_t colon = value.find(':', 1);
    if (!value.empty() && colon != std::string_view::npos) {
      const std::string_view prefix = value.substr(0, colon);
      if (prefix != "_" && !value.substr(colon + 1).starts_with("//"))
        define_if_local(prefix);
    }
  }
  return expand_iri(*result_, value, use, reader_.environment_.document_base, out);
}

void ContextBuild::define_if_local(std::string_view term) {
  const JsonMember* const member = local_member(term);
  if (member == nullptr) return;
  const auto state = defined_.find(term);
  if (state != defined_.end() && state->second == State::done) return;
  define(member->name(), member->value);
}

void ContextBuild::define(std::string_view term, JsonValue value) {
  // 1, 2
  const auto [state, is_new] = defined_.try_emplace(term, State::open);
  if (!is_new) {
    if (state->second == State::done) return;
    refuse_term("jsonld.cyclic-iri-mapping", term, "its IRI depends on itself");
  }
  if (term.empty())
    refuse_term("jsonld.invalid-term-definition", term, "a term is not empty");
  if (++depth_ > kDeepestPrefix)
    refuse_term("jsonld.context-overflow", term,
                fmt::format("more than {} terms depend on each other", kDeepestPrefix));
  const auto finish = [&] {
    defined_[term] = State::done;
    --depth_;
  };

  TermDefinition definition;
  definition.is_protected = protects_;
  const Keyword keyword = keyword_of(term);
  // 4, 5
  if (keyword == Keyword::type && !is_1_0()) {
    define_type(definition, term, value);
  } else if (keyword != Keyword::none) {
    refuse_term("jsonld.keyword-redefinition", term, "a keyword cannot be defined anew");
  } else if (has_keyword_form(term)) {
    finish();  // kept back for later versions: ignored
    return;
  }
  // 6
  const TermDefinition* const previous = result_->find(term);
  if (previous != nullptr) result_->terms.insert_or_assign(std::string{term}, nullptr);

  // 7 to 9
  const bool is_simple = value.is_string();
  if (!value.is_null() && !value.is_string() && !value.is_object())
    refuse_term("jsonld.invalid-term-definition", term,
                "its definition is a string, an object or null");
  const auto entry = [&](std::string_view name) { return value.find(name); };
  // 11
  if (const JsonValue* const given = entry("@protected")) {
    refuse_in_1_0("jsonld.invalid-term-definition", "@protected");
    if (!given->is_boolean())
      refuse_term("jsonld.invalid-protected-value", term, "@protected is true or false");
    definition.is_protected = given->kind() == JsonKind::true_value;
  }
  // 12
  if (const JsonValue* const type = entry("@type")) set_type_mapping(definition, *type);
  // 13
  if (entry("@reverse") != nullptr) {
    if (has_keyword_form(entry("@reverse")->is_string() ? entry("@reverse")->text()
                                                        : "")) {
      finish();
      return;
    }
    set_reverse(definition, term, value);
    if (const JsonValue* const index = entry("@index"))
      set_index(definition, term, *index);
    store(term, std::move(definition), previous);
    finish();
    return;
  }
  // 14 to 18
  const JsonValue id =
      value.is_object() ? (entry("@id") ? *entry("@id") : JsonValue{}) : value;
  const bool has_id = !value.is_object() || entry("@id") != nullptr;
  if (has_id && !(id.is_string() && id.text() == term)) {
    if (!id.is_null() && set_iri(definition, term, id) == Mapping::ignored) {
      finish();
      return;
    }
    if (definition.iri && term.find_first_of(":/") == std::string_view::npos &&
        (is_simple || is_1_0()) &&
        (ends_with_gen_delim(*definition.iri) || definition.iri->starts_with("_:") ||
         is_1_0()))
      definition.is_prefix = definition.keyword == Keyword::none;
  } else {
    set_own_iri(definition, term);
  }
  if (value.is_object()) set_rest(definition, term, value);
  store(term, std::move(definition), previous);
  finish();
}

// 13
void ContextBuild::set_reverse(TermDefinition& definition, std::string_view term,
                               JsonValue value) {
  if (value.find("@id") != nullptr || value.find("@nest") != nullptr)
    refuse_term("jsonld.invalid-reverse-property", term,
                "@reverse stands without @id and @nest");
  const JsonValue reverse = *value.find("@reverse");
  if (!reverse.is_string())
    refuse_term("jsonld.invalid-iri-mapping", term, "@reverse is the IRI of a property");
  std::string out;
  const ExpandedIri iri = expand(reverse.text(), IriUse::vocab, out);
  if (iri.is_null || iri.keyword != Keyword::none || !is_iri_or_blank(iri.text))
    refuse_term("jsonld.invalid-iri-mapping", term, "@reverse is the IRI of a property");
  definition.iri = std::string{iri.text};
  definition.is_reverse = true;
  if (const JsonValue* const containers = value.find("@container")) {
    const bool good = containers->is_null() ||
                      (containers->is_string() &&
                       (containers->text() == "@set" || containers->text() == "@index"));
    if (!good)
      refuse_term("jsonld.invalid-reverse-property", term,
                  "the container of a reverse property is @set or @index");
    if (containers->is_string())
      definition.containers = container_bit(containers->text());
  }
}

// 14
ContextBuild::Mapping ContextBuild::set_iri(TermDefinition& definition,
                                            std::string_view term, JsonValue value) {
  if (!value.is_string())
    refuse_term("jsonld.invalid-iri-mapping", term, "its @id is a string");
  if (keyword_of(value.text()) == Keyword::none && has_keyword_form(value.text()))
    return Mapping::ignored;
  std::string out;
  const ExpandedIri iri = expand(value.text(), IriUse::vocab, out);
  if (iri.is_null || (iri.keyword == Keyword::none && !is_iri_or_blank(iri.text)))
    refuse_term(
        "jsonld.invalid-iri-mapping", term,
        fmt::format("\"{}\" gives no IRI, keyword or blank node", excerpt(value.text())));
  if (iri.keyword == Keyword::context)
    refuse_term("jsonld.invalid-keyword-alias", term, "@context has no other names");
  definition.iri = std::string{iri.text};
  definition.keyword = iri.keyword;
  // 14.2.4: a term that looks like an IRI must not mean another one.
  if (!is_1_0() && (has_inner_colon(term) || term.find('/') != std::string_view::npos)) {
    defined_[term] = State::done;
    std::string own;
    const ExpandedIri expanded = expand(term, IriUse::vocab, own);
    if (expanded.is_null || expanded.text != *definition.iri)
      refuse_term("jsonld.invalid-iri-mapping", term,
                  fmt::format("it reads as <{}>, but is mapped to <{}>",
                              excerpt(expanded.text), excerpt(*definition.iri)));
  }
  return Mapping::found;
}

// 15 to 18
void ContextBuild::set_own_iri(TermDefinition& definition, std::string_view term) {
  const std::size_t colon = term.find(':', 1);
  if (colon != std::string_view::npos) {
    const std::string_view prefix = term.substr(0, colon);
    define_if_local(prefix);
    const TermDefinition* const base = result_->find(prefix);
    if (base != nullptr && base->iri) {
      definition.iri = *base->iri + std::string{term.substr(colon + 1)};
    } else {
      definition.iri = std::string{term};
    }
  } else if (term == "@type") {
    definition.iri = "@type";
    definition.keyword = Keyword::type;
  } else if (term.find('/') != std::string_view::npos) {
    std::string out;
    const ExpandedIri iri = expand_iri(*result_, term, IriUse::vocab,
                                       reader_.environment_.document_base, out);
    if (iri.is_null || !has_iri_form(iri.text))
      refuse_term("jsonld.invalid-iri-mapping", term, "it gives no IRI");
    definition.iri = std::string{iri.text};
  } else if (result_->vocab) {
    definition.iri = *result_->vocab + std::string{term};
  } else {
    refuse_term("jsonld.invalid-iri-mapping", term,
                "it has no @id, and there is no @vocab");
  }
}

// 27, 28
void ContextBuild::store(std::string_view term, TermDefinition&& definition,
                         const TermDefinition* previous) {
  if (previous != nullptr && previous->is_protected &&
      local_.protection == Protection::respect) {
    if (!say_the_same(*previous, definition))
      refuse_term("jsonld.protected-term-redefinition", term, "it is protected");
    definition.is_protected = true;
  }
  if (definition.is_protected) result_->has_protected = true;
  reader_.meter_.expand((definition.iri ? definition.iri->size() : 0) +
                        definition.type_iri.size() + definition.index.size());
  // With its places in the maps of terms, and its texts.
  constexpr std::uint64_t kPlaces = 400;
  if (reader_.room_ != nullptr)
    reader_.room_->take(sizeof(TermDefinition) + kPlaces + 2 * term.size() +
                        (definition.iri ? definition.iri->size() : 0));
  result_->terms.insert_or_assign(
      std::string{term}, std::make_shared<const TermDefinition>(std::move(definition)));
}

}  // namespace semsite
