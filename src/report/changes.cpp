#include "report/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/counts.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPieceBytes = 65'536;

/// The lines of `text` as a set, in order.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

std::vector<std::string_view> difference(const std::vector<std::string_view>& of,
                                         const std::vector<std::string_view>& without) {
  std::vector<std::string_view> out;
  std::ranges::set_difference(of, without, std::back_inserter(out));
  return out;
}

void write_lines(const ChangeWriter::Out& out, char mark,
                 const std::vector<std::string_view>& lines) {
  std::string text;
  for (const std::string_view line : lines) {
    text += mark;
    text += ' ';
    text += line;
    text += '\n';
    if (text.size() < kPieceBytes) continue;
    out(text);
    text.clear();
  }
  if (!text.empty()) out(text);
}

std::vector<ChangedQuad> cut_quads(const std::vector<std::string_view>& lines,
                                   const std::vector<std::string_view>& changed) {
  std::vector<ChangedQuad> quads;
  quads.reserve(lines.size());
  auto next = changed.begin();
  for (const std::string_view line : lines) {
    quads.push_back(cut_quad(line));
    if (next != changed.end() && *next == line) {
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
  const auto old_lines = lines_of(old_nquads);
  const auto new_lines = lines_of(new_nquads);
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
