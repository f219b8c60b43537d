#include "load/batch_cutter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/byte_scan.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/text_hash.hpp"
#include "rdf/compared_text.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// What waits for more of its graph; then full bodies are cut, or all of it.
constexpr std::uint64_t kMostWaiting = std::uint64_t{64} << 20U;
/// As many bodies are put in order by predicate at a time.
constexpr std::uint64_t kBodiesByPredicate = 4;
/// The last bodies get smaller, down to this part of one, so that those that send them
/// end together.
constexpr std::uint64_t kSmallestPart = 4;
/// For LoadProtocol::nquads all statements wait together.
constexpr std::uint32_t kAllGraphs = 0xFFFFFFFFU;

std::uint64_t hash_of(std::string_view text) { return text_hash(text); }

/// How well it can be told by a graph what a store has taken: the nameless one may show
/// all graphs at once.
int telling(std::string_view graph) {
  return graph.empty() ? 0 : graph.starts_with("_:") ? 1 : 2;
}

bool nameless_in(const Quad& quad) { return quad.graph.kind == TermKind::none; }

std::string digest_of(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return digest.hex();
}

}  // namespace

BatchCutter::BatchCutter(const Store& store, LoadTable& table, Settings settings,
                         Takers takers)
    : store_(store),
      table_(table),
      settings_(settings),
      takers_(std::move(takers)),
      suggested_(settings.batch_bytes) {
  const auto row = table_.find(0);
  limit_ = row ? row->limit : settings_.batch_bytes;
}

void BatchCutter::write(const QuadBatch& batch) {
  for (const Quad& quad : batch.quads()) add(quad, batch.document());
}

std::uint32_t BatchCutter::graph_number(const Term& graph, const Document& document) {
  graph_text_.clear();
  if (document.drop_graphs) {
  } else if (graph.kind == TermKind::iri) {
    graph_text_ = graph.value;
  } else if (graph.kind == TermKind::blank) {
    append_term(graph_text_, graph, document.scope);
  } else {
    graph_text_ = document.graph;
  }
  if (last_graph_ < names_.size() && names_[last_graph_] == graph_text_ &&
      asked_by_[last_graph_] == input_)
    return last_graph_;
  const auto [at, is_new] =
      numbers_.try_emplace(graph_text_, static_cast<std::uint32_t>(names_.size()));
  if (is_new) {
    names_.push_back(graph_text_);
    begun_.push_back(false);
    barred_.push_back(false);
    opened_.push_back(false);
    asked_by_.push_back(input_);
  }
  if (is_new || asked_by_[at->second] != input_) ask_right(at->second);
  return last_graph_ = at->second;
}

void BatchCutter::ask_right(std::uint32_t graph) {
  asked_by_[graph] = input_;
  barred_[graph] =
      settings_.replace && takers_.may_replace && !takers_.may_replace(names_[graph]);
  if (barred_[graph] || opened_[graph]) return;
  opened_[graph] = true;
  takers_.graph(names_[graph]);
}

void BatchCutter::add(const Quad& quad, const Document& document) {
  const bool blank_graph = quad.graph.kind == TermKind::blank && !document.drop_graphs;
  line_.clear();
  append_term(line_, quad.subject, document.scope);
  line_ += ' ';
  append_term(line_, quad.predicate, document.scope);
  line_ += ' ';
  append_term(line_, quad.object, document.scope);
  if (blank_graph && store_.by_graph()) {
    takers_.left_out("load.blank-graph",
                     fmt::format("a graph with a blank node for a name cannot be "
                                 "addressed in this store: {}",
                                 excerpt(line_, 200)));
    return;
  }
  const bool nameless = quad.graph.kind == TermKind::none && document.graph.empty();
  if (nameless && !store_.has_nameless) {
    takers_.left_out("load.nameless",
                     fmt::format("this store has no graph without a name; give one with "
                                 "--graph IRI: {}",
                                 excerpt(line_, 200)));
    return;
  }
  const std::uint32_t graph = graph_number(quad.graph, document);
  if (barred_[graph]) {
    ++barred_statements_;
    return;
  }
  if (settings_.count) distinct_.add(graph, hash_of(compared_text(line_, compared_)));
  if (!store_.by_graph() && !graph_text_.empty()) {
    line_ += ' ';
    append_term(line_, nameless_in(quad) ? iri_term(graph_text_) : quad.graph,
                document.scope);
  }
  line_ += " .\n";
  ++statements_;
  // What has a triple term is counted by the store as if it had one, too.
  const bool has_nodes = quad.subject.kind == TermKind::blank ||
                         quad.object.kind == TermKind::blank ||
                         quad.object.kind == TermKind::triple || blank_graph;
  if (has_nodes) {
    add_nodes(quad, document, graph);
    bytes_with_nodes_ += line_.size();
    spool_.add(graph, line_, nodes_);
    return;
  }
  put(lines_for(graph), quad.predicate.value);
}

/// Fills `nodes_` with the blank nodes of the quad; for a store that is loaded by graph
/// each graph has its own.
void BatchCutter::add_nodes(const Quad& quad, const Document& document,
                            std::uint32_t graph) {
  nodes_.clear();
  const auto add = [&](const Term& term) {
    if (term.kind != TermKind::blank) return;
    std::string label;
    append_term(label, term, document.scope);
    const std::uint64_t hash = hash_of(label);
    if (!store_.by_graph()) {
      nodes_.push_back(hash);
      return;
    }
    nodes_.push_back(hash ^ (graph + 1) * 0x9E3779B97F4A7C15ULL);
    const std::uint32_t number = labels_.number(hash);
    if (number == label_graphs_.size()) {
      label_graphs_.push_back(graph);
    } else if (label_graphs_[number] != graph && label_graphs_[number] != kAllGraphs) {
      label_graphs_[number] = kAllGraphs;
      ++shared_nodes_;
    }
  };
  add(quad.subject);
  visit_terms(quad.object, add);
  add(quad.graph);
  if (nodes_.empty()) nodes_.push_back(hash_of(line_));  // it stands alone
}

/// What waits for a batch that statements of the graph can go into.
BatchCutter::Lines& BatchCutter::lines_for(std::uint32_t graph) {
  const std::uint32_t lane = store_.by_graph() ? graph : kAllGraphs;
  Lines& lines = waiting_[lane];
  lines.lane = lane;
  const std::string& name = names_[graph];
  if (lines.empty() || telling(name) > telling(lines.graph)) lines.graph = name;
  return lines;
}

/// Keeps `line_`, which has no blank node.
void BatchCutter::put(Lines& lines, std::string_view predicate) {
  waiting_bytes_ += line_.size();
  if (store_.by_graph()) {
    lines.plain.add(predicate, line_);
    // The first one does not wait for others: the store has nothing to do yet.
    const std::uint64_t bodies = number_ > 0 ? kBodiesByPredicate : 1;
    if (lines.plain.bytes() >= bodies * limit_) cut_full(lines);
  } else {
    lines.plain.add({}, line_);  // in the order of the input
    if (lines.plain.bytes() >= limit_) cut_plain(lines, limit_);
  }
  if (waiting_bytes_ > kMostWaiting) make_room();
}

/// Groups of one graph share bodies; those of others wait with them.
void BatchCutter::put_group(std::uint32_t graph, std::string_view text) {
  // A group that does not fit begins a body of its own.
  if (Lines& full = lines_for(graph);
      !full.groups.empty() && full.groups.size() + text.size() > limit_)
    cut_groups(full);
  Lines& lines = lines_for(graph);
  lines.groups += text;
  lines.ends.push_back(lines.groups.size());
  waiting_bytes_ += text.size();
  if (lines.groups.size() >= limit_) cut_groups(lines);
  if (waiting_bytes_ > kMostWaiting) make_room();
}

std::vector<std::uint32_t> BatchCutter::lanes() const {
  std::vector<std::uint32_t> out;
  for (const auto& [lane, lines] : waiting_)
    if (!lines.empty()) out.push_back(lane);
  std::ranges::sort(out);
  return out;
}

/// What is left for the next bodies waits.
void BatchCutter::cut_full(Lines& lines) {
  while (lines.plain.bytes() >= limit_) cut_plain(lines, limit_);
}

void BatchCutter::cut_all() {
  const std::vector<std::uint32_t> all = lanes();
  for (const std::uint32_t lane : all) {
    Lines& lines = waiting_[lane];
    while (!lines.plain.empty()) {
      const std::uint64_t part = lines.plain.bytes() / kBodiesByPredicate;
      cut_plain(lines, lane == all.back()
                           ? std::clamp(part, limit_ / kSmallestPart, limit_)
                           : limit_);
    }
    if (!lines.groups.empty()) cut_groups(lines);
  }
  waiting_.clear();
}

/// Small bodies only if full ones are not enough.
void BatchCutter::make_room() {
  for (const std::uint32_t lane : lanes()) cut_full(waiting_[lane]);
  if (waiting_bytes_ > kMostWaiting / 2) cut_all();
}

void BatchCutter::cut_plain(Lines& lines, std::uint64_t bytes) {
  // The name of N-Quads holds for all that wait.
  std::string text = lines.plain.take(store_.by_graph() ? bytes : lines.plain.bytes());
  hand_over({.graph = lines.graph, .lane = lines.lane, .text = std::move(text)});
}

void BatchCutter::cut_groups(Lines& lines) {
  hand_over({.graph = lines.graph,
             .lane = lines.lane,
             .text = std::exchange(lines.groups, {}),
             .ends = std::exchange(lines.ends, {})});
}

void BatchCutter::hand_over(LoadBatch batch) {
  batch.number = number_++;
  batch.statements = count_line_ends(batch.text);
  waiting_bytes_ -= batch.text.size();
  if (settings_.replace) {
    const std::uint32_t graph = numbers_.at(batch.graph);
    batch.replaces = !begun_[graph];
    begun_[graph] = true;
  }
  const std::string digest = digest_of(batch.text);
  const auto row = table_.find(batch.number);
  if (row && row->digest != digest)
    throw RunError{fmt::format(
        "what is to be loaded is not what it was when the load began: batch {} differs; "
        "--fresh begins anew (what has blank nodes would be doubled: see --replace)",
        batch.number)};
  if (!row) table_.put(batch.number, {.limit = limit_, .digest = digest});
  const auto next = table_.find(number_);
  limit_ = next ? next->limit : suggested_.load();
  if (!row || !row->taken) takers_.batch(std::move(batch));
}

void BatchCutter::finish() {
  cut_all();
  spool_.take(
      [this](std::uint32_t graph, std::string_view text) { put_group(graph, text); });
  cut_all();
}

std::vector<BatchCutter::GraphCount> BatchCutter::counts() {
  const std::vector<std::uint64_t> triples =
      distinct_.take(static_cast<std::uint32_t>(names_.size()));
  std::vector<GraphCount> out;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (opened_[i]) out.push_back({names_[i], triples[i]});
  return out;
}

}  // namespace semsite
