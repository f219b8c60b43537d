#include "load/batch_cutter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "fetch/sha256.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

/// What waits for more of its graph; then all of it is cut.
constexpr std::uint64_t kMostWaiting = std::uint64_t{64} << 20U;
/// For LoadProtocol::nquads all statements wait together.
constexpr std::uint32_t kAllGraphs = 0xFFFFFFFFU;

std::uint64_t hash_of(std::string_view text) {
  return std::hash<std::string_view>{}(text);
}

/// How well it can be told by a graph what a store has taken: the nameless one may show
/// all graphs at once.
int telling(std::string_view graph) {
  return graph.empty() ? 0 : graph.starts_with("_:") ? 1 : 2;
}

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
  if (last_graph_ < names_.size() && names_[last_graph_] == graph_text_)
    return last_graph_;
  const auto [at, is_new] =
      numbers_.try_emplace(graph_text_, static_cast<std::uint32_t>(names_.size()));
  if (is_new) {
    names_.push_back(graph_text_);
    begun_.push_back(false);
    takers_.graph(graph_text_);
  }
  return last_graph_ = at->second;
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
  if (settings_.count) distinct_.add(graph, hash_of(line_));
  if (!store_.by_graph() && !graph_text_.empty()) {
    line_ += blank_graph ? " " : " <";
    line_ += graph_text_;
    if (!blank_graph) line_ += '>';
  }
  line_ += " .\n";
  ++statements_;
  const bool has_nodes = quad.subject.kind == TermKind::blank ||
                         quad.object.kind == TermKind::blank || blank_graph;
  if (has_nodes) {
    add_nodes(quad, document, graph);
    bytes_with_nodes_ += line_.size();
    spool_.add(graph, line_, nodes_);
    return;
  }
  put(lines_for(graph), line_);
}

/// Fills `nodes_` with the blank nodes of the quad; for a store that is loaded by graph
/// each graph has its own.
void BatchCutter::add_nodes(const Quad& quad, const Document& document,
                            std::uint32_t graph) {
  nodes_.clear();
  for (const Term* term : {&quad.subject, &quad.object, &quad.graph}) {
    if (term->kind != TermKind::blank) continue;
    std::string label;
    append_term(label, *term, document.scope);
    const std::uint64_t hash = hash_of(label);
    if (!store_.by_graph()) {
      nodes_.push_back(hash);
      continue;
    }
    nodes_.push_back(hash ^ (graph + 1) * 0x9E3779B97F4A7C15ULL);
    const std::uint32_t number = labels_.number(hash);
    if (number == label_graphs_.size()) {
      label_graphs_.push_back(graph);
    } else if (label_graphs_[number] != graph && label_graphs_[number] != kAllGraphs) {
      label_graphs_[number] = kAllGraphs;
      ++shared_nodes_;
    }
  }
}

/// What waits for a batch that statements of the graph can go into.
BatchCutter::Lines& BatchCutter::lines_for(std::uint32_t graph) {
  const std::uint32_t lane = store_.by_graph() ? graph : kAllGraphs;
  Lines& lines = waiting_[lane];
  lines.lane = lane;
  const std::string& name = names_[graph];
  if (lines.text.empty() || telling(name) > telling(lines.graph)) lines.graph = name;
  return lines;
}

void BatchCutter::put(Lines& lines, std::string_view text) {
  lines.text += text;
  ++lines.count;
  waiting_bytes_ += text.size();
  if (lines.text.size() >= limit_) {
    cut(lines);
  } else if (waiting_bytes_ > kMostWaiting) {
    cut_all();
  }
}

void BatchCutter::cut_all() {
  std::vector<std::uint32_t> graphs;
  for (const auto& [graph, lines] : waiting_)
    if (!lines.text.empty()) graphs.push_back(graph);
  std::ranges::sort(graphs);
  for (const std::uint32_t graph : graphs) cut(waiting_[graph]);
  waiting_.clear();
}

void BatchCutter::cut(Lines& lines) {
  LoadBatch batch{.number = number_++,
                  .graph = std::move(lines.graph),
                  .lane = lines.lane,
                  .text = std::move(lines.text),
                  .ends = std::move(lines.ends),
                  .statements = lines.count};
  waiting_bytes_ -= std::min<std::uint64_t>(waiting_bytes_, batch.text.size());
  lines = {};
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
  // Groups of one graph share bodies; those of others wait with them.
  spool_.take([this](std::uint32_t graph, std::string_view text) {
    // A group that does not fit begins a body of its own.
    if (Lines& full = lines_for(graph);
        !full.text.empty() && full.text.size() + text.size() > limit_)
      cut(full);
    Lines& lines = lines_for(graph);
    lines.text += text;
    lines.count += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    lines.ends.push_back(lines.text.size());
    waiting_bytes_ += text.size();
    if (lines.text.size() >= limit_) {
      cut(lines);
    } else if (waiting_bytes_ > kMostWaiting) {
      cut_all();
    }
  });
  cut_all();
}

std::vector<BatchCutter::GraphCount> BatchCutter::counts() {
  const std::vector<std::uint64_t> triples =
      distinct_.take(static_cast<std::uint32_t>(names_.size()));
  std::vector<GraphCount> out;
  for (std::size_t i = 0; i < names_.size(); ++i) out.push_back({names_[i], triples[i]});
  return out;
}

}  // namespace semsite
