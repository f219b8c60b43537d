#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_hash.hpp"
#include "vocab/microdata_registry.hpp"

namespace semsite {

/// What the names of properties mean inside an item: by its first type, or, without one,
/// by that of the item around it ("Microdata to RDF" §5.1, §5.2).
class MicrodataNames {
 public:
  /// Stands for a vocabulary; 0: no type, so names belong to the document.
  using Scope = std::uint32_t;

  /// `base`: the IRI of the document.
  MicrodataNames(const MicrodataRegistry& registry, std::string_view base);

  /// The scope that `type`, an absolute IRI, opens.
  [[nodiscard]] Scope scope_of(std::string_view type);
  /// The IRI of the property `name`, which is no absolute IRI.
  [[nodiscard]] std::string property(Scope scope, std::string_view name) const;

 private:
  const MicrodataRegistry& registry_;
  std::vector<std::string> starts_;  ///< what stands before the name, by scope
  std::unordered_map<std::string, Scope, KeyedHash, std::equal_to<>> scopes_;
};

/// `name` with all that may not stand in a fragment percent-encoded.
[[nodiscard]] std::string fragment_escaped(std::string_view name);

}  // namespace semsite
