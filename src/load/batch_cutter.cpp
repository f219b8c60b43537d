#include "load/batch_cutter.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <queue>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/byte_scan.hpp"
#include "base/hash.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/term_text.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;
constexpr const char* kSpoolName = "the temporary file for blank nodes";

/// Reads the temporary file from its start.
class SpoolReader {
 public:
  explicit SpoolReader(int file) : file_(file) {
    if (::lseek(file_, 0, SEEK_SET) < 0) fail();
  }
  /// Views until the next call.
  std::string_view next(std::size_t bytes) {
    if (buffer_.size() - at_ < bytes) fill(bytes);
    const std::string_view out = std::string_view{buffer_}.substr(at_, bytes);
    at_ += bytes;
    return out;
  }

 private:
  [[noreturn]] static void fail() {
    throw RunError{std::string{kSpoolName} + ": " + std::strerror(errno)};
  }
  void fill(std::size_t bytes) {
    buffer_.erase(0, at_);
    at_ = 0;
    while (buffer_.size() < bytes) {
      const std::size_t had = buffer_.size();
      buffer_.resize(had + kPiece);
      const ssize_t got = ::read(file_, buffer_.data() + had, kPiece);
      if (got < 0 && errno == EINTR) {
        buffer_.resize(had);
        continue;
      }
      if (got <= 0) fail();
      buffer_.resize(had + static_cast<std::size_t>(got));
    }
  }

  int file_;
  std::string buffer_;
  std::size_t at_ = 0;
};

}  // namespace

std::uint32_t BlankSpool::root_of(std::uint32_t node) {
  while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
  return node;
}

void BlankSpool::add(std::uint32_t graph, std::string_view line,
                     const std::vector<std::uint64_t>& nodes) {
  std::uint32_t root = 0;
  bool first = true;
  for (const std::uint64_t hash : nodes) {
    const std::uint32_t node = index_.number(hash);
    if (node == parents_.size()) {
      parents_.push_back(node);
      counts_.push_back(0);
    }
    const std::uint32_t other = root_of(node);
    if (first) {
      root = other;
    } else if (other != root) {
      parents_[other] = root;
      counts_[root] += counts_[other];
    }
    first = false;
  }
  ++counts_[root];
  ++lines_;
  const Head head{
      .node = root, .graph = graph, .bytes = static_cast<std::uint32_t>(line.size())};
  pending_.append(reinterpret_cast<const char*>(&head), sizeof head);
  pending_ += line;
  if (pending_.size() >= kPiece) flush();
}

void BlankSpool::flush() {
  if (!file_.valid()) file_ = anonymous_file();
  write_all(file_.get(), pending_, kSpoolName);
  pending_.clear();
}

void BlankSpool::take(const TakeGroup& take) {
  if (empty()) return;
  flush();
  struct Group {
    std::uint32_t lines = 0;
    std::vector<std::pair<std::uint32_t, std::string>> texts;  ///< by graph
  };
  std::unordered_map<std::uint32_t, Group> open;
  SpoolReader reader{file_.get()};
  for (std::uint64_t i = 0; i < lines_; ++i) {
    Head head{};
    std::memcpy(&head, reader.next(sizeof head).data(), sizeof head);
    const std::string_view line = reader.next(head.bytes);
    const std::uint32_t root = root_of(head.node);
    Group& group = open[root];
    auto text = group.texts.begin();
    while (text != group.texts.end() && text->first != head.graph) ++text;
    if (text == group.texts.end())
      text = group.texts.emplace(text, head.graph, std::string{});
    text->second += line;
    if (++group.lines < counts_[root]) continue;
    for (const auto& [graph, lines] : group.texts) take(graph, lines);
    open.erase(root);
  }
}

namespace {

constexpr std::size_t kEntriesRead = 8192;
constexpr const char* kCountingFile = "the temporary file for counting";

/// A sorted run, read from its start.
template <typename Entry>
class CountedRunReader {
 public:
  CountedRunReader(int file, std::uint64_t entries) : file_(file), left_(entries) {
    if (::lseek(file_, 0, SEEK_SET) < 0) fail();
    fill();
  }
  [[nodiscard]] bool over() const { return at_ == buffer_.size(); }
  [[nodiscard]] const Entry& entry() const { return buffer_[at_]; }
  void advance() {
    if (++at_ == buffer_.size()) fill();
  }

 private:
  [[noreturn]] static void fail() {
    throw RunError{std::string{kCountingFile} + ": " + std::strerror(errno)};
  }
  void fill() {
    buffer_.resize(std::min<std::uint64_t>(left_, kEntriesRead));
    left_ -= buffer_.size();
    at_ = 0;
    auto* to = reinterpret_cast<char*>(buffer_.data());
    std::size_t bytes = buffer_.size() * sizeof(Entry);
    while (bytes > 0) {
      const ssize_t got = ::read(file_, to, bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail();
      to += got;
      bytes -= static_cast<std::size_t>(got);
    }
  }

  int file_;
  std::uint64_t left_;
  std::vector<Entry> buffer_;
  std::size_t at_ = 0;
};

}  // namespace

void DistinctCount::settle() {
  std::ranges::sort(seen_);
  const auto rest = std::unique(seen_.begin(), seen_.end());
  seen_.erase(rest, seen_.end());
}

void DistinctCount::spill() {
  settle();
  Run run{.file = anonymous_file(), .entries = seen_.size()};
  const auto bytes = std::as_bytes(std::span{seen_});
  write_all(run.file.get(),
            std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()},
            kCountingFile);
  runs_.push_back(std::move(run));
  seen_.clear();
}

std::vector<std::uint64_t> DistinctCount::take(std::uint32_t graphs) {
  std::vector<std::uint64_t> out(graphs, 0);
  if (runs_.empty()) {
    settle();
    for (const auto& [graph, hash] : seen_) ++out[graph];
    seen_.clear();
    return out;
  }
  if (!seen_.empty()) spill();
  std::vector<CountedRunReader<Entry>> readers;
  for (const Run& run : runs_) readers.emplace_back(run.file.get(), run.entries);
  const auto later = [&](std::size_t a, std::size_t b) {
    return readers[a].entry() > readers[b].entry();
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> first{
      later};
  for (std::size_t i = 0; i < readers.size(); ++i)
    if (!readers[i].over()) first.push(i);
  const Entry none{~std::uint64_t{0}, 0};
  Entry last = none;
  while (!first.empty()) {
    const std::size_t i = first.top();
    first.pop();
    const Entry entry = readers[i].entry();
    if (entry != last) ++out[entry.first];
    last = entry;
    readers[i].advance();
    if (!readers[i].over()) first.push(i);
  }
  runs_.clear();
  return out;
}

void LinesByPredicate::add(std::string_view predicate, std::string_view line) {
  texts_[std::hash<std::string_view>{}(predicate)] += line;
  bytes_ += line.size();
}

std::string LinesByPredicate::take(std::uint64_t bytes) {
  std::string out;
  while (!texts_.empty() && out.size() < bytes) {
    std::string& first = texts_.begin()->second;
    const std::uint64_t wanted = bytes - out.size();
    if (first.size() > wanted) {
      const std::size_t end = first.find('\n', wanted - 1) + 1;
      out.append(first, 0, end);
      first.erase(0, end);
    } else {
      out += first;
      first.clear();
    }
    if (first.empty()) texts_.erase(texts_.begin());
  }
  bytes_ -= out.size();
  return out;
}

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
