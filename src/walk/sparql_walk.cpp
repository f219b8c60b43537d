#include "walk/sparql_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kGraphsAtOnce = 1000;
constexpr std::uint64_t kSmallestPage = 500;
/// Rows of a look for a limit: more than common ones, and few for an endpoint.
constexpr std::uint64_t kProbeRows = 20'000;
constexpr unsigned kAttempts = 3;

std::optional<std::uint64_t> number_of(const std::optional<SparqlRows>& rows) {
  if (!rows || rows->size() != 1 || (*rows)[0].size() != 1) return std::nullopt;
  return parse_uint(trim((*rows)[0][0]));
}

/// A row limit mostly is a round number; Virtuoso's CONSTRUCT gives one row more.
bool looks_like_limit(std::uint64_t triples) {
  return triples >= 100 && (triples % 100 == 0 || triples % 100 == 1);
}

/// What the rows of an answer hold.
std::vector<std::string_view> variables_of(SparqlWalk::Ask ask) {
  if (ask == SparqlWalk::Ask::graphs) return {"g", "n"};
  if (ask == SparqlWalk::Ask::predicates || ask == SparqlWalk::Ask::iris)
    return {"p", "n"};
  if (ask == SparqlWalk::Ask::buckets) return {"h", "n"};
  if (ask == SparqlWalk::Ask::probe) return {"s"};
  return {"n"};
}

}  // namespace

SparqlWalk::SparqlWalk(Settings settings)
    : settings_(std::move(settings)), page_(settings_.page) {
  Task first;
  if (settings_.graph == "*") {
    first.ask = Ask::graphs;
  } else {
    first.ask = Ask::count;
    first.part.graph = settings_.graph;
  }
  queue_.push_back(std::move(first));
}

std::string SparqlWalk::query_of(const Task& task) {
  switch (task.ask) {
    case Ask::graphs:
      return graphs_query(task.last_graph, kGraphsAtOnce);
    case Ask::total:
      return total_query();
    case Ask::count:
      return count_query(task.part);
    case Ask::distinct:
      return count_query(task.part, CountOf::distinct);
    case Ask::blanks: {
      Partition blanks = task.part;
      blanks.blanks = BlankNodes::some;
      return count_query(blanks);
    }
    case Ask::labels:
    case Ask::store:
      return {};
    case Ask::predicates:
      return predicates_query(task.part);
    case Ask::iris:
      return iri_predicates_query(task.part);
    case Ask::buckets:
      return buckets_query(task.part, task.key);
    case Ask::probe:
      return subjects_query(task.part, kProbeRows);
    case Ask::data:
      break;
  }
  return task.part.pairs ? pairs_query(task.part) : construct_query(task.part);
}

std::optional<SparqlWalk::Step> SparqlWalk::next() {
  if (queue_.empty()) return std::nullopt;
  const std::size_t id = next_id_++;
  Task task = std::move(queue_.front());
  queue_.pop_front();
  // The limits may have become known while it waited.
  if (task.ask == Ask::store && !suits_store(task.part)) {
    task = queried(std::move(task.part));
    changed_ = true;
  }
  if (task.ask == Ask::data && page_known_ && task.part.expected.value_or(0) > page_ &&
      task.attempts == 0 && !task.last) {
    if (auto parts = split(task.part)) {
      task = std::move(*parts);
      changed_ = true;
    }
  }
  if (pair_failures_ >= kAttempts) task.part.pairs = false;
  Step step{.id = id,
            .ask = task.ask,
            .query = query_of(task),
            .variables = variables_of(task.ask),
            .part = task.part};
  awaited_.emplace(id, std::move(task));
  return step;
}

/// To the front, in their order: so graphs and predicates are gone through one by one.
void SparqlWalk::add(std::vector<Task> tasks) {
  changed_ = true;
  for (auto task = tasks.rbegin(); task != tasks.rend(); ++task)
    queue_.push_front(std::move(*task));
}

/// Is the Graph Store worth a request for `part`?
bool SparqlWalk::suits_store(const Partition& part) const {
  return settings_.graph_store && part.is_graph() && part.expected &&
         *part.expected <= store_page_;
}

/// A partition of known size, on its way to be asked for or to be cut.
SparqlWalk::Task SparqlWalk::sized(Partition part) {
  if (suits_store(part)) return {.ask = Ask::store, .part = std::move(part)};
  return queried(std::move(part));
}

/// The same, of the endpoint.
SparqlWalk::Task SparqlWalk::queried(Partition part) const {
  const std::uint64_t expected = part.expected.value_or(0);
  const bool promising =
      part.is_graph() && !page_known_ && expected <= settings_.one_answer;
  if (promising && expected > settings_.probed && !probed_)
    return {.ask = Ask::probe, .part = std::move(part)};
  if (expected > page_ && !promising)
    if (auto parts = split(part)) return std::move(*parts);
  return {.ask = Ask::data, .part = std::move(part)};
}

/// The query by which `part` is cut further; nothing if there is none left.
std::optional<SparqlWalk::Task> SparqlWalk::split(const Partition& part) const {
  if (part.is_graph()) return split_graph(part);
  if (part.predicates.empty() && part.ranges.empty()) return listed(part);
  auto key = next_key(part, settings_.key, page_);
  if (!key) return std::nullopt;
  return Task{.ask = Ask::buckets, .part = part, .key = std::move(*key)};
}

/// Blank nodes decide how a graph can be cut.
SparqlWalk::Task SparqlWalk::split_graph(Partition part) const {
  if (labels_ == Labels::same) return listed(std::move(part));
  return {.ask = Ask::blanks, .part = std::move(part)};
}

void SparqlWalk::take_rows(std::size_t id, const std::optional<SparqlRows>& rows) {
  Task task = std::move(awaited_.extract(id).mapped());
  changed_ = true;
  const std::optional<std::uint64_t> number = number_of(rows);
  switch (task.ask) {
    case Ask::total:
      // Of graphs that are left out, and empty answers that were cut, nothing was seen.
      if (number && number != seen_)
        gaps_.push_back(fmt::format("the graphs that it lists hold {} of {} triples",
                                    grouped(seen_), grouped(*number)));
      return;
    case Ask::count:
    case Ask::distinct:
      return take_count(std::move(task), number);
    case Ask::blanks:
      return take_blanks(std::move(task), number);
    case Ask::probe:
      return take_probe(std::move(task), rows);
    case Ask::iris:
      return take_iris(std::move(task), rows);
    default:
      break;
  }
  const bool pairs = rows && std::ranges::all_of(*rows, [](const auto& row) {
                       return row.size() == 2 && parse_uint(trim(row[1]));
                     });
  if (!pairs) return failed(std::move(task));
  if (task.ask == Ask::graphs) return take_graphs(*rows);
  if (task.ask == Ask::predicates) return take_predicates(std::move(task), *rows);
  take_buckets(task, *rows);
}

/// Without an answer nothing is known, and one answer is tried.
void SparqlWalk::take_probe(Task task, const std::optional<SparqlRows>& rows) {
  probed_ = true;
  if (rows && !rows->empty() && rows->size() < kProbeRows) {
    page_ = std::min(page_, std::max<std::uint64_t>(rows->size(), kSmallestPage));
    page_known_ = true;
  }
  add({sized(std::move(task.part))});
}

void SparqlWalk::take_count(Task task, std::optional<std::uint64_t> count) {
  if (!count && task.ask == Ask::count && !task.part.expected) counts_ = false;
  if (count) {
    // Parts of a graph that was counted are counted with it, unless they changed.
    if (task.attempts > 0) counted_ -= task.part.expected.value_or(0);
    if (task.attempts > 0 || task.part.is_graph()) counted_ += *count;
    task.part.expected = count;
  }
  if (count == 0U) {
    had_.push_back(std::move(task.part));
    return;
  }
  if (task.attempts > 0) {
    add({{.ask = Ask::data,
          .part = std::move(task.part),
          .attempts = task.attempts,
          .before = task.before,
          .recounted = true,
          .last = task.last}});
  } else {
    add({sized(std::move(task.part))});
  }
}

void SparqlWalk::take_blanks(Task task, std::optional<std::uint64_t> count) {
  if (count == 0U) return add({listed(std::move(task.part))});
  if (labels_ == Labels::unknown) {
    add({{.ask = Ask::labels, .part = std::move(task.part)}});
    return;
  }
  // They differ: only what stands in one answer can be joined.
  if (count && *count <= page_ && task.part.expected >= count) {
    Partition some = task.part;
    some.blanks = BlankNodes::some;
    some.expected = count;
    Partition none = std::move(task.part);
    none.blanks = BlankNodes::none;
    none.expected = *none.expected - *count;
    std::vector<Task> out{{.ask = Ask::data, .part = std::move(some)}};
    if (*none.expected > 0) out.push_back(sized(std::move(none)));
    add(std::move(out));
    return;
  }
  add({listed(std::move(task.part))});
}

void SparqlWalk::take_labels(std::size_t id, Labels labels) {
  Task task = std::move(awaited_.extract(id).mapped());
  labels_ = labels == Labels::same ? Labels::same : Labels::other;
  add({split_graph(std::move(task.part))});
}

/// What is not just what was counted, the endpoint is asked for.
SparqlWalk::Verdict SparqlWalk::take_store(Task task, const Answer& answer) {
  const std::uint64_t expected = task.part.expected.value_or(0);
  if (answer.whole && answer.triples == expected && answer.skipped == 0) {
    store_failures_ = 0;
    had_.push_back(std::move(task.part));
    return Verdict::keep;
  }
  if (answer.triples < expected && (answer.whole || answer.triples > 0)) {
    store_page_ = std::min(store_page_, answer.triples);  // cut off
  } else if (!answer.whole && ++store_failures_ == kAttempts) {
    store_page_ = 0;
  }
  add({queried(std::move(task.part))});
  return Verdict::drop;
}

SparqlWalk::Verdict SparqlWalk::take_data(std::size_t id, const Answer& answer) {
  Task task = std::move(awaited_.extract(id).mapped());
  if (task.ask == Ask::store) return take_store(std::move(task), answer);
  if (task.part.pairs) judge_pairs(task, answer);
  const std::optional<std::uint64_t>& expected = task.part.expected;
  if (answer.whole && (!expected || answer.triples == *expected)) {
    // A line that was cut off looks like a bad statement: is it there the second time?
    if (answer.skipped > 0 && task.attempts == 0)
      return again(std::move(task), answer.triples);
    had_.push_back(std::move(task.part));
    return Verdict::keep;
  }
  if (!answer.whole) {
    if (task.attempts + 1 < kAttempts) return again(std::move(task), 0);
    return cut_smaller(std::move(task), expected.value_or(0) / 2);
  }
  if (answer.said_partial)
    return cut_smaller(std::move(task), std::min(answer.triples, *expected / 2));
  if (answer.triples > *expected) {
    // The data grew, mostly: count it again before it is asked for again.
    if (task.recounted) {
      had_.push_back(std::move(task.part));
      return Verdict::keep_cut;
    }
    task.ask = Ask::count;
    return again(std::move(task), answer.triples);
  }
  // A default graph may be the merge of others, and count what they share twice.
  const bool merged = task.part.graph.empty() && !task.recounted;
  const bool limited = looks_like_limit(answer.triples) || answer.row_limit ||
                       task.before == answer.triples;
  if (merged && (!limited || answer.triples < 1000 || task.before == answer.triples)) {
    task.ask = Ask::distinct;
    return again(std::move(task), answer.triples);
  }
  if (!limited && task.attempts + 1 < kAttempts)
    return again(std::move(task), answer.triples);
  page_known_ = page_known_ || limited;
  std::uint64_t limit = answer.triples;
  if (answer.row_limit) limit = *answer.row_limit;
  if (limit % 100 == 1) --limit;
  return cut_smaller(std::move(task), limit);
}

SparqlWalk::Verdict SparqlWalk::again(Task task, std::uint64_t came) {
  ++task.attempts;
  task.before = came;
  queue_.push_front(std::move(task));
  changed_ = true;
  return Verdict::drop;
}

/// Asks for the parts of what gave only `came` triples, if it has any.
SparqlWalk::Verdict SparqlWalk::cut_smaller(Task task, std::uint64_t came) {
  page_ = std::min(page_, std::max(came, kSmallestPage));
  page_known_ = true;
  Partition& part = task.part;
  if (task.last) {
    had_.push_back(std::move(part));
    return Verdict::keep_cut;
  }
  if (part.predicates.size() > 1) {
    std::vector<Task> out;
    for (const std::string& one : part.predicates) {
      Partition alone = part;
      alone.predicates = {one};
      alone.expected.reset();
      out.push_back({.ask = Ask::count, .part = std::move(alone)});
    }
    add(std::move(out));
    return Verdict::drop;
  }
  if (part.expected && *part.expected > page_) {
    if (auto parts = split(part)) {
      add({std::move(*parts)});
      return Verdict::drop;
    }
  }
  had_.push_back(std::move(part));
  return Verdict::keep_cut;
}

}  // namespace semsite
