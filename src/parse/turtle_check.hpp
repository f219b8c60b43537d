#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parse/turtle_env.hpp"
#include "parse/turtle_triples.hpp"
#include "rdf/turtle_lexer.hpp"

namespace semsite {

/// Judges single statements by the grammar of RDF 1.1 Turtle §6.5 and makes their quads
/// on the way. It does not recurse. One thread at a time.
class TurtleCheck {
 public:
  /// With `triples` null it only judges.
  explicit TurtleCheck(std::uint32_t depth_limit, TurtleTriples* triples = nullptr)
      : depth_limit_(depth_limit), triples_(triples) {}

  /// True if `statement` is good: triples with their dot, or without it for
  /// `StatementKind::last_triples`. If not, some of its quads may have been made.
  bool accept(std::string_view statement, StatementKind kind);

  /// What was wrong with the statement that was not accepted.
  [[nodiscard]] const TurtleProblem& problem() const { return problem_; }

 private:
  enum class State : std::uint8_t {
    subject,
    verb,         ///< must come
    verb_or_dot,  ///< after [ … ] as a subject
    verb_or_end,  ///< after a semicolon
    object,
    object_or_end,  ///< in a collection
    after_object,
    done,
  };
  /// An open bracket, and what comes after it is closed.
  struct Open {
    bool is_collection;
    State then;
  };

  bool take(const TurtleToken& token);
  bool take_subject(const TurtleToken& token);
  bool take_verb(const TurtleToken& token);
  bool take_object(const TurtleToken& token);
  bool take_after_object(const TurtleToken& token);
  bool open(const TurtleToken& token, State then);
  bool close(const TurtleToken& token);
  bool end(const TurtleToken& token);
  bool literal(const TurtleToken& string);
  void make_node(const TurtleToken& token);
  bool expected(std::string_view what, const TurtleToken& token);
  bool fail(std::string_view code, std::string message, std::size_t at);
  TurtleToken next_token();
  [[nodiscard]] State after_term() const {
    return !open_.empty() && open_.back().is_collection ? State::object_or_end
                                                        : State::after_object;
  }

  std::uint32_t depth_limit_;
  TurtleTriples* triples_;
  TurtleLexer lexer_{{}};
  TurtleToken peeked_;
  bool has_peeked_ = false;
  StatementKind kind_ = StatementKind::triples;
  State state_ = State::subject;
  std::vector<Open> open_;
  TurtleProblem problem_;
};

}  // namespace semsite
