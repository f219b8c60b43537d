#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rdf/page_meter.hpp"
#include "rdf/quad_batch.hpp"
#include "rdf/triple_term.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/term.hpp"
#include "turtle/turtle_env.hpp"
#include "turtle/turtle_lexer.hpp"

namespace semsite {

/// Reads single statements by the grammar of RDF 1.2 Turtle §6.5, and makes their quads
/// on the way: what is recognised is emitted. It does not recurse. One thread at a time.
class TurtleGrammar {
 public:
  /// How deep brackets may be nested, whether language tags are held against BCP 47, and
  /// what bounds that which prefixes make of the text.
  struct Rules {
    std::uint32_t depth_limit;
    Strictness strictness = Strictness::lenient;
    HeldMeter meter{};
  };
  TurtleGrammar(QuadBatch& batch, TurtleTerms& terms, const Rules& rules)
      : batch_(batch), terms_(terms), rules_(rules), meter_(rules.meter) {}

  /// `full` is called between two tokens when the batch holds much, to take out what it
  /// holds: a statement may be of any length.
  void set_full(const std::function<void()>* full) { full_ = full; }
  /// Copies into the batch, which is a new one, what is still needed of the former: all
  /// terms of the statement at hand that do not lie in `text`.
  void keep_open_terms(std::string_view text);
  /// The statement is read once more: what it made before does not count.
  void begin_again() { meter_.clear(); }

  /// The graph of the statements that follow.
  void set_graph(const Term& graph) { graph_ = graph; }

  /// Where the token ends that completed a quad, for each that is added from now on;
  /// `places` outlives this.
  void note_places(std::vector<std::size_t>& places) { places_ = &places; }

  /// Reads the statement of `mark` in `text`: triples with their dot, or without it for
  /// `StatementKind::last_triples`. Its tokens are the first of `tokens`, or cut here if
  /// there are none. False if it is faulty (see `problem`), and then some of its quads
  /// may be in the batch.
  bool read(std::string_view text, const StatementMark& mark,
            std::span<const TurtleToken> tokens);

  /// What was wrong with the statement; places count from its begin.
  [[nodiscard]] const TurtleProblem& problem() const { return problem_; }

 private:
  enum class State : std::uint8_t {
    subject,
    verb,         ///< must come
    verb_or_dot,  ///< after [ … ] or << … >> as a subject
    verb_or_end,  ///< after a semicolon
    object,
    object_or_end,  ///< in a collection
    after_object,
    triple_end,  ///< of a triple term; of a reified triple without `~` or behind it
    reifier_or_end,
    done,
  };
  enum class Bracket : std::uint8_t {
    none,  ///< the statement
    properties,
    collection,
    annotation,
    reified,
    triple,
  };
  /// The statement, or an open bracket and what comes after it is closed.
  struct Level {
    Bracket bracket = Bracket::none;
    State then = State::done;
    bool has_subject = false;
    bool cell_is_free = false;  ///< of a collection: the present cell has no item yet
    Term subject{};             ///< in a collection its present cell
    Term predicate{};
    Term object{};   ///< the last one
    Term triple{};   ///< the three as a triple term, once it is needed
    Term reifier{};  ///< that a block would describe; in `<< >>` that of the triple
  };

  TurtleToken next_token();
  TurtleToken peek();
  bool take(const TurtleToken& token);
  bool take_subject(const TurtleToken& token);
  bool take_verb(const TurtleToken& token);
  bool take_object(const TurtleToken& token);
  bool take_after_object(const TurtleToken& token);
  bool take_reifier(State then);
  bool take_word(const TurtleToken& token);
  bool is_in_depth(const TurtleToken& token);
  bool open_list(const TurtleToken& token, State then);
  bool open(const TurtleToken& token, Bracket bracket, State then);
  bool close(const TurtleToken& token, Bracket bracket);
  bool end(const TurtleToken& token);
  bool literal(const TurtleToken& string);
  bool expected(std::string_view what, const TurtleToken& token);
  bool fail(std::string_view code, std::string message, std::size_t at);
  bool fail_token();
  [[nodiscard]] State after_term() const;
  [[nodiscard]] std::string_view text_of(const TurtleToken& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

  void make_room();
  void emit(const Term& term);
  void add(const Term& subject, const Term& predicate, const Term& object);
  Term node(const TurtleToken& token);
  Term fresh();
  void prepare_cell();
  Term reify(Level& level, const Term& reifier);
  Term string(const TurtleToken& token);

  QuadBatch& batch_;
  TurtleTerms& terms_;
  Rules rules_;
  HeldMeter meter_;
  const std::function<void()>* full_ = nullptr;
  bool is_full_ = false;          ///< `full_` is to be called
  std::uint64_t held_bytes_ = 0;  ///< of terms in quads, since then
  Term graph_;

  std::string_view text_;
  StatementMark mark_;
  std::span<const TurtleToken> tokens_;
  bool has_tokens_ = false;
  TurtleLexer lexer_{{}};
  TurtleToken peeked_;  ///< if they are cut here
  bool has_peeked_ = false;
  State state_ = State::subject;
  std::vector<Level> levels_;
  std::vector<TripleParts> nest_;  ///< of triple terms that are closed, innermost first
  std::uint64_t made_ = 0;         ///< blank nodes of this statement without a label
  std::vector<std::size_t>* places_ = nullptr;
  std::size_t at_ = 0;  ///< the end of the token that was taken last
  TurtleProblem problem_;
};

}  // namespace semsite
