#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/mutex.hpp"
#include "jsonld/inverse_context.hpp"
#include "parse/json_value.hpp"
#include "parse/jsonld_context.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "rdf/iri.hpp"

namespace semsite {

/// Shortens IRIs under active contexts (JSON-LD 1.1 API §6.2, IRI Compaction). What it
/// gives means the same IRI under that context. Thread-safe.
class IriCompaction {
 public:
  /// A null `value` is none. `vocab`: terms and `@vocab` count; else `@base` does. Throws
  /// DocumentError: under this context the IRI would be read as another one.
  [[nodiscard]] std::string compact(const ContextPtr& active, std::string_view iri,
                                    JsonValue value, bool vocab);
  /// The same, but no term: the end of the algorithm.
  [[nodiscard]] std::string without_term(const ContextPtr& active, std::string_view iri,
                                         JsonValue value, bool vocab);

 private:
  [[nodiscard]] const InverseContext& inverse(const ContextPtr& context);
  [[nodiscard]] bool means(const ContextPtr& active, std::string_view text,
                           std::string_view iri, IriUse use) const;
  [[nodiscard]] std::string relative_to_base(const ContextPtr& active,
                                             std::string_view iri) const;
  [[nodiscard]] std::string_view select_term(const ContextPtr& active,
                                             const InverseContext& terms,
                                             std::string_view iri, JsonValue value);

  const BaseIri no_base_{""};
  Mutex mutex_;
  /// Contexts are kept alive by what is made of them.
  std::map<const ActiveContext*, std::pair<ContextPtr, std::unique_ptr<InverseContext>>>
      inverses_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
