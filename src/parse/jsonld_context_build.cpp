#include "parse/jsonld_context_build.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

bool is_context_keyword(Keyword keyword) {
  switch (keyword) {
    case Keyword::base:
    case Keyword::direction:
    case Keyword::import:
    case Keyword::language:
    case Keyword::propagate:
    case Keyword::protection:
    case Keyword::version:
    case Keyword::vocab:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool has_iri_form(std::string_view text) { return has_scheme(text); }

std::string_view base_of(const ActiveContext& context, const BaseIri& document_base) {
  switch (context.base_state) {
    case BaseState::document:
      return document_base.text();
    case BaseState::own:
      return context.base;
    case BaseState::none:
      break;
  }
  return {};
}

// API §5.2
ExpandedIri expand_iri(const ActiveContext& context, std::string_view value, IriUse use,
                       const BaseIri& document_base, std::string& out) {
  const bool uses_vocab = use != IriUse::document;
  const bool uses_document = use != IriUse::vocab;
  if (value.starts_with('@')) {
    const Keyword keyword = keyword_of(value);
    if (keyword != Keyword::none) return {.text = value, .keyword = keyword};
    if (has_keyword_form(value)) return {.is_null = true};
  }
  const TermDefinition* const definition = context.find(value);
  if (definition != nullptr) {
    if (definition->keyword != Keyword::none)
      return {.text = *definition->iri, .keyword = definition->keyword};
    if (uses_vocab) {
      if (!definition->iri) return {.is_null = true};
      return {.text = *definition->iri};
    }
  }
  const std::size_t colon = value.find(':', 1);
  if (!value.empty() && colon != std::string_view::npos) {
    const std::string_view prefix = value.substr(0, colon);
    const std::string_view suffix = value.substr(colon + 1);
    if (prefix == "_" || suffix.starts_with("//")) return {.text = value};
    const TermDefinition* const term = context.find(prefix);
    if (term != nullptr && term->iri && term->is_prefix) {
      out = *term->iri;
      out += suffix;
      return {.text = out};
    }
    if (has_iri_form(value)) return {.text = value};
  }
  if (uses_vocab && context.vocab) {
    out = *context.vocab;
    out += value;
    return {.text = out};
  }
  if (uses_document) {
    out.clear();
    if (context.base_state == BaseState::document) {
      document_base.resolve_to(value, out);
    } else {
      BaseIri{std::string{base_of(context, document_base)}}.resolve_to(value, out);
    }
    return {.text = out};
  }
  return {.text = value};
}

ContextBuild::ContextBuild(ContextReader& reader, ContextPtr active,
                           const LocalContext& local, const ContextReader::Chain& chain)
    : reader_(reader),
      active_(std::move(active)),
      local_(local),
      chain_(chain),
      result_(std::make_shared<ActiveContext>(active_)) {
  for (const JsonMember& member : local.value.members()) {
    places_.try_emplace(member.name(), members_.size());
    members_.push_back(member);
  }
}

const JsonMember* ContextBuild::local_member(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &members_[found->second];
}

std::shared_ptr<ActiveContext> ContextBuild::run() {
  const auto with = [&](std::string_view name, auto&& use) {
    if (const JsonMember* const member = local_member(name)) use(member->value);
  };
  with("@version", [&](JsonValue value) { check_version(value); });
  with("@import", [&](JsonValue value) { import(value); });
  // 5.7: a base in a remote context is ignored.
  if (chain_.empty()) with("@base", [&](JsonValue value) { set_base(value); });
  with("@vocab", [&](JsonValue value) { set_vocab(value); });
  with("@language", [&](JsonValue value) { set_language(value); });
  with("@direction", [&](JsonValue value) { set_direction(value); });
  with("@propagate", [&](JsonValue value) {
    refuse_in_1_0("jsonld.invalid-context-entry", "@propagate");
    if (!value.is_boolean())
      throw DocumentError{"jsonld.invalid-propagate-value",
                          "@propagate in a context is true or false"};
  });
  with("@protected", [&](JsonValue value) {
    refuse_in_1_0("jsonld.invalid-context-entry", "@protected");
    if (!value.is_boolean())
      throw DocumentError{"jsonld.invalid-protected-value",
                          "@protected in a context is true or false"};
    protects_ = value.kind() == JsonKind::true_value;
  });
  reader_.spend_terms(members_.size());
  // Of `members_` and the maps of their names.
  constexpr std::uint64_t kPlaces = 192;
  if (reader_.room_ != nullptr) reader_.room_->take(kPlaces * members_.size());
  for (const JsonMember& member : members_)
    if (!is_context_keyword(keyword_of(member.name())))
      define(member.name(), member.value);
  return result_;
}

void ContextBuild::refuse_in_1_0(std::string_view code, std::string_view what) const {
  if (is_1_0())
    throw DocumentError{std::string{code},
                        fmt::format("JSON-LD 1.0 has no {} here", what)};
}

// 5.5
void ContextBuild::check_version(JsonValue value) const {
  if (!value.is_number() || value.text() != "1.1")
    throw DocumentError{"jsonld.invalid-version-value",
                        "@version in a context is the number 1.1"};
  if (is_1_0())
    throw DocumentError{"jsonld.processing-mode-conflict",
                        "the context asks for JSON-LD 1.1, which was switched off"};
}

// 5.6
void ContextBuild::import(JsonValue value) {
  refuse_in_1_0("jsonld.invalid-context-entry", "@import");
  if (!value.is_string())
    throw DocumentError{"jsonld.invalid-import-value",
                        "@import in a context is the IRI of a context"};
  if (!has_scheme(value.text()) && chain_.empty()) result_->is_of_document = true;
  imported_ = reader_.load(reader_.resolve_context(value.text(), local_.base_url), local_,
                           chain_);
  const JsonValue context = imported_->context;
  if (!context.is_object())
    throw DocumentError{
        "jsonld.invalid-remote-context",
        fmt::format("the imported context <{}> is no object", excerpt(imported_->url))};
  if (context.find("@import") != nullptr)
    throw DocumentError{"jsonld.invalid-context-entry",
                        fmt::format("the imported context <{}> has an @import itself",
                                    excerpt(imported_->url))};
  for (const JsonMember& member : context.members()) {
    // What the importing context says itself stands.
    if (places_.try_emplace(member.name(), members_.size()).second)
      members_.push_back(member);
  }
}

// 5.7
void ContextBuild::set_base(JsonValue value) {
  if (value.is_null()) {
    result_->base_state = BaseState::none;
    result_->base.clear();
    return;
  }
  if (value.is_string()) {
    const std::string_view text = value.text();
    if (has_iri_form(text)) {
      result_->base = text;
      result_->base_state = BaseState::own;
      return;
    }
    const std::string_view base = base_of(*result_, reader_.environment_.document_base);
    if (!base.empty()) {
      if (result_->base_state == BaseState::document) result_->is_of_document = true;
      result_->base = resolved(base, text);
      result_->base_state = BaseState::own;
      return;
    }
  }
  throw DocumentError{"jsonld.invalid-base-iri", "@base in a context is an IRI or null"};
}

// 5.8
void ContextBuild::set_vocab(JsonValue value) {
  if (value.is_null()) {
    result_->vocab.reset();
    return;
  }
  const std::string_view text = value.is_string() ? value.text() : std::string_view{};
  const bool is_absolute = has_iri_form(text) || text.starts_with("_:");
  if (!value.is_string() || (is_1_0() && !is_absolute))
    throw DocumentError{"jsonld.invalid-vocab-mapping",
                        "@vocab in a context is an IRI or null"};
  std::string out;
  const bool had_vocab = result_->vocab.has_value();
  const ExpandedIri vocab = expand_iri(*result_, text, IriUse::vocab_or_document,
                                       reader_.environment_.document_base, out);
  if (!is_absolute && !had_vocab && result_->base_state == BaseState::document)
    result_->is_of_document = true;
  if (vocab.is_null || vocab.keyword != Keyword::none)
    throw DocumentError{"jsonld.invalid-vocab-mapping",
                        "@vocab in a context is an IRI or null"};
  result_->vocab = std::string{vocab.text};
}

// 5.9
void ContextBuild::set_language(JsonValue value) {
  if (value.is_null()) {
    result_->language.reset();
  } else if (value.is_string()) {
    result_->language = std::string{value.text()};
  } else {
    throw DocumentError{"jsonld.invalid-default-language",
                        "@language in a context is a language tag or null"};
  }
}

// 5.10
void ContextBuild::set_direction(JsonValue value) {
  refuse_in_1_0("jsonld.invalid-context-entry", "@direction");
  if (value.is_null()) {
    result_->direction = Direction::unset;
  } else if (value.is_string() && value.text() == "ltr") {
    result_->direction = Direction::ltr;
  } else if (value.is_string() && value.text() == "rtl") {
    result_->direction = Direction::rtl;
  } else {
    throw DocumentError{"jsonld.invalid-base-direction",
                        "@direction in a context is \"ltr\", \"rtl\" or null"};
  }
}

}  // namespace semsite
