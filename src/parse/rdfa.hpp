#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "markup/html_tree.hpp"
#include "parse/rdfa_host.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

struct RdfaJob {
  QuadBuilder& quads;
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
  /// Before the labels of blank nodes; behind it stand a digit, or "b" and the label that
  /// the page uses.
  std::string_view label_prefix = "r-";
  /// True for the elements whose triples are kept; empty: all are.
  std::function<bool(const ::_xmlNode*)> selected = {};
  /// Nothing: told by the page itself.
  std::optional<RdfaHostLanguage> host = {};
};

/// Adds the triples of the RDFa of `page` (RDFa Core 1.1, HTML+RDFa 1.1, XHTML+RDFa 1.1,
/// role attribute); does not flush. What is wrong is reported under "rdfa.…"; throws
/// PageLimit, and what `diagnostics` throws.
void parse_rdfa(const HtmlPage& page, const RdfaJob& job);

}  // namespace semsite
