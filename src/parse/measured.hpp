#pragma once

#include <cstdint>

#include "parse/syntax.hpp"
#include "rdf/document.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What a document is to whoever reads it, which says what it may be made into.
enum class ReadAs : std::uint8_t {
  page,         ///< one of the many of a site: bounded in quads, IRIs and memory
  description,  ///< of datasets: of any number of quads, but bounded in memory
  data,         ///< what was asked for: of any size, but for HTML, which is held whole
};

/// The bounds that a document is read under. There is no way to `parse_document` without
/// saying what it is.
class Measured {
 public:
  /// Gives `document` the meter that it needs.
  Measured(Document& document, ReadAs as, const Syntax& syntax, const Limits& limits);
  /// Of what we wrote ourselves; and of tests, whose document has a meter or none.
  [[nodiscard]] static Measured ours(const Limits& limits) { return Measured{limits}; }

  [[nodiscard]] const Limits& limits() const { return limits_; }

 private:
  explicit Measured(const Limits& limits) : limits_(limits) {}

  Limits limits_;
};

/// Is it read as a page of the web, with the triples in its markup?
[[nodiscard]] bool is_of_pages(const Syntax& syntax);

}  // namespace semsite
