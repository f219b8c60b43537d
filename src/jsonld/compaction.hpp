#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "jsonld/node_text.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Reads the context of a file: its member "@context", or an object that is one. Throws
/// UsageError.
[[nodiscard]] ContextChoice context_choice(const std::string& named);

/// Compacts node objects under one context (JSON-LD 1.1 API §5.6, Compaction Algorithm),
/// those that come of RDF: without `@index`, `@reverse` and `@included`. Thread-safe.
class Compaction {
 public:
  /// Throws DocumentError: the context cannot be had, or is wrong.
  Compaction(const ContextChoice& choice, const ParseSettings& settings,
             const Limits& limits);
  Compaction(const Compaction&) = delete;
  Compaction& operator=(const Compaction&) = delete;
  ~Compaction();

  /// The compacted text of an expanded node object. Throws DocumentError: an IRI would be
  /// taken for another one under this context, or a term's own context is wrong.
  [[nodiscard]] std::string compact(std::string_view node);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace semsite
