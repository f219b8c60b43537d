#include "parse/jsonld_context_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "parse/json_text.hpp"
#include "parse/jsonld_context_build.hpp"

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

std::string key_of(const ContextPtr& active, const LocalContext& local) {
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
    key = key_of(active, local);
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

}  // namespace semsite
