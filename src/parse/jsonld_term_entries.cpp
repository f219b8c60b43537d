// The entries of a term's definition but for its IRI (JSON-LD API §4.2.2); the step
// numbers are those of the section.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "parse/json_text.hpp"
#include "parse/jsonld_context_build.hpp"

namespace semsite {
namespace {

/// Step 19.1
bool may_combine(std::uint8_t bits) {
  using namespace container;
  const auto without_set = static_cast<std::uint8_t>(bits & ~kSet);
  switch (without_set) {
    case 0:
    case kGraph:
    case kId:
    case kIndex:
    case kLanguage:
    case kType:
    case kGraph | kId:
    case kGraph | kIndex:
      return true;
    case kList:
      return bits == kList;
    default:
      return false;
  }
}

/// All that a definition may hold.
constexpr std::array<std::string_view, 10> kEntries{
    "@id",    "@reverse",  "@container", "@context", "@direction",
    "@index", "@language", "@nest",      "@prefix",  "@protected"};

}  // namespace

void refuse_term(std::string code, std::string_view term, std::string_view why) {
  throw DocumentError{std::move(code),
                      fmt::format("the term \"{}\": {}", excerpt(term), why)};
}

std::uint8_t container_bit(std::string_view name) {
  switch (keyword_of(name)) {
    case Keyword::graph:
      return container::kGraph;
    case Keyword::id:
      return container::kId;
    case Keyword::index:
      return container::kIndex;
    case Keyword::language:
      return container::kLanguage;
    case Keyword::list:
      return container::kList;
    case Keyword::set:
      return container::kSet;
    case Keyword::type:
      return container::kType;
    default:
      return 0;
  }
}

// 4
void ContextBuild::define_type(TermDefinition&, std::string_view term,
                               JsonValue value) const {
  bool good = value.is_object() && !value.members().empty();
  for (const JsonMember& member :
       value.is_object() ? value.members() : std::span<const JsonMember>{}) {
    if (member.name() == "@container") {
      good = good && member.value.is_string() && member.value.text() == "@set";
    } else {
      good = good && member.name() == "@protected";
    }
  }
  if (!good)
    refuse_term(
        "jsonld.keyword-redefinition", term,
        "of a keyword only @type can be defined, and only its @container (@set) and "
        "@protected");
}

void ContextBuild::set_type_mapping(TermDefinition& definition, JsonValue value) {
  const auto fail = [&] {
    throw DocumentError{"jsonld.invalid-type-mapping",
                        "@type in the definition of a term is an IRI, @id, @vocab, @json "
                        "or @none"};
  };
  if (!value.is_string()) fail();
  std::string out;
  const ExpandedIri type = expand(value.text(), IriUse::vocab, out);
  switch (type.keyword) {
    case Keyword::id:
      definition.type = TypeMapping::id;
      return;
    case Keyword::vocab:
      definition.type = TypeMapping::vocab;
      return;
    case Keyword::json:
      definition.type = TypeMapping::json;
      break;
    case Keyword::no_value:
      definition.type = TypeMapping::none;
      break;
    case Keyword::none:
      if (type.is_null || !has_iri_form(type.text)) fail();
      definition.type = TypeMapping::iri;
      definition.type_iri = type.text;
      return;
    default:
      fail();
  }
  if (is_1_0()) fail();
}

// 19
void ContextBuild::set_containers(TermDefinition& definition, std::string_view term,
                                  JsonValue value) {
  std::uint8_t bits = 0;
  bool good = value.is_string() || (value.is_array() && !is_1_0());
  const auto take = [&](JsonValue item) {
    const std::uint8_t bit = item.is_string() ? container_bit(item.text()) : 0;
    good = good && bit != 0;
    bits = static_cast<std::uint8_t>(bits | bit);
  };
  if (value.is_array()) {
    for (const JsonValue& item : value.items()) take(item);
  } else {
    take(value);
  }
  constexpr auto kNotIn10 =
      static_cast<std::uint8_t>(container::kGraph | container::kId | container::kType);
  if (!good || bits == 0 || !may_combine(bits) || (is_1_0() && (bits & kNotIn10) != 0))
    refuse_term(
        "jsonld.invalid-container-mapping", term,
        "its @container is none that exists, or a combination that means nothing");
  definition.containers = bits;
  if ((bits & container::kType) == 0) return;
  if (definition.type == TypeMapping::unset) definition.type = TypeMapping::id;
  if (definition.type != TypeMapping::id && definition.type != TypeMapping::vocab)
    refuse_term("jsonld.invalid-type-mapping", term,
                "with @container @type its @type is @id or @vocab");
}

// 20
void ContextBuild::set_index(TermDefinition& definition, std::string_view term,
                             JsonValue value) {
  refuse_in_1_0("jsonld.invalid-term-definition", "@index");
  std::string out;
  const bool good = (definition.containers & container::kIndex) != 0 && value.is_string();
  const ExpandedIri iri =
      good ? expand(value.text(), IriUse::vocab, out) : ExpandedIri{.is_null = true};
  if (iri.is_null || iri.keyword != Keyword::none || !has_iri_form(iri.text))
    refuse_term("jsonld.invalid-term-definition", term,
                "@index names a property and needs @container @index");
  definition.index = value.text();
}

// 21
void ContextBuild::set_scope(TermDefinition& definition, std::string_view term,
                             JsonValue value) {
  refuse_in_1_0("jsonld.invalid-term-definition", "@context");
  LocalContext scope{
      .value = value, .base_url = local_.base_url, .protection = Protection::override_it};
  try {
    // The context that is being made is not finished, but it outlives the check.
    const ContextPtr unfinished{ContextPtr{}, result_.get()};
    (void)reader_.process(unfinished, scope, chain_, ScopeCheck::only_check);
  } catch (const DocumentError& error) {
    refuse_term("jsonld.invalid-scoped-context", term,
                fmt::format("its @context is wrong: {}", error.what()));
  }
  definition.has_context = true;
  definition.context = copy_json(value, definition.context_arena);
  append_json(definition.context_text, value);
  definition.context_base = local_.base_url;
  if (chain_.empty()) result_->is_of_document = true;
}

void ContextBuild::set_rest(TermDefinition& definition, std::string_view term,
                            JsonValue value) {
  if (const JsonValue* const containers = value.find("@container"))
    set_containers(definition, term, *containers);
  if (const JsonValue* const index = value.find("@index"))
    set_index(definition, term, *index);
  if (const JsonValue* const scope = value.find("@context"))
    set_scope(definition, term, *scope);
  const bool is_typed = value.find("@type") != nullptr;
  // 22
  const JsonValue* const language = value.find("@language");
  if (language != nullptr && !is_typed) {
    if (!language->is_null() && !language->is_string())
      refuse_term("jsonld.invalid-language-mapping", term,
                  "its @language is a language tag or null");
    definition.language.is_set = true;
    if (language->is_string()) definition.language.tag = std::string{language->text()};
  }
  // 23
  const JsonValue* const direction = value.find("@direction");
  if (direction != nullptr && !is_typed) {
    const std::string_view text = direction->is_string() ? direction->text() : "";
    if (direction->is_null()) {
      definition.direction = Direction::null;
    } else if (text == "ltr" || text == "rtl") {
      definition.direction = text == "ltr" ? Direction::ltr : Direction::rtl;
    } else {
      refuse_term("jsonld.invalid-base-direction", term,
                  "its @direction is \"ltr\", \"rtl\" or null");
    }
  }
  // 24
  if (const JsonValue* const nest = value.find("@nest")) {
    refuse_in_1_0("jsonld.invalid-term-definition", "@nest");
    const bool good = nest->is_string() && (keyword_of(nest->text()) == Keyword::none ||
                                            nest->text() == "@nest");
    if (!good)
      refuse_term("jsonld.invalid-nest-value", term, "its @nest is a term or \"@nest\"");
    definition.nest = nest->text();
  }
  // 25
  if (const JsonValue* const prefix = value.find("@prefix")) {
    refuse_in_1_0("jsonld.invalid-term-definition", "@prefix");
    if (term.find_first_of(":/") != std::string_view::npos)
      refuse_term("jsonld.invalid-term-definition", term,
                  "a term with a colon or slash is no prefix");
    if (!prefix->is_boolean())
      refuse_term("jsonld.invalid-prefix-value", term, "its @prefix is true or false");
    definition.is_prefix = prefix->kind() == JsonKind::true_value;
    if (definition.is_prefix && definition.keyword != Keyword::none)
      refuse_term("jsonld.invalid-term-definition", term, "a keyword is no prefix");
  }
  // 26
  for (const JsonMember& member : value.members())
    if (member.name() != "@type" &&
        std::ranges::find(kEntries, member.name()) == kEntries.end())
      refuse_term("jsonld.invalid-term-definition", term,
                  fmt::format("its definition holds \"{}\", which means nothing there",
                              excerpt(member.name())));
}

}  // namespace semsite
