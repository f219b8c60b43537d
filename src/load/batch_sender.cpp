#include "load/batch_sender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

#include "base/arena.hpp"
#include "base/clock.hpp"
#include "base/counts.hpp"
#include "base/hash.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "fetch/http_header.hpp"
#include "rdf/term_text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Statements that a store refuses before the load is given up: something else is wrong
/// then.
constexpr std::uint64_t kMostRefused = 100;
/// Between two counts of a graph that should not change any more.
constexpr std::chrono::milliseconds kCountPause{250};
/// So long it must not change, and twice as long as the slowest body took: the store may
/// still be busy with what it got.
constexpr std::chrono::milliseconds kQuiet{2'000};
/// With a part of a body, it is given so many times as long.
constexpr int kPatience = 8;

/// A count that takes longer than this, and than this part of the body after it, is not
/// repeated for each body.
constexpr std::chrono::milliseconds kSlowCount{50};
constexpr int kCountShare = 10;
/// Graphs whose number of triples is remembered.
constexpr std::size_t kMostKnown = 10'000;

// Codes of docs/faults.md.
constexpr std::string_view kRefused = "load.refused";
constexpr std::string_view kPartial = "load.partial";
constexpr std::string_view kUncertain = "load.uncertain";

std::string where(const Store& store, std::string_view graph) {
  if (!store.by_graph()) return store.load_url;
  return graph.empty() ? "the graph without a name" : fmt::format("graph <{}>", graph);
}

/// Triples that a body adds to its graph: lines may come twice in the input.
std::uint64_t distinct_lines(std::string_view text) {
  std::unordered_set<std::string_view, KeyedHash, std::equal_to<>> lines;
  lines.reserve(static_cast<std::size_t>(std::ranges::count(text, '\n')));
  Arena arena;
  std::string room;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    const std::string_view compared = compared_text(line, room);
    lines.insert(compared.data() == line.data() ? line : arena.keep(compared));
  }
  return lines.size();
}

/// The fourth term of a canonical N-Quads line; empty if it has none.
std::string_view graph_of(std::string_view line) {
  std::size_t at = line.find(' ', line.find(' ') + 1) + 1;
  at += term_text_length(line.substr(at)) + 1;
  return line.substr(at, line.size() - 2 - std::min(at, line.size() - 2));
}

/// Of N-Quads, the lines by which a store is counted: those of the graph, or of all named
/// ones (`_:…`).
std::string lines_of(std::string_view text, std::string_view graph) {
  std::string out;
  const std::string name = graph.empty() ? "" : fmt::format("<{}>", graph);
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    const std::string_view own = graph_of(line);
    if (graph.starts_with("_:") ? !own.empty() : own == name) out.append(line) += '\n';
  }
  return out;
}

Request request_for(const Store& store, const LoadBatch& batch, std::string_view lines,
                    bool replaces) {
  if (batch.effect == LoadEffect::remove) return remove_request(store, lines);
  if (batch.effect == LoadEffect::drop) return drop_request(store, lines);
  return replaces ? replace_request(store, batch.graph, lines)
                  : add_request(store, batch.graph, lines);
}

}  // namespace

/// A range of the text of a batch, at the ends of lines or groups.
struct BatchSender::Part {
  std::size_t begin = 0, end = 0;
  bool replaces = false;
  bool halved = false;  ///< looked for what is refused: no patience

  [[nodiscard]] std::string_view of(const LoadBatch& batch) const {
    return std::string_view{batch.text}.substr(begin, end - begin);
  }
  /// A place near the middle where it can be torn apart; `end` if there is none.
  [[nodiscard]] std::size_t middle(const LoadBatch& batch) const {
    const std::size_t half = begin + (end - begin) / 2;
    if (batch.has_blank_nodes()) {
      auto at = std::ranges::upper_bound(batch.ends, half);
      if (at != batch.ends.begin() && *std::prev(at) > begin) return *std::prev(at);
      return at == batch.ends.end() ? end : std::min(*at, end);
    }
    const std::size_t before = batch.text.rfind('\n', half);
    if (before != std::string::npos && before + 1 > begin && before + 1 < end)
      return before + 1;
    return std::min(batch.text.find('\n', half) + 1, end);
  }
};

double BatchSender::random() {
  const MutexLock lock{mutex_};
  return std::uniform_real_distribution<double>{0, 1}(random_);
}

void BatchSender::send(const LoadBatch& batch) {
  const auto row = loaded_.table.find(batch.number);
  if (row && row->taken) return;
  Part part{.begin = 0, .end = batch.text.size(), .replaces = batch.replaces};
  // The answer to its last part was not seen; what replaces begins anew.
  if (row && batch.has_blank_nodes() && !batch.replaces && row->part_end > 0) {
    part.begin = row->part_begin;
    const Part last{.begin = row->part_begin, .end = row->part_end};
    if (was_taken(batch, last, row->before, "an earlier run ended before the answer"))
      part.begin = row->part_end;
  }
  if (row && part.begin == 0) loaded_.table.begin_batch_anew(batch.number);
  if (part.begin < part.end) send_part(batch, part);
  loaded_.table.note_taken(batch.number, sending_.clock.wall());
}

void BatchSender::send_part(const LoadBatch& batch, Part part) {
  Part first = part;
  first.end = part.middle(batch);
  // It was cut when bodies could still be longer.
  const bool is_long = part.end - part.begin > 2 * sending_.most_bytes();
  const Sent sent = is_long && first.end < part.end ? Sent::split : deliver(batch, part);
  if (sent == Sent::yes) return;
  if (first.end >= part.end) {
    refuse(batch, part,
           sent == Sent::split ? "it is too large for the store (status 413)"
                               : "the store refuses it");
    return;
  }
  first.halved = part.halved || sent == Sent::refused;
  Part second = first;
  second.begin = first.end;
  second.end = part.end;
  second.replaces = false;
  send_part(batch, first);
  send_part(batch, second);
}

BatchSender::Sent BatchSender::deliver(const LoadBatch& batch, const Part& part) {
  const std::string_view body = part.of(batch);
  const bool counted = batch.has_blank_nodes() && !part.replaces;
  const Store& store = loaded_.store;
  std::int64_t before = -1;
  if (counted) {
    before = triples_before(batch);
    loaded_.table.note_part(batch.number, part.begin, part.end, before);
  }
  for (unsigned attempt = 1;; ++attempt) {
    const auto [answer, took] = send_body(request_for(store, batch, body, part.replaces));
    const StoreVerdict verdict = verdict_of(answer);
    if (verdict == StoreVerdict::taken) {
      // A lost update by another thread does no harm.
      slowest_milliseconds_ = std::max(slowest_milliseconds_.load(), took.count());
      sending_.took(body.size(), took);
      if (counted) reckon(batch, part, took);
      return Sent::yes;
    }
    if (verdict == StoreVerdict::cancelled || sending_.stop.stop_requested())
      throw RunError{"interrupted"};
    if (verdict == StoreVerdict::login || verdict == StoreVerdict::elsewhere)
      throw RunError{answer.problem};
    if (counted) forget_count(batch);
    const bool uncertain = may_have_arrived(answer);
    if (counted && uncertain && was_taken(batch, part, before, answer.problem))
      return Sent::yes;
    if (verdict == StoreVerdict::too_large) return Sent::split;
    if (verdict == StoreVerdict::refused || (part.halved && answer.status == 500)) {
      loaded_.console.detail(answer.problem);
      if (part.middle(batch) < part.end) return Sent::refused;
      refuse(batch, part, answer.problem);
      return Sent::yes;
    }
    if (attempt >= sending_.retry.max_attempts) {
      // An error of the server that stays may be about one statement.
      if (answer.status == 500) return Sent::refused;
      throw RunError{fmt::format("{} ({}{})", answer.problem,
                                 count_of(attempt, "attempt"), hint_of(answer.failure))};
    }
    pause(answer, attempt, answer.problem);
    loaded_.client.answers().note_retry();
    if (sending_.stop.stop_requested()) throw RunError{"interrupted"};
  }
}

std::pair<StoreAnswer, std::chrono::milliseconds> BatchSender::send_body(
    Request request) {
  const StoreTurns::Turn turn = loaded_.client.begin_body();
  const Clock::Time begun = sending_.clock.now();
  ++bodies_;
  StoreAnswer answer = loaded_.client.send(std::move(request));
  return {std::move(answer), std::chrono::duration_cast<std::chrono::milliseconds>(
                                 sending_.clock.now() - begun)};
}

void BatchSender::pause(const StoreAnswer& answer, unsigned attempt,
                        const std::string& what) {
  const Attempt last{.number = attempt,
                     .status = answer.status,
                     .failure = answer.failure,
                     .retry_after = parse_retry_after(answer.head.header("retry-after"),
                                                      sending_.clock.wall())};
  const RetryDecision decision = decide_retry(last, sending_.retry, random());
  if (!decision.again)
    throw RunError{fmt::format("{}; {}", answer.problem, decision.reason)};
  loaded_.console.info(fmt::format(
      "{}; attempt {} of {} in {:.1f} s", what, attempt + 1, sending_.retry.max_attempts,
      std::chrono::duration<double>(decision.pause).count()));
  pause_for(decision.pause, sending_.stop);
}

std::int64_t BatchSender::triples_of(const LoadBatch& batch) {
  if (loaded_.store.query_url.empty()) return -1;
  for (unsigned attempt = 1; attempt <= sending_.retry.max_attempts; ++attempt) {
    const auto count = loaded_.client.count(loaded_.store.query_url, batch.graph,
                                            loaded_.store.has_triple_terms
                                                ? CountedTriples::with_nodes_or_triples
                                                : CountedTriples::with_blank_nodes);
    if (count.triples) return static_cast<std::int64_t>(*count.triples);
    if (sending_.stop.stop_requested()) throw RunError{"interrupted"};
    if (attempt == sending_.retry.max_attempts)
      throw RunError{fmt::format("the triples of {} cannot be counted: {}{}",
                                 where(loaded_.store, batch.graph), count.problem,
                                 hint_of(count.failure))};
    loaded_.console.info(count.problem);
    pause_for(sending_.retry.first_pause * (1U << (attempt - 1)), sending_.stop);
  }
  return -1;
}

std::int64_t BatchSender::triples_before(const LoadBatch& batch) {
  {
    const MutexLock lock{mutex_};
    const auto at = counts_.find(batch.graph);
    // What is counted quickly is counted anew: a store may merge statements.
    if (at != counts_.end() &&
        (at->second.exact || at->second.is_slow() || loaded_.client.has_bodies()))
      return at->second.triples;
  }
  const Clock::Time begun = sending_.clock.now();
  const std::int64_t triples = triples_of(batch);
  const auto counting = sending_.clock.now() - begun;
  if (triples >= 0) remember(batch.graph, {.triples = triples, .counting = counting});
  return triples;
}

void BatchSender::note_empty(const std::string& graph) { remember(graph, {}); }

void BatchSender::remember(const std::string& graph, const KnownCount& count) {
  if (!loaded_.store.by_graph()) return;
  const MutexLock lock{mutex_};
  if (counts_.size() >= kMostKnown) counts_.clear();
  counts_[graph] = count;
}

bool BatchSender::KnownCount::is_slow() const {
  return counting >= kSlowCount && counting > sending / kCountShare;
}

void BatchSender::reckon(const LoadBatch& batch, const Part& part,
                         Clock::Time::duration sending) {
  const std::uint64_t triples = distinct_lines(part.of(batch));
  const MutexLock lock{mutex_};
  const auto at = counts_.find(batch.graph);
  if (at == counts_.end()) return;
  at->second.triples += static_cast<std::int64_t>(triples);
  at->second.sending = sending;
  at->second.exact = false;
}

void BatchSender::forget_count(const LoadBatch& batch) {
  const MutexLock lock{mutex_};
  counts_.erase(batch.graph);
}

/// Counts until the store has come to rest, and tells by the number.
bool BatchSender::was_taken(const LoadBatch& batch, const Part& part, std::int64_t before,
                            const std::string& problem) {
  const std::string place = where(loaded_.store, batch.graph);
  const std::string text = loaded_.store.by_graph()
                               ? std::string{part.of(batch)}
                               : lines_of(part.of(batch), batch.graph);
  const auto expected = static_cast<std::int64_t>(distinct_lines(text));
  if (before < 0 || expected == 0)
    throw RunError{fmt::format(
        "{}: whether {} has the statements with blank nodes that were sent last cannot "
        "be told, because nothing counts them [{}]; name the SPARQL endpoint with "
        "--query, or begin anew with --fresh --replace",
        problem, place, kUncertain)};
  const auto quiet =
      std::max(kQuiet, std::chrono::milliseconds{2 * slowest_milliseconds_.load()});
  std::int64_t last = -1;
  Clock::Time changed = sending_.clock.now();
  for (;;) {
    const std::int64_t now = triples_of(batch);
    const Clock::Time time = sending_.clock.now();
    if (now != std::exchange(last, now)) changed = time;
    if (now - before == expected) {
      loaded_.console.info(fmt::format(
          "{}; {} has all of it ({}), so that it is not sent again", problem, place,
          count_of(static_cast<std::uint64_t>(expected), "statement")));
      return true;
    }
    if (now == before && time - changed >= quiet) return false;
    if (time - changed >= kPatience * quiet) break;
    if (!pause_for(kCountPause, sending_.stop)) throw RunError{"interrupted"};
  }
  throw RunError{fmt::format(
      "{}: {} has {} of {} statements with blank nodes of the body that was sent last, "
      "which cannot be mended from here [{}]; begin anew with --fresh --replace",
      problem, place, last - before, expected, kPartial)};
}

void BatchSender::refuse(const LoadBatch& batch, const Part& part,
                         const std::string& problem) {
  const std::uint64_t lines = distinct_lines(part.of(batch));
  const std::uint64_t before = refused_.fetch_add(lines);
  loaded_.table.note_refused(batch.number, lines);
  if (before < 20)
    loaded_.console.error(
        fmt::format("{} [{}]: {}", problem, kRefused, excerpt(trim(part.of(batch)), 400)),
        {.code = kRefused});
  if (before + lines > kMostRefused)
    throw RunError{fmt::format("the store refused {}; the last: {}",
                               count_of(before + lines, "statement"), problem)};
}

}  // namespace semsite
