#include "report/sparql_changes.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "rdf/sparql_text.hpp"
#include "report/blank_groups.hpp"

namespace semsite {
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

  operations("DELETE DATA", std::move(deleted));
  for (const std::string_view graph : dropped)
    out_("DROP SILENT GRAPH " + std::string{graph} + "\n;\n");
  operations("INSERT DATA", std::move(inserted));
  if (!inserted_blank.empty()) {
    // One operation, however long: a label means the same node only within it, and may
    // not stand in two INSERT DATA of a request (SPARQL 1.1 Query §19.6).
    std::ranges::stable_sort(inserted_blank, {}, &ChangedQuad::graph);
    operation("INSERT DATA", inserted_blank, 0, inserted_blank.size());
  }
  return left;
}

void SparqlChanges::operations(std::string_view verb, Quads quads) {
  std::ranges::stable_sort(quads, {}, &ChangedQuad::graph);
  std::size_t begin = 0, bytes = 0;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const std::size_t line = quads[i]->line.size();
    if (i > begin && (i - begin == kMostQuads || bytes + line > kMostBytes)) {
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

}  // namespace semsite
