#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/arena.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_builder.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// The triples of one page, held until the page has been read: property copying may take
/// some away again.
class RdfaGraph {
 public:
  RdfaGraph() = default;

  /// Texts of the triples lie here, or are static.
  [[nodiscard]] Arena& arena() { return arena_; }
  /// What is held; without bounds unless some are put in.
  [[nodiscard]] HeldMeter& meter() { return meter_; }

  enum class Kept : std::uint8_t { no, yes };  ///< is it wanted in the end?
  /// Adds a triple unless a term of it is none or lost.
  void add(const Term& subject, const Term& predicate, const Term& object, Kept kept);

  enum class Copying : std::uint8_t { done, too_much };
  /// Property copying (HTML+RDFa 1.1 §4): what rdfa:Pattern resources say is said of
  /// those that copy them, and the patterns vanish. At most `most` triples are added.
  Copying copy_patterns(std::size_t most);

  /// The triples so far, all of them.
  struct Triple {
    Term subject, predicate, object;
    Kept kept = Kept::yes;
    bool gone = false;
  };
  [[nodiscard]] const std::deque<Triple>& triples() const { return triples_; }

  /// Which triples there are, whatever is kept of them.
  class Known {
   public:
    /// Those of `graph` that are not gone. Texts must outlive this.
    explicit Known(const RdfaGraph& graph);
    /// False if it was there already.
    bool add(const Triple& triple);

   private:
    using TermKey = std::pair<TermKind, std::string_view>;
    std::set<std::tuple<TermKey, std::string_view, TermKey, std::string_view>> keys_;
  };

  /// Hands on what is kept.
  void give_to(QuadBuilder& quads) const;

 private:
  Arena arena_;
  std::deque<Triple> triples_;  ///< not moved while it grows
  HeldMeter meter_;
  bool has_copies_ = false;
};

}  // namespace semsite
