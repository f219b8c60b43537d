#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "rdf/quad_batch.hpp"
#include "rdf/quad_builder.hpp"

namespace semsite {

/// Copies the terms of quads into the batch that a builder fills, each run of equal texts
/// once. `Quads`: QuadBuilder, or what keeps texts and adds quads as it does.
template <typename Quads = QuadBuilder>
class TermMover {
 public:
  explicit TermMover(Quads& quads) : quads_(quads) {}

  void move(const Quad& quad) {
    const Quad copy{.subject = moved(quad.subject, 0),
                    .predicate = moved(quad.predicate, 1),
                    .object = moved(quad.object, 2),
                    .graph = moved(quad.graph, 3)};
    if (quads_.add(copy)) known_ = {};
  }

  /// And empties the batch.
  void move_all(QuadBatch& batch) {
    for (const Quad& quad : batch.quads()) move(quad);
    batch.truncate(0);
  }

 private:
  struct Known {
    std::string_view from{};
    std::string_view to{};
  };

  Term moved(const Term& term, std::size_t place) {
    Term copy = term;
    copy.value = moved(term.value, known_[place]);
    copy.tag = moved(term.tag, known_[place + 4]);
    return copy;
  }

  std::string_view moved(std::string_view text, Known& known) {
    if (text.empty()) return {};
    if (known.from.data() != text.data() || known.from.size() != text.size())
      known = {.from = text, .to = quads_.keep(text)};
    return known.to;
  }

  Quads& quads_;
  std::array<Known, 8> known_{};
};

}  // namespace semsite
