#include "walk/sparql_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/sparql_text.hpp"
#include "walk/sparql_partition.hpp"

namespace semsite {
namespace {

/// So many buckets for each answer that is expected: then bundles of them fill answers.
constexpr std::uint64_t kBucketsEach = 32;
constexpr std::uint64_t kFewestBuckets = 16;
constexpr std::uint64_t kMostBuckets = 4096;

constexpr std::string_view kBlankSubject = "isBlank(?s)";
constexpr std::string_view kBlankObject = "isBlank(?o)";

bool is_of_objects(std::string_view key) {
  return key.find("?o") != std::string_view::npos;
}

std::string hash_key(std::string_view variable, std::size_t digits) {
  return fmt::format("SUBSTR(MD5(STR({})),1,{})", variable, digits);
}

/// How many hexadecimal digits tell about so many buckets apart; the list of them must
/// fit an answer, too.
std::size_t digits_for(std::uint64_t buckets, std::uint64_t page) {
  if (buckets <= 16) return 1;
  return buckets <= 1024 || page < kMostBuckets ? 2 : 3;
}

struct Bucket {
  std::string value;
  std::uint64_t number = 0;  ///< of a numeric key
  std::uint64_t count = 0;
};

}  // namespace

std::optional<std::string> next_key(const Partition& part, SubjectKey key,
                                    std::uint64_t page) {
  std::size_t by_subject = 0, by_object = 0;
  bool blank_subject = false;
  for (const PartitionRange& range : part.ranges) {
    if (range.key == kBlankObject) return std::nullopt;
    blank_subject = blank_subject || range.key == kBlankSubject;
    if (range.from.empty()) continue;
    ++(is_of_objects(range.key) ? by_object : by_subject);
  }
  const std::uint64_t wanted = part.expected.value_or(0) / page * kBucketsEach;
  const std::uint64_t most =
      std::clamp<std::uint64_t>(page / 2, kFewestBuckets, kMostBuckets);
  const std::uint64_t buckets = std::clamp(wanted, kFewestBuckets, most);
  if (by_object == 0 && !blank_subject && by_subject < 2) {
    // Another modulus on the second level; both odd, as numbers may come in steps.
    if (key == SubjectKey::virtuoso_id)
      return fmt::format("bif:mod(<LONG::bif:iri_id_num>(?s),{})",
                         (buckets | 1U) + by_subject * 2);
    return hash_key("?s", by_subject == 0 ? digits_for(buckets, page) : 5);
  }
  if (by_object < 2)
    return hash_key("?o", by_object == 0 ? digits_for(buckets, page) : 5);
  return std::nullopt;
}

std::optional<std::vector<Partition>> bundle_buckets(const Partition& part,
                                                     std::string_view key,
                                                     const SparqlRows& rows,
                                                     std::uint64_t page) {
  const bool numeric = key.starts_with("bif:");
  std::vector<Bucket> buckets;
  std::uint64_t sum = 0, unbound = 0;
  for (const auto& row : rows) {
    const std::uint64_t count = parse_uint(trim(row.at(1))).value_or(0);
    sum += count;
    const auto number = numeric && !row[0].empty() ? parse_uint(row[0]) : 0;
    if (!number) return std::nullopt;
    if (row[0].empty()) {
      unbound += count;
    } else {
      buckets.push_back({row[0], *number, count});
    }
  }
  if (sum != part.expected || sum == 0) return std::nullopt;
  std::ranges::sort(buckets, [](const Bucket& a, const Bucket& b) {
    return a.number != b.number ? a.number < b.number : a.value < b.value;
  });
  const auto constant = [&](const Bucket& bucket) {
    return numeric ? bucket.value : sparql_string(bucket.value);
  };
  std::vector<Partition> out;
  for (std::size_t i = 0; i < buckets.size();) {
    Partition& one = out.emplace_back(part);
    std::uint64_t expected = buckets[i].count;
    std::size_t end = i + 1;
    while (end < buckets.size() && expected + buckets[end].count <= page)
      expected += buckets[end++].count;
    one.expected = expected;
    one.ranges.push_back({std::string{key}, constant(buckets[i]),
                          end < buckets.size() ? constant(buckets[end]) : ""});
    i = end;
  }
  if (unbound > 0) {
    // Blank nodes have no text to be hashed.
    Partition& one = out.emplace_back(part);
    one.expected = unbound;
    one.ranges.push_back(
        {std::string{is_of_objects(key) ? kBlankObject : kBlankSubject}, {}, {}});
  }
  return out;
}

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

namespace {

using Ask = SparqlWalk::Ask;
using Labels = SparqlWalk::Labels;

constexpr StoredNames<Ask, 12> kAsks{{{{Ask::graphs, "graphs"},
                                       {Ask::total, "total"},
                                       {Ask::count, "count"},
                                       {Ask::distinct, "distinct"},
                                       {Ask::blanks, "blanks"},
                                       {Ask::labels, "labels"},
                                       {Ask::predicates, "predicates"},
                                       {Ask::buckets, "buckets"},
                                       {Ask::probe, "probe"},
                                       {Ask::data, "data"},
                                       {Ask::store, "store"},
                                       {Ask::iris, "iris"}}}};
constexpr StoredNames<Labels, 3> kLabels{
    {{{Labels::unknown, "unknown"}, {Labels::same, "same"}, {Labels::other, "other"}}}};
constexpr StoredNames<SubjectKey, 2> kKeys{
    {{{SubjectKey::hash, "hash"}, {SubjectKey::virtuoso_id, "virtuoso_id"}}}};

}  // namespace

/// A line of what is known of the endpoint, then gaps and tasks, each on a line.
std::string SparqlWalk::write() {
  changed_ = false;
  std::string out =
      fmt::format("walk {} {} {} {} {} {} {} {}\n", page_, page_known_ ? 1 : 0,
                  kLabels.name_of(labels_), counts_ ? 1 : 0, kKeys.name_of(settings_.key),
                  counted_, seen_, store_page_);
  for (const std::string& gap : gaps_) out += "gap " + gap + '\n';
  const auto line = [&](const Task& task) {
    out += fmt::format("{} {}\x1e{}\x1e{}\n", kAsks.name_of(task.ask), task.key,
                       task.last_graph, write_partition(task.part));
  };
  for (const Partition& part : had_)
    if (part.expected != 0U)
      line({.ask = suits_store(part) ? Ask::store : Ask::data, .part = part});
  for (const auto& [id, task] : awaited_) line(task);
  for (const Task& task : queue_) line(task);
  return out;
}

std::optional<std::deque<SparqlWalk::Task>> SparqlWalk::read(std::string_view text) {
  const std::vector<std::string_view> lines = semsite::split(text, '\n');
  const std::vector<std::string_view> head = semsite::split(lines[0], ' ');
  if (head.size() < 8 || head[0] != "walk") return std::nullopt;
  const auto labels = kLabels.find(head[3]);
  const auto key = kKeys.find(head[5]);
  const auto number = [&](std::size_t place) {
    return place < head.size() ? parse_uint(head[place]) : std::nullopt;
  };
  if (!labels || !key || !number(1) || !number(2) || !number(4) || !number(6) ||
      !number(7))
    return std::nullopt;
  std::deque<Task> out;
  std::vector<std::string> gaps;
  for (const std::string_view line : std::span{lines}.subspan(1)) {
    if (line.empty()) continue;
    if (line.starts_with("gap ")) {
      gaps.emplace_back(line.substr(4));
      continue;
    }
    const std::size_t space = line.find(' ');
    const auto ask = kAsks.find(line.substr(0, space));
    if (!ask) return std::nullopt;
    const std::vector<std::string_view> fields =
        semsite::split(line.substr(space + 1), '\x1e');
    auto part = fields.size() == 3 ? read_partition(fields[2]) : std::nullopt;
    if (!part) return std::nullopt;
    out.push_back({.ask = *ask,
                   .part = std::move(*part),
                   .key = std::string{fields[0]},
                   .last_graph = std::string{fields[1]}});
  }
  page_ = *number(1);
  page_known_ = *number(2) != 0;
  labels_ = *labels;
  counts_ = *number(4) != 0;
  settings_.key = *key;
  counted_ = *number(6);
  seen_ = *number(7);
  if (const auto page = number(8)) store_page_ = *page;  // earlier versions had none
  gaps_ = std::move(gaps);
  return out;
}

}  // namespace semsite
