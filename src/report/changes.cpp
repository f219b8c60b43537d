#include "report/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "base/counts.hpp"
#include "rdf/change_list.hpp"
#include "rdf/sparql_text.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

/// Takes the term at the front of `rest` and the space behind it; empty if there is none.
std::string_view take_term(std::string_view& rest) {
  const std::size_t end = term_text_length(rest);
  if (end == rest.size()) return {};
  const std::string_view term = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return term;
}

}  // namespace

ChangedQuad cut_quad(std::string_view line) {
  ChangedQuad quad;
  quad.line = line;
  std::string_view rest = line;
  quad.subject = take_term(rest);
  quad.predicate = take_term(rest);
  quad.object = take_term(rest);
  if (rest != ".") quad.graph = take_term(rest);
  const auto is_iri = [](std::string_view term) {
    return term.starts_with('<') && !is_triple_text(term) && is_sparql_term(term);
  };
  const auto is_node = [&](std::string_view term) {
    return is_iri(term) || (term.starts_with("_:") && is_sparql_term(term));
  };
  quad.expressible = rest == "." && is_node(quad.subject) && is_iri(quad.predicate) &&
                     is_sparql_term(quad.object) &&
                     (quad.graph.empty() || is_iri(quad.graph));
  return quad;
}

namespace {

constexpr std::size_t kMostQuads = 1'000;
constexpr std::size_t kMostBytes = 1'048'576;

}  // namespace

SparqlChanges::SparqlChanges(Out out, SharesGraph shares_graph)
    : out_(std::move(out)), shares_graph_(std::move(shares_graph)) {}

std::uint64_t SparqlChanges::document(const std::vector<ChangedQuad>& old_quads,
                                      const std::vector<ChangedQuad>& new_quads) {
  const BlankGroups blanks{old_quads, new_quads, [this](std::string_view graph) {
                             return !shares_graph_ || !shares_graph_(graph);
                           }};
  Quads deleted, inserted, inserted_blank;
  std::set<std::string_view> dropped;
  std::uint64_t left = 0;
  for (const ChangedQuad& quad : old_quads) {
    const BlankChange change = blanks.of(quad.graph);
    if (change == BlankChange::rewrite) {
      if (is_sparql_term(quad.graph)) dropped.insert(quad.graph);
    } else if (!quad.in_both) {
      if (quad.has_blank() || !quad.expressible) {
        ++left;
      } else {
        deleted.push_back(&quad);
      }
    }
  }
  for (const ChangedQuad& quad : new_quads) {
    const BlankChange change = blanks.of(quad.graph);
    if (quad.in_both && change != BlankChange::rewrite) continue;
    if (!quad.expressible || (quad.has_blank() && change == BlankChange::leave)) {
      ++left;
    } else {
      (quad.has_blank() ? inserted_blank : inserted).push_back(&quad);
    }
  }

  // Virtuoso 7.2.5 deletes no literals with language tags from several graphs at once.
  operations("DELETE DATA", std::move(deleted), Graphs::apart);
  for (const std::string_view graph : dropped)
    out_("DROP SILENT GRAPH " + std::string{graph} + "\n;\n");
  operations("INSERT DATA", std::move(inserted), Graphs::together);
  if (!inserted_blank.empty()) {
    // One operation, however long: a label means the same node only within it, and may
    // not stand in two INSERT DATA of a request (SPARQL 1.1 Query §19.6).
    std::ranges::stable_sort(inserted_blank, {}, &ChangedQuad::graph);
    operation("INSERT DATA", inserted_blank, 0, inserted_blank.size());
  }
  return left;
}

void SparqlChanges::operations(std::string_view verb, Quads quads, Graphs graphs) {
  std::ranges::stable_sort(quads, {}, &ChangedQuad::graph);
  std::size_t begin = 0, bytes = 0;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const std::size_t line = quads[i]->line.size();
    if (i > begin &&
        (i - begin == kMostQuads || bytes + line > kMostBytes ||
         (graphs == Graphs::apart && quads[i]->graph != quads[begin]->graph))) {
      operation(verb, quads, begin, i);
      begin = i;
      bytes = 0;
    }
    bytes += line;
  }
  if (begin < quads.size()) operation(verb, quads, begin, quads.size());
}

void SparqlChanges::operation(std::string_view verb, const Quads& quads,
                              std::size_t begin, std::size_t end) {
  std::string text{verb};
  text += " {\n";
  std::string_view graph;
  for (std::size_t i = begin; i < end; ++i) {
    const ChangedQuad& quad = *quads[i];
    if (quad.graph != graph) {
      if (!graph.empty()) text += "}\n";
      graph = quad.graph;
      text += "GRAPH ";
      text += graph;
      text += " {\n";
    }
    for (const std::string_view term : {quad.subject, quad.predicate, quad.object}) {
      append_sparql_lines(text, term);
      text += ' ';
    }
    text += ".\n";
    if (text.size() > kMostBytes) {
      out_(text);
      text.clear();
    }
  }
  text += graph.empty() ? "}\n;\n" : "}\n}\n;\n";
  out_(text);
}

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

ChangeWriter::ChangeWriter(ChangeForm form, Out out, SharesGraph shares_graph,
                           std::optional<ChangeEnds> ends)
    : form_(form),
      out_(std::move(out)),
      sparql_(out_, std::move(shares_graph)),
      ends_(std::move(ends)) {}

void ChangeWriter::head() {
  if (begun_) return;
  begun_ = true;
  out_(form_ == ChangeForm::patch ? kPatchHead : kUpdateHead);
  out_("\n");
  if (ends_) out_(change_ends_line(*ends_) + '\n');
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
  out_(fmt::format("{}{} removed, {} added", kChangeListEnd, removed_, added_));
  out_(unexpressed_ == 0 ? std::string{"\n"}
                         : fmt::format(", {} not expressed\n", unexpressed_));
}

namespace {

/// Calls `use` with each blank label of `quad`.
template <typename Use>
void each_label(const ChangedQuad& quad, const Use& use) {
  for (const std::string_view term : {quad.subject, quad.object, quad.graph})
    each_label_text(term, use);
}

}  // namespace

BlankGroups::BlankGroups(const std::vector<ChangedQuad>& old_quads,
                         const std::vector<ChangedQuad>& new_quads,
                         const MayDrop& may_drop) {
  for (const auto* quads : {&old_quads, &new_quads})
    for (const ChangedQuad& quad : *quads)
      if (quad.has_blank()) note(quad, may_drop);

  std::set<std::string_view> old_labels;
  for (const ChangedQuad& quad : old_quads) {
    each_label(quad, [&](std::string_view label) { old_labels.insert(label); });
    if (!quad.has_blank() || quad.in_both) continue;
    Node& group = nodes_[root_of(graphs_.at(quad.graph))];
    group.changed = true;
    group.only_apart = false;
  }
  for (const ChangedQuad& quad : new_quads) {
    if (!quad.has_blank() || quad.in_both) continue;
    Node& group = nodes_[root_of(graphs_.at(quad.graph))];
    group.changed = true;
    each_label(quad, [&](std::string_view label) {
      if (old_labels.contains(label)) group.only_apart = false;
    });
  }
}

void BlankGroups::note(const ChangedQuad& quad, const MayDrop& may_drop) {
  const auto [graph, is_new] = graphs_.emplace(quad.graph, nodes_.size());
  if (is_new) {
    const bool has_iri = quad.graph.starts_with('<');
    nodes_.push_back(
        {.parent = nodes_.size(),
         .may_drop = has_iri && may_drop(quad.graph.substr(1, quad.graph.size() - 2)),
         .may_insert = has_iri || quad.graph.empty()});
  }
  each_label(quad, [&, node = graph->second](std::string_view label) {
    join(labels_.emplace(label, node).first->second, node);
  });
}

std::size_t BlankGroups::root_of(std::size_t node) const {
  while (nodes_[node].parent != node) node = nodes_[node].parent;
  return node;
}

void BlankGroups::join(std::size_t a, std::size_t b) {
  a = root_of(a);
  b = root_of(b);
  if (a == b) return;
  nodes_[b].parent = a;
  nodes_[a].may_drop = nodes_[a].may_drop && nodes_[b].may_drop;
  nodes_[a].may_insert = nodes_[a].may_insert && nodes_[b].may_insert;
}

BlankChange BlankGroups::of(std::string_view graph) const {
  const auto found = graphs_.find(graph);
  if (found == graphs_.end()) return BlankChange::none;
  const Node& group = nodes_[root_of(found->second)];
  if (!group.changed) return BlankChange::none;
  if (group.only_apart && group.may_insert) return BlankChange::insert;
  return group.may_drop ? BlankChange::rewrite : BlankChange::leave;
}

}  // namespace semsite
