#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/mutex.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// What becomes of triple terms, which RDF 1.1 and 1.2 Basic do not have.
enum class TripleTermUse : std::uint8_t {
  keep,
  encode,  ///< a blank node, described as rdf:PropositionForm (RDF 1.2 Interoperability)
  reify,   ///< the classic reification: what reifies it is an rdf:Statement
  drop,    ///< statements with one are left out
  fail,    ///< RunError
};

/// What becomes of base directions, which RDF 1.1 does not have.
enum class DirectionUse : std::uint8_t {
  keep,
  i18n,  ///< a datatype such as https://www.w3.org/ns/i18n#ar_rtl
  drop,  ///< the language tag alone
};

struct OlderRdfRules {
  TripleTermUse triple_terms = TripleTermUse::keep;
  DirectionUse directions = DirectionUse::keep;
  /// The output has no graphs: what is said in several of them is said in one.
  bool drops_graphs = false;
  [[nodiscard]] bool changes_anything() const {
    return triple_terms != TripleTermUse::keep || directions != DirectionUse::keep;
  }
};

/// What the user says of it; what is not said follows from the output or the store.
struct OlderRdfWish {
  std::optional<TripleTermUse> triple_terms;
  std::optional<DirectionUse> directions;
};

/// Makes quads of RDF 1.2 such as older readers know, batch by batch. Thread-safe.
///
/// The blank node of a triple term is told by its graph and its text, in the scope of its
/// document: where the same one comes again it is the same node, and its description may
/// come again, too.
class OlderRdf {
 public:
  /// Asked once, when something comes that RDF 1.1 does not know.
  using FindRules = std::function<OlderRdfRules()>;
  explicit OlderRdf(OlderRdfRules rules) : rules_(rules) {}
  explicit OlderRdf(FindRules find) : find_(std::move(find)) {}

  /// What was done to the statements of a batch.
  struct Counts {
    std::uint64_t encoded = 0;     ///< with triple terms
    std::uint64_t reified = 0;     ///< with triple terms
    std::uint64_t left_out = 0;    ///< with triple terms
    std::uint64_t directions = 0;  ///< texts
    /// Of nodes that reify another triple as well: which subject, predicate and object
    /// belong together is lost.
    std::uint64_t ambiguous = 0;
    /// That say of a blank node that it is an rdf:PropositionForm, in a graph where
    /// triple terms were encoded: nobody can tell them from those.
    std::uint64_t propositions = 0;
    Counts& operator+=(const Counts& more);
  };
  /// Changes the quads of `batch`. Throws RunError under TripleTermUse::fail, and what
  /// finding the rules throws.
  Counts apply(QuadBatch& batch);

 private:
  class Work;
  [[nodiscard]] OlderRdfRules rules();
  [[nodiscard]] bool is_other_triple(std::size_t reifier, std::size_t triple);
  [[nodiscard]] std::uint64_t note_encoded(std::size_t graph);
  [[nodiscard]] std::uint64_t note_proposition(std::size_t graph);

  Mutex find_mutex_;
  FindRules find_ SEMSITE_GUARDED_BY(find_mutex_);
  std::optional<OlderRdfRules> rules_ SEMSITE_GUARDED_BY(find_mutex_);

  // By hashes, up to a bound.
  Mutex mutex_;
  /// of reifiers
  std::unordered_map<std::size_t, std::size_t> triple_of_ SEMSITE_GUARDED_BY(mutex_);
  std::unordered_set<std::size_t> encoded_ SEMSITE_GUARDED_BY(mutex_);  ///< graphs
  /// of graphs
  std::unordered_map<std::size_t, std::uint64_t> propositions_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
