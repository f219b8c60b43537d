#include "vocab/term_lines.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

class LineReader {
 public:
  void read(std::string_view line, std::vector<TermLine>& lines) {
    left_ = trim(line);
    if (left_.empty() || left_.front() == '#') return;
    if (left_.starts_with("@prefix")) {
      const std::string_view keyword = word();
      const std::string_view prefix = word();
      if (const auto iri = term(word()); iri && prefix.ends_with(':'))
        prefixes_.insert_or_assign(std::string{prefix.substr(0, prefix.size() - 1)},
                                   *iri);
      static_cast<void>(keyword);
      return;
    }
    if (std::optional<TermLine> read = statements()) lines.push_back(std::move(*read));
  }

 private:
  // subject (predicate object (';' predicate object)*) '.'
  std::optional<TermLine> statements() {
    TermLine line;
    const auto subject = term(word());
    if (!subject) return std::nullopt;
    line.subject = *subject;
    while (true) {
      const auto predicate = term(word());
      const auto object = term(word());
      if (!predicate || !object) return std::nullopt;
      line.facts.emplace_back(*predicate, *object);
      const std::string_view mark = word();
      if (mark == ".") return line;
      if (mark != ";") return std::nullopt;
    }
  }

  // '"' [^"]* '"' | [^ ]+
  std::string_view word() {
    left_.remove_prefix(std::min(left_.find_first_not_of(' '), left_.size()));
    const bool quoted = left_.starts_with('"');
    const std::size_t end = quoted ? left_.find('"', 1) : left_.find(' ');
    const std::size_t size =
        std::min(end == std::string_view::npos ? left_.size() : end + (quoted ? 1 : 0),
                 left_.size());
    const std::string_view found = left_.substr(0, size);
    left_.remove_prefix(size);
    return found;
  }

  [[nodiscard]] std::optional<std::string> term(std::string_view word) const {
    if (word == "a") return std::string{kRdfType};
    if (word.size() >= 2 && (word.front() == '"' || word.front() == '<'))
      return std::string{word.substr(1, word.size() - 2)};
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto found = prefixes_.find(word.substr(0, colon));
    if (found == prefixes_.end()) return std::nullopt;
    return found->second + std::string{word.substr(colon + 1)};
  }

  std::map<std::string, std::string, std::less<>> prefixes_;
  std::string_view left_;
};

}  // namespace

std::string_view TermLine::object(std::string_view predicate) const {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const auto& fact) {
    return fact.first == predicate;
  });
  return found == facts.end() ? std::string_view{} : std::string_view{found->second};
}

std::vector<TermLine> term_lines(std::string_view turtle) {
  std::vector<TermLine> lines;
  LineReader reader;
  for (const std::string_view line : split(turtle, '\n')) reader.read(line, lines);
  return lines;
}

namespace {

void append_words(std::string_view text, TableLine& line) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return;
    const std::size_t size = std::min(text.find(' '), text.size());
    line.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
}

}  // namespace

std::vector<TableLine> table_lines(std::string_view text) {
  std::vector<TableLine> lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    // A "#" further on belongs to an IRI.
    if (line.empty() || line.front() == '#') continue;
    if (line.front() != ' ' || lines.empty()) lines.emplace_back();
    append_words(line, lines.back());
  }
  return lines;
}

}  // namespace semsite
