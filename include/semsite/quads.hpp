#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "semsite/term.hpp"

namespace semsite {

/// Some quads of one document, and what they share. All of it is views, which die when
/// the function that they are given to returns: copy what is to last.
struct Quads {
  /// With their graphs filled in: `graph.kind == TermKind::none` is the default graph.
  std::span<const Quad> quads{};
  /// IRI of the document, that of an archive's entry included; empty: not known.
  std::string_view document{};
  /// Tells the blank nodes of this document from those of others: a label means the same
  /// node only where the scope is the same. `Writer` puts it before each label.
  std::string_view scope{};
};

/// Takes quads. What it throws ends the work that it is called from, and comes out there.
using TakeQuads = std::function<void(const Quads&)>;

}  // namespace semsite
