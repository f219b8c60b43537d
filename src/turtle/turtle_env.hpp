#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_batch.hpp"
#include "semsite/limits.hpp"
#include "semsite/term.hpp"
#include "turtle/turtle_lexer.hpp"

namespace semsite {

/// Prefixes and base in force at some place of a Turtle or TriG document. A copy shares
/// what was declared before it, so that a document may declare prefixes all the way down;
/// what was copied must not change any more.
class TurtleEnv {
 public:
  /// `most_bytes`: of what is declared, and of what is resolved for that.
  explicit TurtleEnv(std::string base, std::uint64_t most_bytes = Limits{}.page_iri_bytes)
      : base_(std::make_shared<const BaseIri>(std::move(base))),
        most_bytes_(most_bytes) {}
  TurtleEnv(const TurtleEnv& other);
  TurtleEnv& operator=(const TurtleEnv& other) = delete;
  TurtleEnv(TurtleEnv&&) = default;
  TurtleEnv& operator=(TurtleEnv&&) = default;
  ~TurtleEnv() = default;

  /// What `prefix` stands for, an absolute IRI; null if it was never declared.
  [[nodiscard]] const std::string* find(std::string_view prefix) const;
  [[nodiscard]] const BaseIri& base() const { return *base_; }

  /// Carries out a whole directive statement, or says what is wrong with it: at last
  /// kTooMuch, when relative references have made prefixes and bases out of all measure.
  std::optional<TurtleProblem> apply_directive(std::string_view statement);
  static constexpr std::string_view kTooMuch = "turtle.prefixes-too-long";

 private:
  using Prefixes =
      std::unordered_map<std::string, std::string, KeyedHash, std::equal_to<>>;

  /// Each is more than twice as large as the next, which came later: few, however often
  /// it is copied.
  std::vector<std::shared_ptr<const Prefixes>> before_;
  std::shared_ptr<Prefixes> own_;  ///< declared since; null: none
  std::shared_ptr<const BaseIri> base_;
  std::uint64_t most_bytes_;
  std::uint64_t made_bytes_ = 0;  ///< beyond what the directives themselves say
};

/// The graph that statements of a TriG block belong to.
struct TurtleGraph {
  TermKind kind = TermKind::none;  ///< none: the default graph
  std::string value;
  std::optional<TurtleProblem> problem;  ///< the name is bad: its triples have no place
};

/// What is wrong with a statement that is not UTF-8.
[[nodiscard]] std::optional<TurtleProblem> utf8_problem(std::string_view statement);

/// Reads what opens a block: `{`, `<g> {`, `GRAPH <g> {`, `[] {`. `offset` is that of the
/// statement in its document; the label of `[]` is made from it.
[[nodiscard]] TurtleGraph read_graph_name(std::string_view statement,
                                          const TurtleEnv& env, std::uint64_t offset);

/// Label of a blank node without one: the `index`-th of the statement at byte `offset`,
/// whatever thread reads it; 0 is that of a graph block.
[[nodiscard]] std::string generated_label(std::uint64_t offset, std::uint64_t index);

/// True if an explicit label could be taken for a generated one. The parser puts a dot
/// behind it, with which no explicit label ends.
[[nodiscard]] bool looks_generated(std::string_view label);

/// Appends what a `prefixed` token without its backslashes, `name`, stands for. False:
/// the prefix is not declared.
[[nodiscard]] bool append_expanded(const TurtleEnv& env, std::string_view name,
                                   std::string& out);
[[nodiscard]] TurtleProblem undefined_prefix(std::string_view name);

/// What keeps `iri`, resolved from a token, from being an absolute IRI.
[[nodiscard]] std::optional<TurtleProblem> iri_problem(std::string_view iri);
/// The same of one that `reference` was resolved to.
[[nodiscard]] std::optional<TurtleProblem> iri_problem(std::string_view iri,
                                                       std::string_view reference);

enum class StatementKind : std::uint8_t {
  triples,
  last_triples,  ///< of a graph block, without a dot before the brace
  unfinished,    ///< cut off by the end of the document or by damage
  directive,
  graph_open,
  graph_close,
  graph_unclosed,  ///< of no length: the document ends inside a block
};

/// Where a statement lies in its piece, and how many of the piece's tokens are its.
struct StatementMark {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t tokens = 0;  ///< 0: whoever reads it has to cut it
  StatementKind kind = StatementKind::triples;
};

/// The context of a piece of Turtle or TriG: what was in force before it, and its
/// statements, as the splitter found them.
struct TurtleContext {
  std::shared_ptr<const TurtleEnv> env;
  std::optional<TurtleGraph> graph;  ///< the piece begins inside this block
  std::vector<StatementMark> statements;
  std::vector<TurtleToken> tokens;  ///< of all statements; places in the piece
  std::uint64_t first_column = 1;   ///< of the piece's first byte
  bool is_cut = false;              ///< the document ends inside the last statement
};

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
