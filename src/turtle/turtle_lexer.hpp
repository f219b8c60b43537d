#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

enum class TurtleTokenKind : std::uint8_t {
  end,
  iri,       ///< `<…>`
  prefixed,  ///< `p:local`, `p:`, `:local`, `:`
  blank,     ///< `_:label`
  string,    ///< any of the four quotings, quotes included
  at_word,   ///< `@en-GB`, `@ar--rtl`, `@prefix`
  number,
  word,  ///< letters only: `a`, `true`, `PREFIX`
  dot,
  comma,
  semicolon,
  open_bracket,
  close_bracket,
  open_parenthesis,
  close_parenthesis,
  open_brace,
  close_brace,
  carets,            ///< `^^`
  tilde,             ///< `~`
  open_reified,      ///< `<<`
  close_reified,     ///< `>>`
  open_triple,       ///< `<<(`
  close_triple,      ///< `)>>`
  open_annotation,   ///< `{|`
  close_annotation,  ///< `|}`
  bad,               ///< see TurtleLexer::problem
};

struct TurtleToken {
  TurtleTokenKind kind = TurtleTokenKind::end;
  bool escaped = false;  ///< has a backslash in it
  bool plain = false;    ///< a string of ASCII without what N-Quads escapes
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// What is wrong with a statement, and where in its text.
struct TurtleProblem {
  std::string_view code;
  std::string message;
  std::size_t at = 0;
};

/// Cuts a text, of at most 4 GiB, into tokens, by the terminals of RDF 1.2 Turtle §6.5 to
/// the letter. Where the text is not UTF-8, a token is bad or holds what is not.
class TurtleLexer {
 public:
  explicit TurtleLexer(std::string_view text) : text_(text) {}

  /// Goes on in `text` at `at`.
  void go_to(std::string_view text, std::size_t at) {
    text_ = text;
    at_ = at;
  }

  /// The next token; after `end` or `bad` the same again.
  TurtleToken next();
  /// The same, where neither space nor a comment nor the end of the text is.
  TurtleToken next_here();

  /// The last token is what it is because of the text before this place: if that is
  /// beyond its end, there may be another token with more text.
  [[nodiscard]] std::size_t seen() const { return seen_; }

  [[nodiscard]] std::string_view text_of(const TurtleToken& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

  /// Of the `bad` token.
  [[nodiscard]] const TurtleProblem& problem() const { return problem_; }

 private:
  TurtleToken take(TurtleTokenKind kind, std::size_t end, bool escaped = false,
                   bool plain = false);
  TurtleToken fail(std::string_view code, std::string message, std::size_t at);
  TurtleToken unclosed(std::string message);
  TurtleToken read_iri();
  TurtleToken read_string(char quote);
  TurtleToken read_at_word();
  TurtleToken read_number();
  TurtleToken read_name();
  TurtleToken read_other_name();
  TurtleToken read_local(std::size_t colon);
  TurtleToken read_blank();
  [[nodiscard]] char at(std::size_t i) const {
    return i < text_.size() ? text_[i] : '\0';
  }
  /// Length of the PN_CHARS that starts at `i`, 0 if there is none.
  [[nodiscard]] std::size_t name_char(std::size_t i) const;
  /// Length of the PN_CHARS_BASE beyond ASCII that starts at `i`, 0 if there is none.
  [[nodiscard]] std::size_t wide_base_char(std::size_t i) const;
  [[nodiscard]] std::size_t behind_name(std::size_t i, std::size_t& solid) const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t seen_ = 0;
  TurtleProblem problem_;
};

/// Behind the white space and comments that start at `at`. `in_comment`: `at` is in a
/// comment; and afterwards, whether the text ends in one.
[[nodiscard]] std::size_t behind_long_turtle_space(std::string_view text, std::size_t at,
                                                   bool& in_comment);
[[nodiscard]] inline std::size_t behind_turtle_space(std::string_view text,
                                                     std::size_t at, bool& in_comment) {
  const auto is_solid = [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '#';
  };
  // Mostly there is one space, or none.
  if (!in_comment && at < text.size()) {
    if (is_solid(text[at])) return at;
    if (text[at] == ' ' && at + 1 < text.size() && is_solid(text[at + 1])) return at + 1;
  }
  return behind_long_turtle_space(text, at, in_comment);
}

/// The scalar value of the UCHAR (`\uXXXX` or `\UXXXXXXXX`) at `at`, and its length;
/// length 0 if it is malformed or no scalar value.
struct TurtleEscape {
  char32_t code_point = 0;
  std::size_t length = 0;
};
[[nodiscard]] TurtleEscape decode_uchar(std::string_view text, std::size_t at);

/// The IRI reference that an `iri` token stands for, escapes decoded.
[[nodiscard]] std::string decode_iri_token(std::string_view token);

/// What stands between the quotes of a `string` token, escapes as written.
[[nodiscard]] std::string_view string_inside(std::string_view token);

/// The text that it stands for.
[[nodiscard]] std::string decode_string(std::string_view inside);
[[nodiscard]] inline std::string decode_string_token(std::string_view token) {
  return decode_string(string_inside(token));
}

/// The name that a `prefixed` token stands for.
[[nodiscard]] std::string without_backslashes(std::string_view token);

}  // namespace semsite
