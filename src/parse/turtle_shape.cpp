#include "parse/turtle_shape.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

enum class Kind {
  iri,
  name,
  blank,
  literal,
  a,
  at_directive,  ///< @prefix, @base: ends with a full stop
  directive,     ///< PREFIX, BASE
  graph,
  sign,  ///< one of .;,[](){}
  cut,   ///< the text ends, perhaps inside a token
  bad,
};

struct Token {
  Kind kind;
  char sign = '\0';
};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Cuts Turtle's tokens (RDF 1.1 Turtle §6.5) from a text.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : rest_(text) {}

  [[nodiscard]] std::size_t faulty_iris() const { return faulty_iris_; }

  Token next() {
    skip();
    if (rest_.empty()) return {Kind::cut};
    const bool first = !std::exchange(begun_, true);
    const char c = rest_.front();
    if (c == '<') return iri(first);
    if (c == '"' || c == '\'') return string();
    if (c == '@') return at_word();
    if (rest_.starts_with("_:")) return name(Kind::blank);
    if (is_digit(c)) return numeral();
    if (c == '+' || c == '-' || c == '.') {
      // [+-]? [0-9]* '.'? [0-9]…
      std::size_t digit = c == '.' ? 1 : rest_.find_first_not_of('.', 1);
      digit = std::min(digit, rest_.size());
      if (digit == rest_.size() && c != '.') return cut();
      if (digit <= 2 && digit < rest_.size() && is_digit(rest_[digit])) return numeral();
    }
    if (std::string_view{".;,[](){}"}.find(c) != std::string_view::npos) {
      rest_.remove_prefix(1);
      return {Kind::sign, c};
    }
    return name(Kind::name);
  }

 private:
  void skip() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '#') {
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        rest_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  Token take(std::size_t size, Kind kind) {
    rest_.remove_prefix(size);
    return {kind};
  }

  Token cut() {
    rest_ = {};
    return {Kind::cut};
  }

  /// The document's first IRI is taken strictly: it could be an XML tag.
  Token iri(bool strict) {
    const std::size_t end = rest_.find_first_of(strict ? "<> \t\r\n\"" : "<>\n", 1);
    if (end == std::string_view::npos) return cut();
    if (rest_[end] != '>') return {Kind::bad};
    if (rest_.substr(0, end).find_first_of(" \t\"") < end) ++faulty_iris_;
    return take(end + 1, Kind::iri);
  }

  Token string() {
    const char quote = rest_.front();
    const bool is_long = rest_.size() >= 3 && rest_[1] == quote && rest_[2] == quote;
    std::size_t at = is_long ? 3 : 1;
    for (;; at += rest_[at] == '\\' ? 2 : 1) {
      if (at >= rest_.size()) return cut();
      if (rest_[at] == quote) {
        if (!is_long) break;
        if (at + 2 >= rest_.size()) return cut();
        if (rest_[at + 1] == quote && rest_[at + 2] == quote) break;
      }
      if (!is_long && rest_[at] == '\n') return {Kind::bad};
    }
    rest_.remove_prefix(at + (is_long ? 3 : 1));
    skip();
    if (rest_ == "^") return cut();
    if (rest_.starts_with("^^")) {
      rest_.remove_prefix(2);
      const Token type = next();
      if (type.kind == Kind::cut) return type;
      return {type.kind == Kind::iri || type.kind == Kind::name ? Kind::literal
                                                                : Kind::bad};
    }
    if (rest_.starts_with('@')) {
      std::size_t end = 1;
      while (end < rest_.size() && is_word(rest_[end])) ++end;
      return end == 1 && rest_.size() > 1 ? Token{Kind::bad} : take(end, Kind::literal);
    }
    return {Kind::literal};
  }

  Token at_word() {
    for (const std::string_view word : {"@prefix", "@base"}) {
      if (rest_.starts_with(word)) return take(word.size(), Kind::at_directive);
      if (word.starts_with(rest_)) return cut();
    }
    return {Kind::bad};
  }

  /// Is the dot before `rest` one inside a number: `1.5`, `1.e5`?
  static bool goes_on(std::string_view rest) {
    if (rest.empty()) return false;
    if (is_digit(rest[0])) return true;
    if (rest.size() < 2 || (rest[0] | 0x20) != 'e') return false;
    const bool is_signed = rest.size() > 2 && (rest[1] == '+' || rest[1] == '-');
    return is_digit(rest[is_signed ? 2 : 1]);
  }

  Token numeral() {
    std::size_t at = 1;
    while (at < rest_.size() &&
           (is_digit(rest_[at]) || rest_[at] == 'e' || rest_[at] == 'E' ||
            ((rest_[at] == '+' || rest_[at] == '-') && (rest_[at - 1] | 0x20) == 'e') ||
            (rest_[at] == '.' && goes_on(rest_.substr(at + 1)))))
      ++at;
    return take(at, Kind::literal);
  }

  /// A prefixed name, a blank node label (after `_:`), or one of the bare words.
  Token name(Kind kind) {
    std::size_t end = 0;
    bool colon = false;
    while (end < rest_.size()) {
      const char c = rest_[end];
      if (c == ':') {
        colon = true;
      } else if (colon && c == '\\' && end + 1 < rest_.size()) {
        ++end;
      } else if (!is_word(c) && c != '.' && !(colon && c == '%')) {
        break;
      }
      ++end;
    }
    if (end == rest_.size() && end > 0) return cut();
    while (end > 0 && rest_[end - 1] == '.') --end;
    if (end == 0) return {Kind::bad};
    const std::string_view word = rest_.substr(0, end);
    if (colon) return take(end, kind);
    if (word == "a") return take(end, Kind::a);
    if (word == "true" || word == "false") return take(end, Kind::literal);
    if (equal_ignoring_case(word, "prefix") || equal_ignoring_case(word, "base"))
      return take(end, Kind::directive);
    if (equal_ignoring_case(word, "graph")) return take(end, Kind::graph);
    return {Kind::bad};
  }

  std::string_view rest_;
  std::size_t faulty_iris_ = 0;
  bool begun_ = false;
};

/// Follows the grammar loosely: which term of a triple comes next, in which brackets.
class Shaper {
 public:
  explicit Shaper(std::string_view text) : tokens_(text) {}

  TurtleShape shape() {
    follow();
    shape_.faulty_iris = tokens_.faulty_iris();
    return shape_;
  }

 private:
  enum class Place { subject, predicate, object, after };
  struct Frame {
    char bracket;  ///< the one that closes it; 0 for the document
    Place place;
    bool bare = false;  ///< the subject is `[…]`, which needs no predicate
  };

  void follow() {
    bool first = true;
    for (;;) {
      const Token token = tokens_.next();
      if (token.kind == Kind::cut) {
        shape_.fits =
            shape_.statements + shape_.directives > 0 || shape_.graphs || seen_ >= 2;
        return;
      }
      const bool good = accept(token);
      if (first) shape_.starts = good && token.kind != Kind::name;
      first = false;
      if (!good) return;
    }
  }

  bool accept(const Token& token) {
    Frame& frame = frames_.back();
    switch (token.kind) {
      case Kind::at_directive:
      case Kind::directive:
        return directive(token.kind);
      case Kind::graph:
        // The name that follows is then taken for a subject before `{`.
        return frames_.size() == 1 && frame.place == Place::subject;
      case Kind::iri:
      case Kind::name:
        ++seen_;
        return advance();
      case Kind::blank:
        ++seen_;
        return frame.place != Place::predicate && advance();
      case Kind::a:
        return frame.place == Place::predicate && advance();
      case Kind::literal:
        return (frame.place == Place::object || frame.bracket == ')') && advance();
      case Kind::sign:
        return sign(token.sign);
      case Kind::cut:
      case Kind::bad:
        break;
    }
    return false;
  }

  /// To the next place after a term.
  bool advance() {
    Frame& frame = frames_.back();
    if (frame.bracket == ')') return true;
    if (frame.place == Place::after) return false;
    frame.place = static_cast<Place>(static_cast<int>(frame.place) + 1);
    return true;
  }

  bool directive(Kind kind) {
    if (frames_.size() != 1 || frames_.back().place != Place::subject) return false;
    Token token = tokens_.next();
    if (token.kind == Kind::name) token = tokens_.next();
    if (token.kind != Kind::iri && token.kind != Kind::cut) return false;
    ++shape_.directives;
    if (kind == Kind::directive || token.kind == Kind::cut) return true;
    token = tokens_.next();
    return token.kind == Kind::cut || token.sign == '.';
  }

  bool sign(char c) {
    Frame& frame = frames_.back();
    switch (c) {
      case '.':
        if (frame.bracket != 0 && frame.bracket != '}') return false;
        if (frame.place != Place::after &&
            !(frame.place == Place::predicate && frame.bare))
          return false;
        ++shape_.statements;
        frame = {.bracket = frame.bracket, .place = Place::subject};
        return true;
      case ';':
        if (frame.place == Place::after) frame.bare = frame.bracket != ']';
        if (frame.place != Place::after && frame.place != Place::predicate) return false;
        frame.place = Place::predicate;
        return true;
      case ',':
        if (frame.place != Place::after) return false;
        frame.place = Place::object;
        return true;
      case '[':
        if (!takes_bracket(frame)) return false;
        frames_.push_back({.bracket = ']', .place = Place::predicate});
        return true;
      case '(':
        if (!takes_bracket(frame)) return false;
        frames_.push_back({.bracket = ')', .place = Place::subject});
        return true;
      case '{':
        if (frames_.size() != 1 || frame.place > Place::predicate) return false;
        frames_.push_back({.bracket = '}', .place = Place::subject});
        return true;
      default:
        return close(c);
    }
  }

  static bool takes_bracket(const Frame& frame) {
    return frame.bracket == ')' || frame.place == Place::subject ||
           frame.place == Place::object;
  }

  bool close(char bracket) {
    const Frame frame = frames_.back();
    if (frame.bracket != bracket || frame.place == Place::object) return false;
    if (bracket == '}') {
      if (frame.place == Place::predicate && !frame.bare) return false;
      shape_.graphs = true;
      frames_.pop_back();
      frames_.back() = {.bracket = 0, .place = Place::subject};
      return true;
    }
    frames_.pop_back();
    Frame& around = frames_.back();
    if (bracket == ']' && around.place == Place::subject) around.bare = true;
    return advance();
  }

  Tokens tokens_;
  TurtleShape shape_;
  std::size_t seen_ = 0;  ///< IRIs, names and blank nodes
  std::vector<Frame> frames_{{.bracket = 0, .place = Place::subject}};
};

}  // namespace

TurtleShape turtle_shape(std::string_view text) { return Shaper{text}.shape(); }

}  // namespace semsite
