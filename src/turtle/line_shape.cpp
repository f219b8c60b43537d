#include "turtle/line_shape.hpp"

#include "base/text.hpp"

namespace semsite {
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
