#include "parse/jsonld_contexts.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "semsite/errors.hpp"
#include "vocab/context_facts.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostStored = 4096;
/// An estimate: keys, and a term's definition for what it takes.
constexpr std::size_t kMostStoredBytes = std::size_t{64} * 1024 * 1024;
constexpr std::size_t kTermBytes = 512;
/// A local context as text and as a tree, for each byte of its text.
constexpr std::size_t kContextTimes = 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::size_t size_of(const std::optional<std::string>& text) {
  return text ? text->size() : 0;
}

/// What a term is made of may be long, and stand in many terms.
std::size_t bytes_of(const ActiveContext& context) {
  std::size_t out = kTermBytes + context.base.size() + size_of(context.vocab) +
                    size_of(context.language);
  for (const auto& [term, definition] : context.terms) {
    out += kTermBytes + term.size();
    if (!definition) continue;
    out += size_of(definition->iri) + definition->type_iri.size() +
           size_of(definition->language.tag) + definition->index.size() +
           definition->nest.size() + definition->context_base.size() +
           kContextTimes * definition->context_text.size();
  }
  return out;
}

std::shared_ptr<const LoadedContext> read_context(std::string_view url,
                                                  std::string_view text,
                                                  const Limits& limits) {
  const auto fail = [&](std::string_view why) {
    throw DocumentError{
        "jsonld.loading-remote-context-failed",
        fmt::format("the context <{}> cannot be read: {}", excerpt(url), why)};
  };
  if (text.size() > limits.context_bytes)
    throw DocumentError{"jsonld.remote-context",
                        fmt::format("the context <{}> is larger than {} (--max-context)",
                                    excerpt(url), human_bytes(limits.context_bytes))};
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (!is_utf8(text)) fail("it is not UTF-8");
  auto loaded = std::make_shared<LoadedContext>(text);
  loaded->url = url;
  const JsonReader::Result read =
      read_json(loaded->text, loaded->arena, limits.json_depth);
  if (!read.problem.code.empty()) fail(read.problem.message);
  const JsonValue* const context = read.value.find("@context");
  if (context == nullptr)
    throw DocumentError{
        "jsonld.invalid-remote-context",
        fmt::format("the document <{}> has no member @context", excerpt(url))};
  loaded->context = *context;
  return loaded;
}

}  // namespace

JsonLdContexts::JsonLdContexts() {
  auto initial = std::make_shared<ActiveContext>();
  initial->id = 1;
  initial_ = std::move(initial);
}

std::shared_ptr<const LoadedContext> JsonLdContexts::load(std::string_view url,
                                                          NamedBy named_by,
                                                          ContextSource* source,
                                                          const Limits& limits) {
  // Before what is at hand because others may name it.
  if (!named_by.may_name(url))
    throw DocumentError{
        "jsonld.remote-context",
        fmt::format("the context <{}> is a local file, which only a local document may "
                    "name (convert --base file:///… says that one from elsewhere is one)",
                    excerpt(url))};
  const std::string key{url};
  {
    const MutexLock lock{mutex_};
    const auto found = loaded_.find(key);
    if (found != loaded_.end()) return found->second;
  }
  std::shared_ptr<const LoadedContext> loaded;
  if (const auto text = builtin_context(url)) {
    loaded = read_context(url, *text, limits);
  } else if (source == nullptr) {
    throw DocumentError{
        "jsonld.remote-context",
        fmt::format("the context <{}> is not built in, and nothing may be fetched here",
                    excerpt(url))};
  } else {
    std::shared_ptr<const RemoteContext> remote;
    try {
      remote = source->get(url, named_by);
    } catch (const DocumentError& error) {
      // Whoever asked for it may have said whose fault it is already.
      const std::string_view why = error.what();
      if (why.starts_with("the context ")) throw;
      throw DocumentError{
          "jsonld.remote-context",
          fmt::format("the context <{}> cannot be had: {}", excerpt(url), why)};
    }
    loaded = read_context(remote->url, remote->text, limits);
  }
  // Read, a text may be many times as long.
  const std::size_t bytes =
      loaded->text.size() + static_cast<std::size_t>(loaded->room.taken());
  const MutexLock lock{mutex_};
  if (stored_bytes_ + bytes > kMostStoredBytes) return loaded;
  stored_bytes_ += bytes;
  return loaded_.try_emplace(key, std::move(loaded)).first->second;
}

ContextPtr JsonLdContexts::find(const std::string& key) const {
  const MutexLock lock{mutex_};
  const auto found = processed_.find(key);
  return found == processed_.end() ? nullptr : found->second;
}

ContextPtr JsonLdContexts::put(const std::string& key,
                               std::shared_ptr<ActiveContext> context) {
  const std::size_t bytes = key.size() + bytes_of(*context);
  const MutexLock lock{mutex_};
  if (processed_.size() >= kMostStored || stored_bytes_ + bytes > kMostStoredBytes)
    return context;
  const auto [place, is_new] = processed_.try_emplace(key, nullptr);
  if (is_new) {
    stored_bytes_ += bytes;
    context->id = next_id_++;
    place->second = std::move(context);
  }
  return place->second;
}

std::shared_ptr<JsonLdContexts> make_jsonld_contexts() {
  return std::make_shared<JsonLdContexts>();
}

}  // namespace semsite
