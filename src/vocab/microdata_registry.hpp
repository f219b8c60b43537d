#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// What "Microdata to RDF" needs to know of vocabularies (W3C Note, §3 and Appendix A).
class MicrodataRegistry {
 public:
  /// Types that begin with `prefix` belong to the vocabulary of that IRI.
  void add_vocabulary(std::string_view prefix);
  /// Each triple with the predicate `property` holds with the predicate `implied` too:
  /// subPropertyOf or equivalentProperty of the registry.
  void add_implied(std::string_view property, std::string_view implied);

  /// The longest prefix of `type` that is a vocabulary; empty if there is none.
  [[nodiscard]] std::string_view vocabulary_of(std::string_view type) const;
  [[nodiscard]] std::span<const std::string> implied_by(std::string_view property) const;

 private:
  std::vector<std::string> vocabularies_;
  std::map<std::string, std::vector<std::string>, std::less<>> implied_;
};

/// The published registry, from vocab/microdata-registry.txt. Thread-safe.
[[nodiscard]] const MicrodataRegistry& published_microdata_registry();

}  // namespace semsite
