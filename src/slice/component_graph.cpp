#include "slice/component_graph.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/text_hash.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

/// What a triple and its share of nodes take beside their text, about.
constexpr std::size_t kTripleFrame = 300;

}  // namespace

ComponentGraph::Node ComponentGraph::node(std::string_view term) {
  const std::string_view name = node_of(term);
  const auto [place, is_new] = nodes_.try_emplace(name, static_cast<Node>(names_.size()));
  if (is_new) {
    names_.push_back(name);
    from_.emplace_back();
    to_.emplace_back();
  }
  return place->second;
}

void ComponentGraph::add(std::string_view triple) {
  const std::string& text = texts_.emplace_back(triple);
  text_bytes_ += text.size();
  const TripleText parts = split_triple(text);
  const auto index = static_cast<Index>(triples_.size());
  // A literal is a node like others: it has no triples, but a place in `to_`.
  const Node subject = node(parts.subject);
  const Node object = node(parts.object);
  triples_.push_back({subject, object, text});
  from_[subject].push_back(index);
  to_[object].push_back(index);
  // What points to a triple term points to the blank nodes in it.
  if (is_triple_text(parts.object))
    each_label_text(parts.object,
                    [&](std::string_view label) { to_[node(label)].push_back(index); });
}

std::size_t ComponentGraph::bytes() const {
  return text_bytes_ + triples_.size() * kTripleFrame;
}

void ComponentGraph::clear() {
  triples_.clear();
  nodes_.clear();
  names_.clear();
  from_.clear();
  to_.clear();
  texts_.clear();
  text_bytes_ = 0;
}

/// Finds the statements about each triple: nodes with its subject, predicate and object
/// as values of rdf:subject, rdf:predicate and rdf:object.
void ComponentGraph::index_statements() {
  statements_.assign(triples_.size(), {});
  if (!rules_.follows_reifications()) return;
  std::unordered_map<std::string_view, Index, KeyedHash, std::equal_to<>> by_text;
  for (Node statement = 0; statement < from_.size(); ++statement) {
    const Values values = values_of(statement);
    if (!values.is_statement()) continue;
    if (by_text.empty())
      for (Index index = 0; index < triples_.size(); ++index)
        by_text.emplace(triples_[index].text, index);
    std::string text;
    for (const std::string_view subject : values.subjects)
      for (const std::string_view predicate : values.predicates)
        for (const std::string_view object : values.objects) {
          text.assign(subject).append(" ").append(predicate).append(" ").append(object);
          if (const auto found = by_text.find(text); found != by_text.end())
            statements_[found->second].push_back(statement);
        }
  }
}

ComponentGraph::Values ComponentGraph::values_of(Node statement) const {
  Values out;
  for (const Index index : from_[statement]) {
    const TripleText parts = split_triple(triples_[index].text);
    const std::string_view predicate = node_of(parts.predicate);
    if (predicate == kRdfSubject) out.subjects.push_back(parts.object);
    if (predicate == kRdfPredicate) out.predicates.push_back(parts.object);
    if (predicate == kRdfObject) out.objects.push_back(parts.object);
  }
  return out;
}

void ComponentGraph::go(Node node, Role role) {
  std::uint32_t& seen = seen_[std::size_t{node} * kRoles + role];
  if (seen == stamp_) return;
  seen = stamp_;
  waiting_.push_back({node, role});
}

void ComponentGraph::include(Index index, Role role) {
  if (included_[index] != stamp_) {
    included_[index] = stamp_;
    found_.push_back(index);
  }
  for (const Node statement : statements_[index]) {
    go(statement, role == describe ? describe : describe_widely);
    if (role != describe) go(statement, point_to);
  }
}

void ComponentGraph::visit(Step step) {
  if (step.role == point_to) {
    for (const Index index : to_[step.node]) {
      include(index, step.role);
      const Node subject = triples_[index].subject;
      if (is_blank(names_[subject])) go(subject, point_to);
    }
    return;
  }
  for (const Index index : from_[step.node]) {
    include(index, step.role);
    each_label_text(names_[triples_[index].object],
                    [&](std::string_view label) { go(nodes_.at(label), step.role); });
  }
}

void ComponentGraph::search(Node start) {
  ++stamp_;
  found_.clear();
  go(start, describe);
  if (rules_.takes_objects()) go(start, point_to);
  while (!waiting_.empty()) {
    const Step step = waiting_.back();
    waiting_.pop_back();
    visit(step);
  }
}

void ComponentGraph::give(Node entity,
                          const std::function<void(std::string_view)>& take) {
  for (const Index index : found_) {
    const Triple& triple = triples_[index];
    if (triple.subject == entity) continue;
    const bool incoming = triple.object == entity;
    if (incoming && rules_.takes_objects()) continue;
    record_ = names_[entity];
    record_ += incoming ? record_mark::incoming : record_mark::statement;
    const TripleText parts = split_triple(triple.text);
    record_ += incoming ? triple.text.substr(
                              0, parts.subject.size() + 1 + parts.predicate.size())
                        : triple.text;
    take(record_);
  }
}

void ComponentGraph::slice(const std::function<void(std::string_view)>& take) {
  index_statements();
  stamp_ = 0;
  seen_.assign(names_.size() * kRoles, 0);
  included_.assign(triples_.size(), 0);
  const bool whole = rules_.method == SliceMethod::msg;
  found_.resize(whole ? triples_.size() : 0);
  if (whole) std::iota(found_.begin(), found_.end(), Index{0});
  for (Node entity = 0; entity < names_.size(); ++entity) {
    const bool is_entity =
        !from_[entity].empty() || (rules_.takes_objects() && !to_[entity].empty());
    if (!is_entity || names_[entity].starts_with('"') || is_blank(names_[entity]) ||
        is_triple_text(names_[entity]) || !rules_.covers(names_[entity]))
      continue;
    if (!whole) search(entity);
    give(entity, take);
  }
}

}  // namespace semsite
