#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_tree.hpp"
#include "parse/syntax.hpp"

namespace semsite {

/// A `script` element that holds data.
struct PageScript {
  const ::_xmlNode* element = nullptr;  ///< null: there is no tree
  const Syntax* syntax = nullptr;       ///< never null
  std::string text;                     ///< as it stands
  std::uint64_t line = 0;               ///< where the text begins, from 1; 0 = unknown
};

/// The syntax that a `type` promises, if it is one of those below; else null.
[[nodiscard]] const Syntax* data_syntax(std::string_view type);

/// The scripts of JSON-LD, Turtle, TriG, N-Triples and N-Quads in a page, in order, told
/// by their `type` (parameters ignored: "application/ld+json;profile=…").
[[nodiscard]] std::vector<PageScript> data_scripts(const HtmlPage& page);

/// `text` without the comment or CDATA wrapper that hides scripts from old browsers: a
/// first line `<!--` or `<![CDATA[`, a last line `-->` or `]]>`, each perhaps behind `#`
/// or `//`.
[[nodiscard]] std::string_view unwrapped_data(std::string_view text);

}  // namespace semsite
