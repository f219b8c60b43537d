#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/export.hpp"
#include "semsite/quads.hpp"
#include "semsite/read.hpp"

// Pages: what RDF and which links a page of HTML holds.

namespace semsite {

/// A link of a page to something else.
struct Link {
  std::string url;   ///< absolute
  std::string rel;   ///< words, names in lower case, one space between; may be empty
  std::string type;  ///< media type as written; may be empty
  bool is_of_the_page = false;  ///< a `<link>`, which speaks of the page as a whole
  std::uint64_t line = 0;       ///< from 1; 0: not known
};

/// What a page holds besides its quads.
struct Extraction {
  ReadResult result;
  std::vector<Link> links;  ///< at most 100,000
};

/// Reads a page of HTML or XHTML: JSON-LD, RDFa (with its host languages), Microdata, and
/// Turtle, TriG, N-Triples and N-Quads in `script` elements; what is wrong with one of
/// them costs the others nothing. `url`: the page's own, absolute; its `base` element is
/// obeyed. `options`: `syntax` may be "html" (all of them, as is the default), "rdfa" or
/// "microdata" (that alone); `media_type` may name the charset, and
/// "application/xhtml+xml". Quads are in the default graph, unless `options.graph` names
/// one. The rest is as `read` says.
SEMSITE_API Extraction extract(std::string_view page, const std::string& url,
                               const TakeQuads& take, const ReadOptions& options = {});

}  // namespace semsite
