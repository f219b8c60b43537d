#include "turtle/turtle_shape.hpp"

#include <utility>
#include <vector>

#include "base/text.hpp"
#include "turtle/turtle_lexer.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite {
namespace {

enum class ShapeKind {
  iri,
  name,
  blank,
  literal,
  a,
  at_directive,  ///< @prefix, @base, @version: ends with a full stop
  directive,     ///< PREFIX, BASE, VERSION
  graph,
  sign,
  cut,  ///< the text ends, perhaps inside a token
  bad,
};

struct Token {
  ShapeKind kind;
  TurtleTokenKind sign = TurtleTokenKind::end;
};

/// The tokens of a text, whose faults are taken for whole ones where they can be.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t faulty_iris() const { return faulty_iris_; }

  Token next() {
    using enum TurtleTokenKind;
    const bool first = !std::exchange(begun_, true);
    const TurtleToken token = take();
    const std::string_view text = lexer_.text_of(token);
    switch (token.kind) {
      case end:
        return {ShapeKind::cut};
      case bad:
        return lexer_.seen() > text_.size() ? Token{ShapeKind::cut} : faulty(first);
      case iri:
        return {ShapeKind::iri};
      case prefixed:
        return {token.end == text_.size() ? ShapeKind::cut : ShapeKind::name};
      case blank:
        return {token.end == text_.size() ? ShapeKind::cut : ShapeKind::blank};
      case string:
        return literal();
      case number:
        return {ShapeKind::literal};
      case at_word:
        for (const std::string_view directive : {"@prefix", "@base", "@version"}) {
          if (text == directive) return {ShapeKind::at_directive};
          if (token.end == text_.size() && directive.starts_with(text))
            return {ShapeKind::cut};
        }
        return {ShapeKind::bad};
      case word:
        return {token.end == text_.size() ? ShapeKind::cut : meaning(text)};
      case carets:
        return {ShapeKind::bad};
      default:
        return {ShapeKind::sign, token.kind};
    }
  }

 private:
  TurtleToken take() {
    bool in_comment = false;
    at_ = behind_turtle_space(text_, at_, in_comment);
    lexer_.go_to(text_, at_);
    const TurtleToken token = lexer_.next();
    if (token.kind != TurtleTokenKind::bad) at_ = token.end;
    return token;
  }

  /// What is no token. The document's first IRI is taken strictly: it could be a tag of
  /// XML.
  Token faulty(bool first) {
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      bool closed = false;
      at_ = behind_faulty_string(text_, at_, closed);
      return closed ? literal()
                    : Token{at_ == text_.size() ? ShapeKind::cut : ShapeKind::bad};
    }
    if (c != '<' || first) return {ShapeKind::bad};
    const std::size_t end = text_.find_first_of("<>\n", at_ + 1);
    if (end == std::string_view::npos) return {ShapeKind::cut};
    if (text_[end] != '>') return {ShapeKind::bad};
    if (text_.substr(at_, end - at_).find_first_of(" \t\"") != std::string_view::npos)
      ++faulty_iris_;
    at_ = end + 1;
    return {ShapeKind::iri};
  }

  /// Behind a string: its tag or datatype.
  Token literal() {
    const std::size_t before = at_;
    const TurtleToken token = take();
    if (token.kind == TurtleTokenKind::carets) {
      const Token type = next();
      if (type.kind == ShapeKind::cut) return type;
      return {type.kind == ShapeKind::iri || type.kind == ShapeKind::name
                  ? ShapeKind::literal
                  : ShapeKind::bad};
    }
    if (token.kind != TurtleTokenKind::at_word) at_ = before;
    return {ShapeKind::literal};
  }

  static ShapeKind meaning(std::string_view word) {
    if (word == "a") return ShapeKind::a;
    if (word == "true" || word == "false") return ShapeKind::literal;
    for (const std::string_view directive : {"prefix", "base", "version"})
      if (equal_ignoring_case(word, directive)) return ShapeKind::directive;
    return equal_ignoring_case(word, "graph") ? ShapeKind::graph : ShapeKind::bad;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  TurtleLexer lexer_{{}};
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
  using Sign = TurtleTokenKind;
  struct Frame {
    Sign closing;  ///< `end` for the document
    Place place;
    bool bare = false;  ///< the subject is `[…]` or `<<…>>`, which needs no predicate
    bool tilde = false;  ///< before it: a node may follow
  };

  void follow() {
    bool first = true;
    for (;;) {
      const Token token = tokens_.next();
      if (token.kind == ShapeKind::cut) {
        shape_.fits =
            shape_.statements + shape_.directives > 0 || shape_.graphs || seen_ >= 2;
        return;
      }
      const bool good = accept(token);
      if (first) shape_.starts = good && token.kind != ShapeKind::name;
      first = false;
      if (!good) return;
    }
  }

  bool accept(const Token& token) {
    Frame& frame = frames_.back();
    switch (token.kind) {
      case ShapeKind::at_directive:
      case ShapeKind::directive:
        return directive(token.kind);
      case ShapeKind::graph:
        // The name that follows is then taken for a subject before `{`.
        return frames_.size() == 1 && frame.place == Place::subject;
      case ShapeKind::iri:
      case ShapeKind::name:
        ++seen_;
        return std::exchange(frame.tilde, false) || advance();
      case ShapeKind::blank:
        ++seen_;
        return std::exchange(frame.tilde, false) ||
               (frame.place != Place::predicate && advance());
      case ShapeKind::a:
        return frame.place == Place::predicate && advance();
      case ShapeKind::literal:
        return (frame.place == Place::object ||
                frame.closing == Sign::close_parenthesis) &&
               advance();
      case ShapeKind::sign:
        return sign(token.sign);
      case ShapeKind::cut:
      case ShapeKind::bad:
        break;
    }
    return false;
  }

  /// To the next place after a term.
  bool advance() {
    Frame& frame = frames_.back();
    if (frame.closing == Sign::close_parenthesis) return true;
    if (frame.place == Place::after) return false;
    frame.place = static_cast<Place>(static_cast<int>(frame.place) + 1);
    return true;
  }

  bool directive(ShapeKind kind) {
    if (frames_.size() != 1 || frames_.back().place != Place::subject) return false;
    Token token = tokens_.next();
    if (token.kind == ShapeKind::name) token = tokens_.next();
    if (token.kind != ShapeKind::iri && token.kind != ShapeKind::literal &&
        token.kind != ShapeKind::cut)
      return false;
    ++shape_.directives;
    if (kind == ShapeKind::directive || token.kind == ShapeKind::cut) return true;
    token = tokens_.next();
    return token.kind == ShapeKind::cut || token.sign == Sign::dot;
  }

  bool sign(Sign sign) {
    Frame& frame = frames_.back();
    frame.tilde = false;
    switch (sign) {
      case Sign::dot:
        if (frame.closing != Sign::end && frame.closing != Sign::close_brace)
          return false;
        if (frame.place != Place::after &&
            !(frame.place == Place::predicate && frame.bare))
          return false;
        ++shape_.statements;
        frame = {.closing = frame.closing, .place = Place::subject};
        return true;
      case Sign::semicolon:
        if (frame.place == Place::after)
          frame.bare = frame.closing != Sign::close_bracket;
        if (frame.place != Place::after && frame.place != Place::predicate) return false;
        frame.place = Place::predicate;
        return true;
      case Sign::comma:
        if (frame.place != Place::after) return false;
        frame.place = Place::object;
        return true;
      case Sign::tilde:
        frame.tilde = frame.place == Place::after;
        return frame.tilde;
      case Sign::open_bracket:
        return open(Sign::close_bracket, Place::predicate);
      case Sign::open_parenthesis:
        return open(Sign::close_parenthesis, Place::subject);
      case Sign::open_reified:
        return open(Sign::close_reified, Place::subject);
      case Sign::open_triple:
        return frame.place != Place::subject && open(Sign::close_triple, Place::subject);
      case Sign::open_annotation:
        if (frame.place != Place::after) return false;
        frames_.push_back({.closing = Sign::close_annotation, .place = Place::predicate});
        return true;
      case Sign::open_brace:
        if (frames_.size() != 1 || frame.place > Place::predicate) return false;
        frames_.push_back({.closing = Sign::close_brace, .place = Place::subject});
        return true;
      default:
        return close(sign);
    }
  }

  bool open(Sign closing, Place place) {
    const Frame& frame = frames_.back();
    if (frame.closing != Sign::close_parenthesis && frame.place != Place::subject &&
        frame.place != Place::object)
      return false;
    frames_.push_back({.closing = closing, .place = place});
    return true;
  }

  bool close(Sign sign) {
    const Frame frame = frames_.back();
    if (frame.closing != sign || frame.place == Place::object) return false;
    if (sign == Sign::close_brace) {
      if (frame.place == Place::predicate && !frame.bare) return false;
      shape_.graphs = true;
      frames_.pop_back();
      frames_.back() = {.closing = Sign::end, .place = Place::subject};
      return true;
    }
    frames_.pop_back();
    if (sign == Sign::close_annotation) return true;
    Frame& around = frames_.back();
    if (sign != Sign::close_parenthesis && around.place == Place::subject)
      around.bare = true;
    return advance();
  }

  Tokens tokens_;
  TurtleShape shape_;
  std::size_t seen_ = 0;  ///< IRIs, names and blank nodes
  std::vector<Frame> frames_{{.closing = Sign::end, .place = Place::subject}};
};

}  // namespace

TurtleShape turtle_shape(std::string_view text) { return Shaper{text}.shape(); }

namespace {

enum class Fit { triple, quad, cut, none };

/// Reads the terms of one line. Lenient inside them: faults are the parser's business.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : rest_(line) {}

  Fit read() {
    if (!resource()) return end_or_none();
    if (!iri()) return end_or_none();
    if (!object()) return end_or_none();
    const bool quad = resource();
    if (open_) return Fit::cut;
    skip();
    if (rest_.empty()) return Fit::cut;
    if (rest_.front() != '.') return Fit::none;
    rest_.remove_prefix(1);
    skip();
    if (!rest_.empty() && rest_.front() != '#') return Fit::none;
    return quad ? Fit::quad : Fit::triple;
  }

  [[nodiscard]] int terms() const { return terms_; }
  [[nodiscard]] bool relative() const { return relative_; }
  [[nodiscard]] bool quoted() const { return quoted_; }

 private:
  [[nodiscard]] Fit end_or_none() const {
    return open_ || rest_.empty() ? Fit::cut : Fit::none;
  }

  void skip() {
    while (!rest_.empty() &&
           (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\r'))
      rest_.remove_prefix(1);
  }

  bool take(std::size_t size) {
    rest_.remove_prefix(size);
    ++terms_;
    return true;
  }

  /// The text ends inside a term.
  bool cut() {
    rest_ = {};
    open_ = true;
    return false;
  }

  bool iri() {
    skip();
    if (rest_.empty() || rest_.front() != '<') return false;
    quoted_ = quoted_ || rest_.starts_with("<<");
    const std::size_t end = rest_.find_first_of("<> \t\"", 1);
    if (end == std::string_view::npos) return cut();
    if (rest_[end] != '>') return false;
    const std::string_view text = rest_.substr(1, end - 1);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 ||
        text.find_first_of("/?#") < colon)
      relative_ = true;
    return take(end + 1);
  }

  bool resource() {
    skip();
    if (!rest_.starts_with("_:")) return iri();
    const std::size_t end = rest_.find_first_of(" \t\r<\"");
    if (end == std::string_view::npos) {
      // `_:o.` needs no space before the full stop; a label does not end in one.
      if (rest_.ends_with('.')) return take(rest_.size() - 1);
      return cut();
    }
    return end > 2 && take(end);
  }

  bool object() {
    std::size_t open = 0;
    for (; skip(), rest_.starts_with("<<("); ++open) {
      rest_.remove_prefix(3);
      if (!resource() || !iri()) return false;
    }
    if (!resource() && !literal()) return false;
    for (; open > 0; --open) {
      skip();
      if (!rest_.starts_with(")>>")) return rest_.size() < 3 && cut();
      take(3);
    }
    return true;
  }

  bool literal() {
    if (rest_.empty() || rest_.front() != '"') return false;
    std::size_t at = 1;
    while (at < rest_.size() && rest_[at] != '"') at += rest_[at] == '\\' ? 2 : 1;
    if (at >= rest_.size()) return cut();
    rest_.remove_prefix(at + 1);
    skip();  // N-Triples 1.2 §7: white space may stand between any two terminals
    if (rest_.starts_with("^^")) {
      rest_.remove_prefix(2);
      return iri();
    }
    if (rest_.starts_with('@')) {
      const std::size_t end = rest_.find_first_of(" \t\r<.)");
      if (end == std::string_view::npos) return cut();
      return take(end);
    }
    return take(0);
  }

  std::string_view rest_;
  int terms_ = 0;
  bool open_ = false;
  bool relative_ = false;
  bool quoted_ = false;
};

/// versionDirective ::= 'VERSION' STRING_LITERAL_QUOTE
bool is_version(std::string_view line) {
  constexpr std::string_view kVersion = "VERSION";
  return line.starts_with(kVersion) &&
         trim(line.substr(kVersion.size())).starts_with('"');
}

}  // namespace

LineShape line_shape(std::string_view text) {
  LineShape shape;
  const auto count = [&shape](const LineReader& reader, Fit fit) {
    if (fit == Fit::none || fit == Fit::cut) {
      ++shape.others;
      if (reader.quoted()) ++shape.quoted;
    } else if (reader.relative()) {
      ++shape.relative;
    } else {
      ++(fit == Fit::quad ? shape.quads : shape.triples);
    }
  };
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool last = end == std::string_view::npos;
    const std::string_view line = trim(text.substr(0, end));
    text = last ? std::string_view{} : text.substr(end + 1);
    if (line.empty() || line.front() == '#' || is_version(line)) continue;
    LineReader reader{line};
    const Fit fit = reader.read();
    if (!last || fit == Fit::triple || fit == Fit::quad) {
      count(reader, fit);
    } else if (fit == Fit::cut) {
      const bool alone = shape.triples + shape.quads + shape.relative + shape.others == 0;
      if (alone && reader.terms() >= 2) count(reader, Fit::triple);
    } else {
      count(reader, fit);
    }
  }
  return shape;
}

}  // namespace semsite
