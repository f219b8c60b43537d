#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "rdf/quad_batch.hpp"

namespace semsite {

/// What the place of a document makes of its bytes. The same bytes say other things
/// somewhere else if they hold relative references (RFC 3986 §5.1), or if the place names
/// their graph: two documents of the same bytes and the same sum have the same quads, but
/// for the names of blank nodes. Thread-safe.
class PlaceSum {
 public:
  void add(const QuadBatch& batch);

  /// A few characters, the same in every run; nothing, if the place makes no difference.
  [[nodiscard]] std::string text() const;

 private:
  std::atomic<std::uint64_t> sum_{0};
};

}  // namespace semsite
