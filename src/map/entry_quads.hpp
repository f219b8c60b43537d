#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rdf/quad_builder.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// A term of an entry. Its views live until the entry is done, or as long as all quads
/// do.
struct EntryTerm {
  Term term{};
  bool lasts = false;      ///< the value does
  bool tag_lasts = false;  ///< the tag does
};

struct EntryQuad {
  EntryTerm subject, predicate, object, graph;
};

/// The quads of one entry: each of them once, whatever map makes it.
class EntryQuads {
 public:
  explicit EntryQuads(QuadBuilder& quads) : quads_(quads) {}

  void add(const EntryQuad& quad) {
    if (is_new(quad)) entry_.push_back(quad);
  }

  /// The places of the texts in the quads so far.
  [[nodiscard]] std::unordered_set<const char*> texts() const;

  /// Hands the quads of the entry on, in the order in which they came.
  void flush();

 private:
  bool is_new(const EntryQuad& quad);
  bool is_new_among_many(const EntryQuad& quad);
  std::string_view keep_value(const EntryTerm& term);

  QuadBuilder& quads_;
  std::vector<EntryQuad> entry_;
  /// Of an entry with many quads: their places by hash.
  std::unordered_multimap<std::size_t, std::size_t> places_;
  std::string_view last_, kept_;  ///< a value and its copy in the batch at hand
};

}  // namespace semsite
