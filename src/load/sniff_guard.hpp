#pragma once

#include <string>

namespace semsite {

/// `body` (N-Triples, Turtle) behind comments, for a store that does not believe
/// Content-Type but looks into the first 65,535 bytes.
///
/// Virtuoso 7.2.5 reads them as HTML, refuses the body if they hold `<html>`, and tells
/// Turtle by the three last line breaks in them: so statements with literals of HTML, and
/// ones that are longer, would not arrive. Behind `<!--` it sees no tag.
[[nodiscard]] std::string guarded_from_sniffing(std::string body);

}  // namespace semsite
