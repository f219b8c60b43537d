#include "parse/turtle_scanner.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/byte_scan.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

enum class Class : std::uint8_t { word, space, line_end, own };  // own: a token by itself

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> table{};
  for (const char c : std::string_view{" \t"})
    table[static_cast<unsigned char>(c)] = Class::space;
  for (const char c : std::string_view{"\r\n"})
    table[static_cast<unsigned char>(c)] = Class::line_end;
  for (const char c : std::string_view{"<>\"'{}[](),;#^@"})
    table[static_cast<unsigned char>(c)] = Class::own;
  return table;
}
constexpr auto kClasses = make_classes();

/// Damage is only re-read this often, so that no input takes quadratic time.
constexpr unsigned kMostRereads = 16;

Class class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

bool starts_statement(char c) {
  return c == '<' || c == '_' || c == ':' || c == '@' || is_letter(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

void StatementScanner::forget(std::size_t count) {
  at_ -= count;
  resume_ -= std::min(resume_, count);
  token_end_ -= std::min(token_end_, count);
  if (begin_ != kNone) begin_ -= count;
}

std::optional<StatementMark> StatementScanner::next(std::string_view text, Input input) {
  whole_ = input == Input::whole;
  for (;;) {
    switch (step(text)) {
      case Step::token:
        break;
      case Step::need_more:
        return std::nullopt;
      case Step::statement:
        return found_;
    }
  }
}

StatementScanner::Step StatementScanner::token_until(std::size_t end) {
  at_ = token_end_ = end;
  resume_ = 0;
  return Step::token;
}

StatementScanner::Step StatementScanner::wait_at(std::size_t resume) {
  resume_ = resume;
  return Step::need_more;
}

StatementScanner::Step StatementScanner::broken_until(std::size_t end) {
  damaged_ = true;
  return token_until(end);
}

StatementScanner::Step StatementScanner::finish(std::size_t end, StatementKind kind) {
  found_ = {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(end), kind};
  begin_ = kNone;
  damaged_ = is_directive_ = ends_at_iri_ = false;
  return Step::statement;
}

StatementScanner::Step StatementScanner::step(std::string_view text) {
  if (in_comment_) {
    const std::size_t end = text.find_first_of("\r\n", at_);
    at_ = std::min(end, text.size());
    in_comment_ = end == std::string_view::npos;
  }
  while (at_ < text.size() && class_of(text[at_]) == Class::space) ++at_;
  if (at_ >= text.size()) return whole_ ? end_of_input(text) : Step::need_more;
  const char c = text[at_];
  switch (class_of(c)) {
    case Class::space:
    case Class::line_end:
      return end_line(text);
    case Class::word:
      return skip_word(text);
    case Class::own:
      break;
  }
  switch (c) {
    case '#':
      in_comment_ = true;
      ++at_;
      return Step::token;
    case '<':
      open();
      return skip_iri(text);
    case '"':
    case '\'':
      open();
      return skip_string(text);
    case '@':
      return skip_at_word(text);
    case '{':
    case '}':
      return brace(text);
    default:
      open();
      return token_until(at_ + 1);
  }
}

StatementScanner::Step StatementScanner::end_line(std::string_view text) {
  if (damaged_ && begin_ != kNone) {
    if (at_ + 1 >= text.size() && !whole_) return Step::need_more;
    if (at_ + 1 < text.size() && starts_statement(text[at_ + 1]))
      return finish(token_end_, StatementKind::unfinished);
  }
  ++at_;
  return Step::token;
}

StatementScanner::Step StatementScanner::skip_iri(std::string_view text) {
  const std::size_t from = std::max(at_ + 1, resume_);
  const void* close = std::memchr(text.data() + from, '>', text.size() - from);
  const std::size_t end =
      close == nullptr
          ? text.size()
          : static_cast<std::size_t>(static_cast<const char*>(close) - text.data());
  const void* line = std::memchr(text.data() + from, '\n', end - from);
  if (line != nullptr)
    return broken_until(
        static_cast<std::size_t>(static_cast<const char*>(line) - text.data()));
  if (close == nullptr) return whole_ ? broken_until(text.size()) : wait_at(end);
  token_until(end + 1);
  return ends_at_iri_ ? finish(at_, StatementKind::directive) : Step::token;
}

StatementScanner::Step StatementScanner::skip_string(std::string_view text) {
  if (at_ + 2 >= text.size() && !whole_) return Step::need_more;
  const char quote = text[at_];
  const auto is_quote = [&](std::size_t i) {
    return i < text.size() && text[i] == quote;
  };
  const bool lengthy = is_quote(at_ + 1) && is_quote(at_ + 2);
  for (std::size_t i = std::max(at_ + (lengthy ? 3 : 1), resume_);;) {
    if (quote == '"' && i < text.size())
      i = static_cast<std::size_t>(
          scan_to<LiteralStop>(text.data() + i, text.data() + text.size()).stop -
          text.data());
    while (i < text.size() && text[i] != quote && text[i] != '\\' && text[i] != '\n') ++i;
    if (i >= text.size()) {
      if (!whole_) return wait_at(text.size());
      if (lengthy && ++reread_strings_ <= kMostRereads)
        return broken_until(std::min(text.find('\n', at_), text.size()));
      return broken_until(text.size());
    }
    const std::size_t ahead = text[i] == '\\' ? 1 : lengthy && text[i] == quote ? 2 : 0;
    if (i + ahead >= text.size() && !whole_) return wait_at(i);
    if (text[i] == '\\') {
      // A line end is no escape; the string is broken there.
      i += !lengthy && i + 1 < text.size() && text[i + 1] == '\n' ? 1 : 2;
    } else if (text[i] == '\n') {
      if (!lengthy) return broken_until(i);
      ++i;
    } else if (!lengthy) {
      return token_until(i + 1);
    } else if (is_quote(i + 1) && is_quote(i + 2)) {
      return token_until(i + 3);
    } else {
      ++i;
    }
  }
}

StatementScanner::Step StatementScanner::skip_at_word(std::string_view text) {
  std::size_t end = std::max(at_ + 1, resume_);
  while (end < text.size() &&
         (is_letter(text[end]) || is_digit(text[end]) || text[end] == '-'))
    ++end;
  if (end == text.size() && !whole_) return wait_at(end);
  if (begin_ == kNone) is_directive_ = true;
  open();
  return token_until(end);
}

StatementScanner::Step StatementScanner::skip_word(std::string_view text) {
  const char first = text[at_];
  if (first == '.') {
    if (at_ + 1 >= text.size() && !whole_) return Step::need_more;
    if (at_ + 1 >= text.size() || !is_digit(text[at_ + 1])) return dot(text);
  }
  if (is_digit(first) || first == '.' || first == '+' || first == '-')
    return skip_number(text);
  std::size_t end = std::max(at_ + 1, resume_);
  if (first == '\\') end = std::max(at_ + 2, resume_);
  while (end < text.size() && class_of(text[end]) == Class::word) {
    if (text[end] != '\\') {
      ++end;
    } else if (end + 1 < text.size() || whole_) {
      end += 2;
    } else {
      return wait_at(end);
    }
  }
  if (end >= text.size()) {
    if (!whole_) return wait_at(text.size());
    end = text.size();
  }
  // A name does not end in a dot, unless that is escaped.
  std::size_t solid = end;
  while (solid > at_ + 1 && text[solid - 1] == '.') --solid;
  if (solid < end && text[solid - 1] == '\\') ++solid;
  if (begin_ == kNone) {
    const std::string_view word = text.substr(at_, solid - at_);
    ends_at_iri_ =
        equal_ignoring_case(word, "prefix") || equal_ignoring_case(word, "base");
    is_directive_ = ends_at_iri_;
  }
  open();
  return token_until(solid);
}

StatementScanner::Step StatementScanner::skip_number(std::string_view text) {
  std::size_t end = std::max(at_, resume_);
  const auto in = [&](std::size_t i) { return i < text.size() ? text[i] : ' '; };
  if (end == at_ && (in(end) == '+' || in(end) == '-')) ++end;
  while (is_digit(in(end))) ++end;
  // What decides is at most four characters on: ".e+1".
  if (end + 4 > text.size() && !whole_) return wait_at(end == at_ + 1 ? 0 : end);
  const auto exponent = [&](std::size_t i) -> std::size_t {
    if ((in(i) | 0x20) != 'e') return 0;
    const std::size_t digits = in(i + 1) == '+' || in(i + 1) == '-' ? i + 2 : i + 1;
    return is_digit(in(digits)) ? digits : 0;
  };
  if (in(end) == '.' && is_digit(in(end + 1))) {
    ++end;
    while (is_digit(in(end))) ++end;
    if (end + 4 > text.size() && !whole_) return wait_at(0);
  } else if (in(end) == '.' && exponent(end + 1) > 0) {
    ++end;
  }
  if (const std::size_t digits = exponent(end); digits > 0) {
    end = digits;
    while (is_digit(in(end))) ++end;
    if (end == text.size() && !whole_) return wait_at(0);
  }
  open();
  return token_until(std::max(end, at_ + 1));
}

StatementScanner::Step StatementScanner::dot(std::string_view) {
  open();
  const bool directive = is_directive_;
  token_until(at_ + 1);
  return finish(at_, directive ? StatementKind::directive : StatementKind::triples);
}

StatementScanner::Step StatementScanner::brace(std::string_view text) {
  const bool opening = text[at_] == '{';
  if (dialect_ == TurtleDialect::turtle || opening == in_graph_) {
    const bool alone = begin_ == kNone;
    open();
    token_until(at_ + 1);
    return alone && !opening ? finish(at_, StatementKind::triples) : Step::token;
  }
  if (opening) {
    open();
    in_graph_ = true;
    token_until(at_ + 1);
    return finish(at_, StatementKind::graph_open);
  }
  if (begin_ != kNone)
    return finish(token_end_,
                  damaged_ ? StatementKind::unfinished : StatementKind::last_triples);
  open();
  in_graph_ = false;
  token_until(at_ + 1);
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
