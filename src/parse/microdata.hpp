#pragma once

#include <functional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "markup/html_tree.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"
#include "vocab/microdata_registry.hpp"

namespace semsite {

struct MicrodataJob {
  QuadBuilder& quads;
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
  /// Before the labels of blank nodes, such as "m-"; a label without it begins with a
  /// digit.
  std::string_view label_prefix = {};
  /// True for the elements whose triples are kept: the types of an item count as its own
  /// element's, a property as the element with `itemprop`. Empty: all are kept.
  std::function<bool(const ::_xmlNode*)> selected = {};
  const MicrodataRegistry& registry = published_microdata_registry();
};

/// Adds the triples of the Microdata of `page` (W3C Note "Microdata to RDF", second
/// edition, with vocabulary expansion); does not flush. Faults are reported under
/// "microdata.…"; throws PageLimit, and what `diagnostics` throws.
void parse_microdata(const HtmlPage& page, const MicrodataJob& job);

}  // namespace semsite
