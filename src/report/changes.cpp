#include "report/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "base/counts.hpp"
#include "rdf/compared_text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPieceBytes = 65'536;

/// A line, and what it is compared by.
struct Line {
  std::string_view compared, written;
};
using Lines = std::vector<Line>;

/// The lines of `text` as a set, in the order in which they are compared.
Lines lines_of(std::string_view text, Arena& arena) {
  Lines lines;
  std::string room;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const std::string_view compared = compared_text(line, room);
    lines.push_back({compared.data() == line.data() ? line : arena.keep(compared), line});
  }
  std::ranges::sort(lines, [](const Line& a, const Line& b) {
    return std::pair{a.compared, a.written} < std::pair{b.compared, b.written};
  });
  const auto rest =
      std::unique(lines.begin(), lines.end(),
                  [](const Line& a, const Line& b) { return a.compared == b.compared; });
  lines.erase(rest, lines.end());
  return lines;
}

Lines difference(const Lines& of, const Lines& without) {
  Lines out;
  std::ranges::set_difference(of, without, std::back_inserter(out), {}, &Line::compared,
                              &Line::compared);
  return out;
}

void write_lines(const ChangeWriter::Out& out, char mark, const Lines& lines) {
  std::string text;
  for (const Line& line : lines) {
    text += mark;
    text += ' ';
    text += line.written;
    text += '\n';
    if (text.size() < kPieceBytes) continue;
    out(text);
    text.clear();
  }
  if (!text.empty()) out(text);
}

std::vector<ChangedQuad> cut_quads(const Lines& lines, const Lines& changed) {
  std::vector<ChangedQuad> quads;
  quads.reserve(lines.size());
  auto next = changed.begin();
  for (const Line& line : lines) {
    quads.push_back(cut_quad(line.written));
    if (next != changed.end() && next->compared == line.compared) {
      ++next;
    } else {
      quads.back().in_both = true;
    }
  }
  return quads;
}

}  // namespace

ChangeWriter::ChangeWriter(ChangeForm form, Out out, SharesGraph shares_graph)
    : form_(form), out_(std::move(out)), sparql_(out_, std::move(shares_graph)) {}

void ChangeWriter::head() {
  if (begun_) return;
  begun_ = true;
  out_(form_ == ChangeForm::patch
           ? "# semsite changes: D = quad removed, A = quad added\n"
           : "# semsite changes: SPARQL 1.1 Update, a line ';' after each operation\n");
}

void ChangeWriter::document(std::string_view old_nquads, std::string_view new_nquads) {
  head();
  Arena arena;
  const auto old_lines = lines_of(old_nquads, arena);
  const auto new_lines = lines_of(new_nquads, arena);
  const auto removed = difference(old_lines, new_lines);
  const auto added = difference(new_lines, old_lines);
  if (removed.empty() && added.empty()) return;
  removed_ += removed.size();
  added_ += added.size();
  if (form_ == ChangeForm::patch) {
    write_lines(out_, 'D', removed);
    write_lines(out_, 'A', added);
    return;
  }
  const std::uint64_t left =
      sparql_.document(cut_quads(old_lines, removed), cut_quads(new_lines, added));
  unexpressed_ += left;
  if (left > 0)
    out_(
        fmt::format("# not expressed: {} with blank nodes in graphs that may not be "
                    "dropped, or with terms that SPARQL has not\n",
                    count_of(left, "changed quad")));
}

void ChangeWriter::leave_out(std::uint64_t removed, std::uint64_t added) {
  if (removed + added == 0) return;
  head();
  removed_ += removed;
  added_ += added;
  unexpressed_ += removed + added;
  out_(fmt::format("# not expressed: {} of a document that is too big\n",
                   count_of(removed + added, "changed quad")));
}

void ChangeWriter::finish() {
  head();
  out_(fmt::format("# end: {} removed, {} added", removed_, added_));
  out_(unexpressed_ == 0 ? std::string{"\n"}
                         : fmt::format(", {} not expressed\n", unexpressed_));
}

}  // namespace semsite
