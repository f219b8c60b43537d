#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// One JSON-LD document inside a page: the text of a `script` element.
struct JsonLdBlock {
  /// The element's text as it stands. White space, `<!-- … -->` and CDATA wrappers (also
  /// behind `//` or inside `/* */`) around the JSON are passed over.
  std::string_view text;
  std::string_view base;  ///< base IRI of the page, `<base>` regarded
  std::string_view
      label_prefix{};            ///< before every blank label: "j0-" for the first block
  std::uint64_t first_line = 1;  ///< of `text` in the page, for messages
};

struct JsonLdBlockJob {
  const JsonLdBlock& block;
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
  std::uint64_t tree_bytes = 0;  ///< that the tree of the page takes
};

/// Adds the quads of a block to `quads` (JSON-LD API, toRdf). Repairs go to
/// `diagnostics`, each under its code. Throws DocumentError when the block is no JSON
/// ("json.…") or no JSON-LD ("jsonld.…"): none of its quads has been added then, and the
/// other blocks of the page can still be read. (Of a block with more than 65,536 quads
/// some may have been added.)
///
/// Blank labels: `label_prefix` + "b" + the document's label, or + a number.
void parse_jsonld_block(const JsonLdBlockJob& job, QuadBuilder& quads);

/// The same block in expanded form (JSON-LD API, expand), as JSON text.
[[nodiscard]] std::string expand_jsonld_block(const JsonLdBlockJob& job);

}  // namespace semsite
