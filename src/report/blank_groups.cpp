#include "report/blank_groups.hpp"

#include <set>

#include "rdf/term_text.hpp"

namespace semsite {
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
