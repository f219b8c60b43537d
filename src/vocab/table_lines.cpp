#include "vocab/table_lines.hpp"

#include <algorithm>

namespace semsite {
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
