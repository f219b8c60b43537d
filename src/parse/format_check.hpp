#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/diagnostics.hpp"
#include "markup/page_format.hpp"
#include "rdf/quad_builder.hpp"

namespace semsite {

/// Holds what a page was said to have its RDF in (OCX `format`) against what is there.
class FormatCheck {
 public:
  /// `announced`: as written; empty or unknown: there is nothing to check.
  explicit FormatCheck(std::string_view announced) : announced_(page_format(announced)) {}

  /// Does `work`, and counts the quads that it adds to `quads` for `format`.
  template <typename Work>
  void count(PageFormat format, const QuadBuilder& quads, const Work& work) {
    const std::uint64_t before = quads.added();
    work();
    add(format, quads.added() - before);
  }
  void add(PageFormat format, std::uint64_t quads) {
    found_.at(static_cast<std::size_t>(format)) += quads;
  }

  /// Tells a contradiction: there are quads, and none in what was announced. Nothing is
  /// lost by it.
  void conclude(Diagnostics& diagnostics) const;

 private:
  PageFormat announced_;
  std::array<std::uint64_t, 4> found_{};
};

}  // namespace semsite
