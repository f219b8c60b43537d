#include "parse/jsonld_context_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "parse/json_value.hpp"
#include "parse/jsonld_context_build.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Bounds of one document, beyond all use: nesting of remote contexts, remote contexts
/// read (again), terms defined or copied.
constexpr std::size_t kDeepestChain = 32;
constexpr std::size_t kMostLoads = 1000;
constexpr std::size_t kMostTerms = 4'000'000;
/// A longer local context is not worth a key.
constexpr std::size_t kLongestKey = std::size_t{1} << 20;

constexpr char kKeyBreak = '\x1F';
constexpr std::string_view kLocalMark = "L";

std::string context_key(const ContextPtr& active, const LocalContext& local) {
  std::string key = fmt::format("{}{}{}{}", active->id, kKeyBreak,
                                local.protection == Protection::respect ? 'r' : 'o',
                                local.propagation == Propagation::on ? 'p' : 'n');
  append_json(key, local.value);
  return key;
}

}  // namespace

ContextPtr ContextReader::process(const ContextPtr& active, const LocalContext& local) {
  return process(active, local, {}, ScopeCheck::use);
}

ContextPtr ContextReader::process(ContextPtr active, const LocalContext& local,
                                  const Chain& chain, ScopeCheck check) {
  // 2: @propagate changes the given propagation.
  LocalContext each = local;
  if (local.value.is_object()) {
    const JsonValue* const propagate = local.value.find("@propagate");
    if (propagate != nullptr && propagate->is_boolean() && !is_1_0())
      each.propagation =
          propagate->kind() == JsonKind::true_value ? Propagation::on : Propagation::off;
  }
  const ContextPtr before = active;
  const auto apply = [&](JsonValue value) {
    each.value = value;
    if (value.is_null()) {
      active = nullified(active, before, each);
    } else if (value.is_string()) {
      active = process_remote(active, value.text(), each, chain, check);
    } else if (value.is_object()) {
      active = process_object(active, before, each, chain);
    } else {
      throw DocumentError{"jsonld.invalid-local-context",
                          "a context is an object, an IRI, null, or an array of these"};
    }
  };
  if (local.value.is_array()) {
    for (const JsonValue& item : local.value.items()) apply(item);
  } else {
    apply(local.value);
  }
  if (each.propagation == Propagation::off && active->previous == nullptr) {
    // Only what made no layer of its own comes here: an empty array.
    auto layer = std::make_shared<ActiveContext>(active);
    layer->previous = before;
    layer->merge_layers();
    active = std::move(layer);
  }
  return active;
}

// 5.1
ContextPtr ContextReader::nullified(const ContextPtr& active, const ContextPtr& before,
                                    const LocalContext& local) {
  if (local.protection == Protection::respect && active->has_protected)
    throw DocumentError{"jsonld.invalid-context-nullification",
                        "null would take away protected terms"};
  const ContextPtr& initial = environment_.contexts.initial();
  if (local.propagation == Propagation::on) return initial;
  auto layer = std::make_shared<ActiveContext>(initial);
  layer->previous = active->previous != nullptr ? active->previous : before;
  return layer;
}

std::string ContextReader::resolve_context(std::string_view reference,
                                           std::string_view base_url) const {
  std::string url = has_scheme(reference)
                        ? std::string{reference}
                        : BaseIri{std::string{base_url}}.resolve(reference);
  if (!has_scheme(url))
    throw DocumentError{
        "jsonld.loading-document-failed",
        fmt::format("the context \"{}\" is relative, and there is no base to resolve it",
                    excerpt(reference))};
  url.resize(std::min(url.find('#'), url.size()));
  return url;
}

std::shared_ptr<const LoadedContext> ContextReader::load(const std::string& url,
                                                         const LocalContext& local,
                                                         const Chain& chain) {
  if (++loads_ > kMostLoads)
    throw DocumentError{
        "jsonld.context-overflow",
        fmt::format("the document asks for more than {} contexts", kMostLoads)};
  return environment_.contexts.load(url, namer_in(local, chain),
                                    environment_.settings.contexts, environment_.limits);
}

/// Who names the contexts in `local`: the document itself, or the remote context that it
/// stands in, which is that of a term's own context, too. What a document of the web
/// leads to is never local again.
NamedBy ContextReader::namer_in(const LocalContext& local, const Chain& chain) const {
  if (!environment_.named_by.is_local()) return environment_.named_by;
  if (!chain.empty()) return NamedBy::document(chain.back());
  return local.base_url == environment_.document_base.text()
             ? environment_.named_by
             : NamedBy::document(local.base_url);
}

/// Ends the key of a finished context: what was made of local files because a local
/// document named them is not at hand for the same text, or the same URL, of the web.
std::string_view ContextReader::mark_of(const LocalContext& local,
                                        const Chain& chain) const {
  return namer_in(local, chain).is_local() ? kLocalMark : std::string_view{};
}

void ContextReader::spend_terms(std::size_t count) {
  terms_ += count;
  if (terms_ > kMostTerms)
    throw DocumentError{
        "jsonld.context-overflow",
        fmt::format("the contexts of the document define more than {} terms",
                    kMostTerms)};
}

// 5.2
ContextPtr ContextReader::process_remote(const ContextPtr& active,
                                         std::string_view reference,
                                         const LocalContext& local, const Chain& chain,
                                         ScopeCheck check) {
  const std::string url = resolve_context(reference, local.base_url);
  const bool is_open = std::ranges::find(chain, url) != chain.end();
  if (is_open && check == ScopeCheck::only_check) return active;
  if (is_open)
    throw DocumentError{
        is_1_0() ? "jsonld.recursive-context-inclusion" : "jsonld.context-overflow",
        fmt::format("the context <{}> includes itself", excerpt(url))};
  if (chain.size() >= kDeepestChain)
    throw DocumentError{
        "jsonld.context-overflow",
        fmt::format("contexts include each other more than {} deep", kDeepestChain)};
  std::string key;
  if (active->id != 0) {
    key = fmt::format("{}{}{}{}{}<{}", active->id, kKeyBreak,
                      local.protection == Protection::respect ? 'r' : 'o',
                      local.propagation == Propagation::on ? 'p' : 'n',
                      is_1_0() ? "0" : "", url);
    key += mark_of(local, chain);
    if (ContextPtr found = environment_.contexts.find(key)) return found;
  }
  const std::shared_ptr<const LoadedContext> loaded = load(url, local, chain);
  Chain inner = chain;
  inner.push_back(url);
  LocalContext remote = local;
  remote.value = loaded->context;
  remote.base_url = loaded->url;
  ContextPtr result = process(active, remote, inner, check);
  // What a check leaves out because it is being read must not be kept as the whole.
  if (key.empty() || check == ScopeCheck::only_check || result->is_of_document ||
      result->id != 0 || result == active)
    return result;
  return environment_.contexts.put(key, std::const_pointer_cast<ActiveContext>(result));
}

// 5.4 to 5.13
ContextPtr ContextReader::process_object(const ContextPtr& active,
                                         const ContextPtr& before,
                                         const LocalContext& local, const Chain& chain) {
  std::string key;
  // A context in a remote one is stored together with it.
  if (active->id != 0 && chain.empty()) {
    key = context_key(active, local);
    if (is_1_0()) key += '0';
    key += mark_of(local, chain);
    if (key.size() > kLongestKey) key.clear();
    if (!key.empty())
      if (ContextPtr found = environment_.contexts.find(key)) return found;
  }
  ContextBuild build{*this, active, local, chain};
  std::shared_ptr<ActiveContext> result = build.run();
  if (local.propagation == Propagation::off && result->previous == nullptr)
    result->previous = before;
  spend_terms(result->merge_layers());
  if (key.empty() || result->is_of_document) return result;
  return environment_.contexts.put(key, std::move(result));
}

// Create Term Definition (JSON-LD API §4.2.2); the step numbers are those of the section.

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
  if (const JsonValue* const type = entry("@type"))
    set_type_mapping(definition, term, *type);
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

// The entries of a term's definition but for its IRI (JSON-LD API §4.2.2); the step
// numbers are those of the section.

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

void ContextBuild::set_type_mapping(TermDefinition& definition, std::string_view term,
                                    JsonValue value) {
  const auto fail = [&] {
    refuse_term("jsonld.invalid-type-mapping", term,
                "its @type is none of an IRI, @id, @vocab, @json and @none");
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
