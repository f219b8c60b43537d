#include "commands/change_list_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "rdf/sparql_text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// A list is ours, and may hold the same again and again.
Limits without_ratio(Limits limits) {
  limits.archive_ratio_from_bytes = std::numeric_limits<std::uint64_t>::max();
  return limits;
}

std::string_view inside(std::string_view line, std::string_view begin,
                        std::string_view end) {
  if (!line.starts_with(begin) || !line.ends_with(end) ||
      line.size() < begin.size() + end.size())
    return {};
  return line.substr(begin.size(), line.size() - begin.size() - end.size());
}

bool is_graph_name(std::string_view term) {
  return term.starts_with('<') && is_sparql_term(term);
}

}  // namespace

ChangeListReader::ChangeListReader(std::string path, const Limits& limits)
    : path_(std::move(path)) {
  try {
    unpacker_ = std::make_unique<Unpacker>(std::make_unique<FileSource>(path_), path_,
                                           without_ratio(limits));
    entry_ = unpacker_->next();
  } catch (const DocumentError& error) {
    throw RunError{fmt::format("--changes {}: {}", path_, error.what())};
  }
  read_head();
}

bool ChangeListReader::next_line() {
  line_.clear();
  for (;;) {
    if (at_ == block_.bytes.size()) {
      at_ = 0;
      try {
        block_ = entry_ ? entry_->bytes->read() : Block{};
      } catch (const DocumentError& error) {
        throw RunError{fmt::format("--changes {}: {}", path_, error.what())};
      }
      if (block_.empty()) return false;  // what has no line end was cut off
    }
    const std::string_view rest = block_.bytes.substr(at_);
    const std::size_t end = rest.find('\n');
    line_ += rest.substr(0, end);
    if (end == std::string_view::npos) {
      at_ = block_.bytes.size();
      continue;
    }
    at_ += end + 1;
    ++number_;
    digest_.add(line_);
    digest_.add("\n");
    return true;
  }
}

void ChangeListReader::read_head() {
  const bool is_there = next_line();
  if (is_there && line_ == kPatchHead) {
    facts_.form = ChangeForm::patch;
  } else if (is_there && line_ == kUpdateHead) {
    facts_.form = ChangeForm::sparql_update;
  } else {
    throw RunError{fmt::format("--changes {}: is no list of changes, it begins: {}",
                               path_, excerpt(line_))};
  }
}

void ChangeListReader::refuse_line() const {
  throw RunError{fmt::format("--changes {}: line {} is none of a list of changes: {}",
                             path_, number_, excerpt(line_))};
}

std::optional<ListedChange> ChangeListReader::next() {
  while (next_line()) {
    if (ended_) refuse_line();
    if (line_.starts_with(kChangeListEnd)) {
      read_end();
      continue;
    }
    if (line_.empty() || line_.starts_with('#')) {
      if (!facts_.ends && number_ == 2) facts_.ends = read_change_ends(line_);
      continue;
    }
    std::optional<ListedChange> out =
        facts_.form == ChangeForm::patch ? read_line() : read_operation();
    if (!out) continue;
    (out->kind == ListedChange::Kind::added ? facts_.has_additions
                                            : facts_.has_removals) = true;
    return out;
  }
  finish();
  return std::nullopt;
}

/// `D QUAD`, `A QUAD`
std::optional<ListedChange> ChangeListReader::read_line() {
  const bool removed = line_.starts_with("D ");
  if (!removed && !line_.starts_with("A ")) refuse_line();
  ++(removed ? removed_ : added_);
  return ListedChange{
      .kind = removed ? ListedChange::Kind::removed : ListedChange::Kind::added,
      .text = std::string_view{line_}.substr(2)};
}

/// `VERB DATA {`, then triples, some between `GRAPH <name> {` and `}`; `}`; `;`
std::optional<ListedChange> ChangeListReader::read_operation() {
  using Kind = ListedChange::Kind;
  if (line_ == "}") {
    if (!graph_.empty()) {
      graph_.clear();
    } else if (verb_) {
      verb_.reset();
    } else {
      refuse_line();
    }
    return std::nullopt;
  }
  if (!verb_) {
    if (line_ == ";") return std::nullopt;
    if (line_ == "DELETE DATA {" || line_ == "INSERT DATA {") {
      verb_ = line_.starts_with('D') ? Kind::removed : Kind::added;
      return std::nullopt;
    }
    const std::string_view dropped = inside(line_, "DROP SILENT GRAPH ", "");
    if (!is_graph_name(dropped)) refuse_line();
    return ListedChange{.kind = Kind::dropped, .text = dropped};
  }
  if (const std::string_view graph = inside(line_, "GRAPH ", " {"); !graph.empty()) {
    if (!graph_.empty() || !is_graph_name(graph)) refuse_line();
    graph_ = graph;
    return std::nullopt;
  }
  return quad_of(line_);
}

ListedChange ChangeListReader::quad_of(std::string_view triple) {
  if (!triple.ends_with(" .")) refuse_line();
  quad_ = triple.substr(0, triple.size() - 1);
  if (!graph_.empty()) (quad_ += graph_) += ' ';
  quad_ += '.';
  return {.kind = *verb_, .text = quad_};
}

/// `# end: N removed, N added[, N not expressed]`
void ChangeListReader::read_end() {
  ended_ = true;
  std::string_view rest = std::string_view{line_}.substr(kChangeListEnd.size());
  for (const auto& [words, count] :
       {std::pair{std::string_view{" removed"}, &facts_.removed},
        {" added", &facts_.added},
        {" not expressed", &facts_.not_expressed}}) {
    if (rest.empty()) break;
    const std::string_view part = rest.substr(0, rest.find(", "));
    rest.remove_prefix(std::min(part.size() + 2, rest.size()));
    const auto number = parse_uint(inside(part, "", words));
    if (!number) refuse_line();
    *count = *number;
  }
}

void ChangeListReader::finish() {
  if (!ended_)
    throw RunError{
        fmt::format("--changes {}: was cut off (its last line does not begin with "
                    "\"{}\"); nothing of it was applied",
                    path_, trim(kChangeListEnd))};
  if (facts_.form == ChangeForm::patch &&
      (removed_ != facts_.removed || added_ != facts_.added))
    throw RunError{fmt::format(
        "--changes {}: has {} removed and {} added, its last line says {} and {}: "
        "something of it was lost; nothing of it was applied",
        path_, removed_, added_, facts_.removed, facts_.added)};
  facts_.digest = digest_.hex();
}

ChangeListFacts check_change_list(const std::string& path, const Limits& limits) {
  ChangeListReader reader{path, limits};
  while (reader.next()) continue;
  return reader.facts();
}

Block ListedAdditions::read() {
  auto text = std::make_shared<std::string>();
  while (text->size() < kBlockBytes) {
    const std::optional<ListedChange> change = reader_.next();
    if (!change) break;
    if (change->kind != ListedChange::Kind::added) continue;
    if (passes_over_(cut_quad(change->text))) {
      ++passed_over_;
      continue;
    }
    (*text += change->text) += '\n';
  }
  Block block;
  block.bytes = *text;
  block.owner = std::move(text);
  return block;
}

}  // namespace semsite
