#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "turtle/turtle_env.hpp"
#include "turtle/turtle_lexer.hpp"

namespace semsite {

/// Behind the string that begins at `at`, whatever faults it has. Where it is not
/// `closed`, that is the end of its line or, of a long one, of the text.
[[nodiscard]] std::size_t behind_faulty_string(std::string_view text, std::size_t at,
                                               bool& closed);

enum class TurtleDialect : std::uint8_t { turtle, trig };

/// Cuts a text into tokens, and finds where statements end, without judging them: a dot
/// that is a token ends a statement wherever it stands, so that a bracket left open harms
/// no other statement.
///
/// What is no token is passed over: an IRI or string with a fault to its end, and one
/// that is left open to the end of its line; its statement then ends at the next dot, or
/// before the next line that looks like the start of a statement.
class StatementScanner {
 public:
  explicit StatementScanner(TurtleDialect dialect) : dialect_(dialect) {}

  /// The next statement in `text`, which must be the text of the call before with bytes
  /// added at its end; nothing when more bytes are needed or, with `Input::broken`, whose
  /// rest will not come, and `Input::whole`, when there are no more statements. Its
  /// tokens are put behind those in `tokens`, up to the first that is bad; those of an
  /// endless one are not.
  enum class Input : std::uint8_t { growing, broken, whole };
  std::optional<StatementMark> next(std::string_view text, Input input,
                                    std::vector<TurtleToken>& tokens);

  /// The first `count` bytes, all before the open statement, are no longer in the text;
  /// nor are the tokens of statements that were found.
  void forget(std::size_t count);

  /// Where the open statement begins or, if none is open, how far the scan has come.
  [[nodiscard]] std::size_t open_at() const { return begin_ == kNone ? at_ : begin_; }
  [[nodiscard]] bool in_statement() const { return begin_ != kNone; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  enum class Step : std::uint8_t { token, need_more, statement };

  Step step(std::string_view text, std::vector<TurtleToken>& tokens);
  void pass_inner(std::string_view text, std::vector<TurtleToken>& tokens);
  Step pass_damaged_space(std::string_view text);
  Step pass_bad(std::string_view text);
  Step opening_brace();
  Step closing_brace(bool alone);
  Step wait(std::string_view text);
  Step finish(std::size_t end, StatementKind kind);
  Step end_of_input(std::string_view text);

  TurtleDialect dialect_;
  TurtleLexer lexer_{{}};
  bool whole_ = false;
  std::size_t at_ = 0;         ///< behind the last token
  std::size_t wanted_ = 0;     ///< so long must the text be before it is looked at again
  std::size_t begin_ = kNone;  ///< of the open statement
  std::size_t token_end_ = 0;  ///< of its last token
  std::uint32_t tokens_ = 0;   ///< of the open statement, put behind the others
  bool is_bad_ = false;        ///< one of its tokens was, or there are too many
  bool in_comment_ = false;
  bool in_graph_ = false;
  bool is_damaged_ = false;  ///< a string or IRI was left open
  bool is_directive_ = false;
  /// PREFIX or BASE, VERSION: directives without a dot end with a token of this kind.
  TurtleTokenKind last_kind_ = TurtleTokenKind::end;
  unsigned reread_strings_ = 0;
  StatementMark found_;
};

}  // namespace semsite
