#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "base/text_buffer.hpp"
#include "rdf/compared_text.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

/// Makes N-Quads of the sorted records of entities: each entity's document is a graph
/// with its IRI as name.
class SliceText {
 public:
  /// `take` gets whole lines, some hundred kilobytes at once. References outlive it.
  SliceText(const SliceRules& rules, std::function<void(std::string_view)> take)
      : rules_(rules), take_(std::move(take)) {}

  /// `shared`: bytes that the record shares with the one before it.
  void add(std::string_view record, std::size_t shared);
  /// Gives what is left.
  void finish();

  [[nodiscard]] std::uint64_t documents() const { return documents_; }
  [[nodiscard]] std::uint64_t quads() const { return quads_; }

 private:
  const SliceRules& rules_;
  std::function<void(std::string_view)> take_;
  TextBuffer lines_;
  SortedRepeats repeats_;
  std::size_t node_bytes_ = 0;  ///< of the record before
  bool wanted_ = false;         ///< has its node a document?
  std::uint64_t documents_ = 0;
  std::uint64_t quads_ = 0;
};

}  // namespace semsite
