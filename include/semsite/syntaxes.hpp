#pragma once

#include <string_view>
#include <vector>

#include "semsite/export.hpp"

namespace semsite {

/// A syntax of RDF, or something that RDF stands in, such as a page of HTML.
struct SyntaxFacts {
  std::string_view name;  ///< "turtle", "jsonld", "html", …
  std::vector<std::string_view>
      media_types{};                         ///< the registered one first; may be empty
  std::vector<std::string_view> suffixes{};  ///< of file names, with the dot
  bool is_read = false;                      ///< `ReadOptions::syntax` takes the name
  bool is_written = false;                   ///< `WriteOptions::syntax` takes it
};

/// All that are known, in the order of the documentation.
[[nodiscard]] SEMSITE_API std::vector<SyntaxFacts> known_syntaxes();

}  // namespace semsite
