#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "parse/turtle_env.hpp"

namespace semsite {

enum class TurtleDialect : std::uint8_t { turtle, trig };

/// Finds where statements end, fast and without judging them: a dot that is a token ends
/// a statement wherever it stands, so that a bracket left open harms no other statement.
///
/// A string or IRI that is left open ends at its line; its statement then ends at the
/// next dot, or before the next line that looks like the start of a statement.
class StatementScanner {
 public:
  explicit StatementScanner(TurtleDialect dialect) : dialect_(dialect) {}

  /// The next statement in `text`, which must be the text of the call before with bytes
  /// added at its end; nothing when more bytes are needed or, with `Input::whole`, when
  /// there are no more statements.
  enum class Input : std::uint8_t { growing, whole };
  std::optional<StatementMark> next(std::string_view text, Input input);

  /// The first `count` bytes, all before the open statement, are no longer in the text.
  void forget(std::size_t count);

  /// Where the open statement begins or, if none is open, how far the scan has come.
  [[nodiscard]] std::size_t open_at() const { return begin_ == kNone ? at_ : begin_; }
  [[nodiscard]] bool in_statement() const { return begin_ != kNone; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  enum class Step : std::uint8_t { token, need_more, statement };

  Step step(std::string_view text);
  Step skip_iri(std::string_view text);
  Step skip_string(std::string_view text);
  Step skip_word(std::string_view text);
  Step skip_at_word(std::string_view text);
  Step skip_number(std::string_view text);
  Step end_line(std::string_view text);
  Step dot(std::string_view text);
  Step brace(std::string_view text);
  Step token_until(std::size_t end);
  Step wait_at(std::size_t resume);
  Step broken_until(std::size_t end);
  Step finish(std::size_t end, StatementKind kind);
  Step end_of_input(std::string_view text);
  void open() {
    if (begin_ == kNone) begin_ = at_;
  }

  TurtleDialect dialect_;
  bool whole_ = false;
  std::size_t at_ = 0;         ///< start of the token that comes next
  std::size_t resume_ = 0;     ///< a token that begins at at_ is known up to here
  std::size_t begin_ = kNone;  ///< of the open statement
  std::size_t token_end_ = 0;  ///< of its last token
  bool in_comment_ = false;
  bool in_graph_ = false;
  bool damaged_ = false;  ///< a string or IRI was left open
  bool is_directive_ = false;
  bool ends_at_iri_ = false;  ///< PREFIX or BASE, which have no dot
  unsigned reread_strings_ = 0;
  StatementMark found_;
};

}  // namespace semsite
