#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "rdf/quad_check.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {
namespace {

/// Predicates of one query; more make it too long for some servers.
constexpr std::size_t kPredicatesTogether = 40;
/// So many answers make it worth a query to learn which of them may be rows.
constexpr std::uint64_t kAnswersForPairs = 4;

}  // namespace

void SparqlWalk::take_graphs(const SparqlRows& rows) {
  std::vector<Task> out;
  bool brings_new = false;
  for (const auto& row : rows) {
    // An endpoint that passes over the filter gives the same list again and again.
    if (!listed_graphs_.insert(row[0]).second) continue;
    brings_new = true;
    Partition part;
    part.graph = row[0];
    part.expected = parse_uint(trim(row[1]));
    seen_ += *part.expected;
    if (std::ranges::find(settings_.left_out, part.graph) != settings_.left_out.end())
      continue;
    if (!is_legal_iri(part.graph)) {
      gaps_.push_back(fmt::format("the graph \"{}\" has a name that no query can hold",
                                  excerpt(part.graph)));
    } else if (part.expected != 0) {
      counted_ += *part.expected;
      out.push_back(sized(std::move(part)));
    }
  }
  if (!rows.empty() && !brings_new)
    gaps_.push_back("the list of named graphs repeats itself, so its end is not known");
  // Only an empty answer shows that there are no more: this one may have been cut.
  if (!brings_new) {
    out.push_back({.ask = Ask::total, .part = {}});
  } else {
    out.push_back({.ask = Ask::graphs, .part = {}, .last_graph = rows.back()[0]});
  }
  add(std::move(out));
}

/// The list of a graph's predicates. Where many answers will follow, it is asked first
/// which of them have IRIs only; a default graph may give a row for each graph it merges.
SparqlWalk::Task SparqlWalk::listed(Partition part) const {
  const bool many = part.expected.value_or(0) / kAnswersForPairs >= page_;
  const bool pairs = many && !part.graph.empty() && pair_failures_ == 0;
  return {.ask = pairs ? Ask::iris : Ask::predicates, .part = std::move(part)};
}

/// Without a list, triples are asked for as such.
void SparqlWalk::take_iris(Task task, const std::optional<SparqlRows>& rows) {
  task.ask = Ask::predicates;
  for (const auto& row : rows.value_or(SparqlRows{}))
    if (const auto count = row.size() == 2 ? parse_uint(trim(row[1])) : std::nullopt)
      task.iris[row[0]] = *count;
  add({std::move(task)});
}

/// What did not come well as rows is asked for as triples.
void SparqlWalk::judge_pairs(Task& task, const Answer& answer) {
  task.part.pairs = answer.whole && answer.skipped == 0;
  pair_failures_ = task.part.pairs ? 0 : pair_failures_ + 1;
}

void SparqlWalk::take_predicates(Task task, const SparqlRows& rows) {
  std::uint64_t sum = 0;
  bool legal = !rows.empty();
  for (const auto& row : rows) {
    sum += *parse_uint(trim(row[1]));
    legal = legal && is_legal_iri(row[0]);
  }
  // A list that was cut, or cannot be asked for: cut by subjects instead.
  if (!legal || sum != task.part.expected) return failed(std::move(task));
  std::vector<Task> out;
  Partition together = task.part;
  together.expected = 0;
  const auto flush = [&] {
    if (together.predicates.empty()) return;
    out.push_back({.ask = Ask::data, .part = together});
    together.predicates.clear();
    together.expected = 0;
  };
  for (const auto& row : rows) {
    const std::uint64_t count = *parse_uint(trim(row[1]));
    if (count > page_) {
      Partition alone = task.part;
      alone.predicates = {row[0]};
      alone.expected = count;
      const auto iris = task.iris.find(row[0]);
      alone.pairs = iris != task.iris.end() && iris->second == count;
      out.push_back(sized(std::move(alone)));
      continue;
    }
    if (*together.expected + count > page_ ||
        together.predicates.size() == kPredicatesTogether)
      flush();
    together.predicates.push_back(row[0]);
    *together.expected += count;
  }
  flush();
  add(std::move(out));
}

void SparqlWalk::take_buckets(const Task& task, const SparqlRows& rows) {
  auto parts = bundle_buckets(task.part, task.key, rows, page_);
  if (!parts) return failed(task);
  std::vector<Task> out;
  for (Partition& part : *parts) out.push_back(sized(std::move(part)));
  add(std::move(out));
}

/// A list that could not be had.
void SparqlWalk::failed(Task task) {
  if (task.ask == Ask::graphs) {
    counts_ = false;
    gaps_.push_back("the list of its graphs could not be had");
    return;
  }
  // Without a list of predicates all of them are cut by subjects together.
  const bool other_key = task.ask == Ask::buckets;
  const bool gave_up = other_key && settings_.key == SubjectKey::hash;
  if (other_key) {
    settings_.key = SubjectKey::hash;
    key_failed_ = true;
  }
  auto key = gave_up ? std::nullopt : next_key(task.part, settings_.key, page_);
  if (key) {
    add({{.ask = Ask::buckets, .part = std::move(task.part), .key = std::move(*key)}});
  } else {
    add({{.ask = Ask::data,
          .part = std::move(task.part),
          .recounted = true,
          .last = true}});
  }
}

}  // namespace semsite
