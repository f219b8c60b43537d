#include "vocab/microdata_registry.hpp"

#include <cassert>

#include "vocab/embedded_tables.hpp"
#include "vocab/term_lines.hpp"

namespace semsite {

void MicrodataRegistry::add_vocabulary(std::string_view prefix) {
  vocabularies_.emplace_back(prefix);
}

void MicrodataRegistry::add_implied(std::string_view property, std::string_view implied) {
  implied_[std::string{property}].emplace_back(implied);
}

std::string_view MicrodataRegistry::vocabulary_of(std::string_view type) const {
  std::string_view best;
  for (const std::string& vocabulary : vocabularies_)
    if (vocabulary.size() > best.size() && type.starts_with(vocabulary))
      best = vocabulary;
  return best;
}

std::span<const std::string> MicrodataRegistry::implied_by(
    std::string_view property) const {
  const auto found = implied_.find(property);
  if (found == implied_.end()) return {};
  return found->second;
}

const MicrodataRegistry& published_microdata_registry() {
  static const MicrodataRegistry registry = [] {
    MicrodataRegistry made;
    std::string_view vocabulary;
    for (const TableLine& line : table_lines(microdata_registry_table())) {
      if (line[0] == "vocabulary") {
        vocabulary = line.at(1);
        made.add_vocabulary(vocabulary);
      } else {
        assert(line[0] == "implies");
        made.add_implied(std::string{vocabulary} + std::string{line.at(1)}, line.at(2));
      }
    }
    return made;
  }();
  return registry;
}

}  // namespace semsite
