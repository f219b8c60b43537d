#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/hash.hpp"
#include "base/mutex.hpp"
#include "parse/json_reader.hpp"
#include "parse/jsonld_context.hpp"
#include "rdf/page_meter.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// A remote context after reading: the JSON of its member `@context`.
struct LoadedContext {
  explicit LoadedContext(std::string_view bytes) : text(bytes) {}

  std::string url;  ///< where it was in the end; base of what it names
  JsonText text;
  PageRoom room{};  ///< what `arena` has taken
  JsonArena arena{room};
  JsonValue context;
};

/// Contexts that documents of one run share: each remote one is read once, and what it
/// makes of a parent context is processed once. Thread-safe. Bounded: once full,
/// documents process for themselves what is not there.
class JsonLdContexts {
 public:
  JsonLdContexts();

  /// The initial context.
  [[nodiscard]] const ContextPtr& initial() const { return initial_; }

  /// The context document at `url`, an absolute IRI that `named_by` may name: built in,
  /// or from `source` (which may be null). Throws DocumentError: "jsonld.remote-context"
  /// (cannot be had), "jsonld.invalid-remote-context", and its JSON's own codes.
  [[nodiscard]] std::shared_ptr<const LoadedContext> load(std::string_view url,
                                                          NamedBy named_by,
                                                          ContextSource* source,
                                                          const Limits& limits);

  /// What was stored under `key`, or null.
  [[nodiscard]] ContextPtr find(const std::string& key) const;
  /// Stores `context` and gives it an id; the one that is there already is given back
  /// instead, and `context` itself when there is no room.
  ContextPtr put(const std::string& key, std::shared_ptr<ActiveContext> context);

 private:
  mutable Mutex mutex_;
  ContextPtr initial_;
  std::unordered_map<std::string, std::shared_ptr<const LoadedContext>, KeyedHash,
                     std::equal_to<>>
      loaded_ SEMSITE_GUARDED_BY(mutex_);
  std::unordered_map<std::string, ContextPtr, KeyedHash, std::equal_to<>> processed_
      SEMSITE_GUARDED_BY(mutex_);
  std::size_t stored_bytes_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::uint64_t next_id_ SEMSITE_GUARDED_BY(mutex_) = 2;  ///< 1 is the initial context
};

[[nodiscard]] std::shared_ptr<JsonLdContexts> make_jsonld_contexts();

}  // namespace semsite
