#include "turtle/turtle_scanner.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

using Kind = TurtleTokenKind;

/// Damage is only re-read this often, so that no input takes quadratic time.
constexpr unsigned kMostRereads = 16;
/// A statement with more tokens is cut again by whoever reads it: its tokens may take
/// more memory than its text.
constexpr std::uint32_t kMostTokens = 1 << 16;

bool starts_statement(char c) {
  return c == '<' || c == '_' || c == ':' || c == '@' || is_letter(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Within a statement, does the token neither end it nor need a closer look?
bool is_inner(Kind kind) {
  constexpr auto bit = [](Kind one) { return 1U << static_cast<unsigned>(one); };
  constexpr unsigned kOthers = bit(Kind::end) | bit(Kind::dot) | bit(Kind::open_brace) |
                               bit(Kind::close_brace) | bit(Kind::bad);
  return (kOthers >> static_cast<unsigned>(kind) & 1U) == 0;
}

/// What is a token by itself, or begins one that is no name.
bool ends_word(char c) {
  return std::string_view{" \t\r\n<>\"'{}[](),;#^@|~"}.find(c) != std::string_view::npos;
}

}  // namespace

std::size_t behind_faulty_string(std::string_view text, std::size_t at, bool& closed) {
  const std::string_view quote = text.substr(at, 1);
  const std::string_view three = text.substr(at, 3);
  const bool is_long = three.size() == 3 && three == std::string(3, quote[0]);
  closed = false;
  for (std::size_t i = at + (is_long ? 3 : 1); i < text.size();) {
    if (text[i] == '\\') {
      // A line end is no escape; the string is broken there.
      i += !is_long && text.substr(i + 1).starts_with('\n') ? 1 : 2;
    } else if (text[i] == '\n' && !is_long) {
      return i;
    } else if (text.substr(i).starts_with(is_long ? three : quote)) {
      closed = true;
      return i + (is_long ? 3 : 1);
    } else {
      ++i;
    }
  }
  return text.size();
}

void StatementScanner::forget(std::size_t count) {
  at_ -= count;
  wanted_ -= std::min(wanted_, count);
  token_end_ -= std::min(token_end_, count);
  if (begin_ != kNone) begin_ -= count;
}

std::optional<StatementMark> StatementScanner::next(std::string_view text, Input input,
                                                    std::vector<TurtleToken>& tokens) {
  whole_ = input == Input::whole;
  if (input == Input::growing && text.size() < wanted_) return std::nullopt;
  wanted_ = 0;
  for (;;) {
    switch (step(text, tokens)) {
      case Step::token:
        break;
      case Step::need_more:
        return std::nullopt;
      case Step::statement:
        return found_;
    }
  }
}

/// What begins at `at_` is looked at from its begin again, when there is twice as much of
/// it: the time stays that of one look at the whole.
StatementScanner::Step StatementScanner::wait(std::string_view text) {
  wanted_ = text.size() + (text.size() - at_);
  return Step::need_more;
}

StatementScanner::Step StatementScanner::finish(std::size_t end, StatementKind kind) {
  found_ = {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(end), tokens_,
            kind};
  begin_ = kNone;
  tokens_ = 0;
  is_bad_ = is_damaged_ = is_directive_ = false;
  last_kind_ = Kind::end;
  return Step::statement;
}

StatementScanner::Step StatementScanner::step(std::string_view text,
                                              std::vector<TurtleToken>& tokens) {
  if (is_damaged_) {
    if (const Step damage = pass_damaged_space(text); damage != Step::token)
      return damage;
  } else if (begin_ != kNone && !is_bad_ && !in_comment_ && last_kind_ == Kind::end) {
    pass_inner(text, tokens);
  }
  at_ = behind_turtle_space(text, at_, in_comment_);
  if (at_ >= text.size()) return whole_ ? end_of_input(text) : Step::need_more;
  lexer_.go_to(text, at_);
  const TurtleToken token = lexer_.next_here();
  if (!whole_ && lexer_.seen() > text.size()) return wait(text);
  const bool alone = begin_ == kNone;
  const bool closes_graph = token.kind == Kind::close_brace && !alone && in_graph_ &&
                            dialect_ == TurtleDialect::trig;
  if (closes_graph) return closing_brace(alone);
  if (alone) begin_ = at_;
  if (!is_bad_) {
    tokens.push_back(token);
    is_bad_ = token.kind == Kind::bad;
    if (++tokens_ > kMostTokens) {
      tokens.resize(tokens.size() - tokens_);
      tokens_ = 0;
      is_bad_ = true;
    }
  }
  if (token.kind == Kind::bad) return pass_bad(text);
  at_ = token_end_ = token.end;
  if (token.kind == Kind::dot)
    return finish(at_, is_directive_ ? StatementKind::directive : StatementKind::triples);
  if (token.kind == Kind::open_brace) return opening_brace();
  if (token.kind == Kind::close_brace) return closing_brace(alone);
  if (token.kind == last_kind_) return finish(at_, StatementKind::directive);
  if (!alone) return Step::token;
  if (token.kind == Kind::at_word) is_directive_ = true;
  if (token.kind == Kind::word) {
    const std::string_view word = lexer_.text_of(token);
    if (equal_ignoring_case(word, "prefix") || equal_ignoring_case(word, "base"))
      last_kind_ = Kind::iri;
    if (equal_ignoring_case(word, "version")) last_kind_ = Kind::string;
    is_directive_ = last_kind_ != Kind::end;
  }
  return Step::token;
}

/// The tokens of the open statement up to one that may end it, as far as they have come.
void StatementScanner::pass_inner(std::string_view text,
                                  std::vector<TurtleToken>& tokens) {
  const std::size_t known = whole_ ? kNone : text.size();
  const std::size_t before = tokens.size();
  const std::size_t most = before + (kMostTokens - tokens_);
  lexer_.go_to(text, at_);
  while (tokens.size() < most) {
    const TurtleToken token = lexer_.next();
    if (!is_inner(token.kind) || lexer_.seen() > known) break;
    tokens.push_back(token);
  }
  if (tokens.size() == before) return;
  tokens_ += static_cast<std::uint32_t>(tokens.size() - before);
  at_ = token_end_ = tokens.back().end;
}

/// A line that looks like a statement ends one with damage before it.
StatementScanner::Step StatementScanner::pass_damaged_space(std::string_view text) {
  while (at_ < text.size()) {
    const char c = text[at_];
    const bool ends_line = c == '\n' || c == '\r';
    if (ends_line) {
      if (at_ + 1 >= text.size() && !whole_) return Step::need_more;
      in_comment_ = false;
      if (at_ + 1 < text.size() && starts_statement(text[at_ + 1]))
        return finish(token_end_, StatementKind::unfinished);
    } else if (c == '#') {
      in_comment_ = true;
    } else if (!in_comment_ && c != ' ' && c != '\t') {
      break;
    }
    ++at_;
  }
  return Step::token;
}

/// Behind what begins at `at_` and is no token.
StatementScanner::Step StatementScanner::pass_bad(std::string_view text) {
  const char first = text[at_];
  std::size_t end = at_ + 1;
  if (first == '<') {
    end = std::min(text.find_first_of(">\n", end), text.size());
    if (end == text.size() && !whole_) return wait(text);
    is_damaged_ = is_damaged_ || end == text.size() || text[end] == '\n';
    if (end < text.size() && text[end] == '>') ++end;
  } else if (first == '"' || first == '\'') {
    bool closed = false;
    end = behind_faulty_string(text, at_, closed);
    if (end == text.size() && !whole_) return wait(text);
    is_damaged_ = is_damaged_ || !closed;
    // A long one that is left open ends at its line.
    if (!closed && end == text.size() && ++reread_strings_ <= kMostRereads)
      end = std::min(text.find('\n', at_), text.size());
  } else {
    while (end < text.size() && !ends_word(text[end])) end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size() && !whole_) return wait(text);
    end = std::min(end, text.size());
    // A name does not end in a dot, unless that is escaped.
    while (end > at_ + 1 && text[end - 1] == '.' && text[end - 2] != '\\') --end;
  }
  at_ = token_end_ = end;
  return first == '<' && last_kind_ == Kind::iri && !is_damaged_
             ? finish(at_, StatementKind::directive)
             : Step::token;
}

StatementScanner::Step StatementScanner::opening_brace() {
  if (dialect_ == TurtleDialect::turtle || in_graph_) return Step::token;
  in_graph_ = true;
  return finish(at_, StatementKind::graph_open);
}

StatementScanner::Step StatementScanner::closing_brace(bool alone) {
  if (dialect_ == TurtleDialect::turtle || !in_graph_)
    return alone ? finish(at_, StatementKind::triples) : Step::token;
  if (!alone)
    return finish(token_end_,
                  is_damaged_ ? StatementKind::unfinished : StatementKind::last_triples);
  in_graph_ = false;
  return finish(at_, StatementKind::graph_close);
}

StatementScanner::Step StatementScanner::end_of_input(std::string_view text) {
  if (begin_ != kNone) return finish(token_end_, StatementKind::unfinished);
  if (!in_graph_) return Step::need_more;
  in_graph_ = false;
  at_ = begin_ = text.size();
  return finish(at_, StatementKind::graph_unclosed);
}

}  // namespace semsite
