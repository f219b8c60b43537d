#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/parse_job.hpp"
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

/// Cuts Turtle or TriG into pieces of whole statements; each takes along what was in
/// force before it (a TurtleContext). Graph blocks are cut inside, too.
class TurtleSplitter final : public Splitter {
 public:
  /// A piece ends with the first statement end at or behind `piece_bytes`.
  TurtleSplitter(const SplitJob& job, TurtleDialect dialect, std::size_t piece_bytes);

  /// Throws DocumentError("turtle.too-long") for a statement above
  /// `limits.literal_bytes`, and what the source throws.
  std::optional<Piece> next() override;

 private:
  [[nodiscard]] std::string_view text() const {
    return std::string_view{*buffer_}.substr(start_);
  }
  void note(const StatementMark& mark);
  void give_up(const TurtleProblem& problem);
  Piece cut(std::size_t size);
  void pass(std::size_t size);
  void fill();
  void read_more();
  void refuse_long_statement();
  void skip_byte_order_mark();

  ByteSource& bytes_;
  Diagnostics& diagnostics_;
  std::size_t limit_;  ///< bytes of one statement
  std::size_t piece_bytes_;
  StatementScanner scanner_;

  std::shared_ptr<std::string> buffer_ = std::make_shared<std::string>();
  bool buffer_is_shared_ = false;  ///< pieces look into it: it must not change
  std::size_t start_ = 0;          ///< of the open piece in the buffer
  std::uint64_t offset_ = 0;       ///< of the open piece in the document
  std::uint64_t line_ = 1;         ///< of the open piece
  std::uint64_t column_ = 1;       ///< of the open piece, in bytes
  bool at_document_start_ = true;
  bool ended_ = false;
  bool is_given_up_ = false;    ///< `failure_` comes next, whatever text there is
  std::exception_ptr failure_;  ///< thrown once the whole statements are out

  std::shared_ptr<TurtleEnv> env_;        ///< in force at the end of `statements_`
  std::shared_ptr<TurtleEnv> piece_env_;  ///< in force at the start of the piece
  std::optional<TurtleGraph> graph_;
  std::optional<TurtleGraph> piece_graph_;
  std::vector<StatementMark> statements_;
  std::vector<TurtleToken> tokens_;  ///< theirs
  bool is_cut_ = false;              ///< the document ends inside the last of them
  std::uint64_t next_sequence_ = 0;
};

/// SplitFn of Turtle and of TriG.
[[nodiscard]] std::unique_ptr<Splitter> make_turtle_splitter(const SplitJob& job);
[[nodiscard]] std::unique_ptr<Splitter> make_trig_splitter(const SplitJob& job);

}  // namespace semsite
