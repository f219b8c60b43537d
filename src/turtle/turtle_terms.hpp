#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rdf/quad_batch.hpp"
#include "semsite/term.hpp"
#include "turtle/turtle_env.hpp"

namespace semsite {

/// Makes terms that live in a batch from what a reader of Turtle found: prefixes
/// expanded, references resolved, labels made unique. What it is given must live as long
/// as the batch, which holds views into it. One thread at a time.
class TurtleTerms {
 public:
  explicit TurtleTerms(QuadBatch& batch) : batch_(batch) {}

  /// What is in force from now on; must live until the next call.
  void use(const TurtleEnv& env);

  /// The terms that follow belong to the statement at this byte of the document.
  void begin_statement(std::uint64_t offset);

  /// The first thing that was wrong with a term of the statement; that term is empty.
  [[nodiscard]] const std::optional<TurtleProblem>& problem() const { return problem_; }

  /// What stands between the brackets of an IRI, which holds no other characters than an
  /// IRI may.
  Term iri(std::string_view reference);
  /// A `prefixed` token without its backslashes.
  Term prefixed(std::string_view name);
  /// A label written in the document.
  Term labelled(std::string_view label);
  /// The statement's `number`-th blank node without a label, from 1.
  Term generated(std::uint64_t number);
  /// `text`, a literal without a datatype, with `type`.
  Term typed_literal(Term text, const Term& type);

 private:
  struct Known {
    std::string_view written;
    Term term;
  };
  template <std::size_t kSize>
  using Cache = std::array<Known, kSize>;
  template <std::size_t kSize>
  static Known& slot(Cache<kSize>& cache, std::string_view written);
  const Term* space_of(std::string_view prefix);
  Term fail(TurtleProblem problem);

  QuadBatch& batch_;
  const TurtleEnv* env_ = nullptr;
  std::uint64_t offset_ = 0;
  std::optional<TurtleProblem> problem_;
  std::string scratch_;
  // Dumps say the same predicates, types and subjects again and again.
  Cache<128> references_{};  ///< relative ones
  Cache<256> names_{};
  Cache<64> spaces_{};  ///< what prefixes stand for
};

}  // namespace semsite
