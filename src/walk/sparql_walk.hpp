#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "walk/sparql_partition.hpp"
#include "walk/sparql_query.hpp"

namespace semsite {

/// How a partition is cut by its subjects.
enum class SubjectKey : std::uint8_t {
  hash,         ///< MD5 of the subject's text: any SPARQL 1.1 endpoint
  virtuoso_id,  ///< the number by which Virtuoso knows the subject: no text is made of it
};

/// The expression by which `part` is cut into buckets next, so that they fit answers of
/// `page` triples: by subjects, once more by subjects, by objects, once more by objects.
/// Nothing: what is still together then cannot be cut.
[[nodiscard]] std::optional<std::string> next_key(const Partition& part, SubjectKey key,
                                                  std::uint64_t page);

/// The buckets of `part`, as rows of value and count say, neighbours put together up to
/// `page` triples. Nothing if the rows are not all of it: the list was cut, for one.
[[nodiscard]] std::optional<std::vector<Partition>> bundle_buckets(const Partition& part,
                                                                   std::string_view key,
                                                                   const SparqlRows& rows,
                                                                   std::uint64_t page);

/// Goes through all triples of an endpoint's graph, or graphs, without asking for
/// anything: given the answers, says the next query.
///
/// A graph is counted. If there is a Graph Store, it is asked for the whole graph; what
/// comes short of the count is asked of the endpoint. That is asked for a graph in one
/// answer if that is promising (of a large one, it is looked first whether rows are
/// limited, as a cut answer costs an endpoint more than all of it should). Where the
/// endpoint cuts answers off, or times out, the graph is cut into predicates, and those
/// into buckets of subjects, then of objects, each of a known size that fits an answer.
/// Of predicates that have IRIs only, rows are asked for instead of triples.
/// Steps may be answered in any order; one thread at a time.
class SparqlWalk {
 public:
  struct Settings {
    std::string graph;  ///< IRI; empty: the default graph; `*`: all named graphs
    SubjectKey key = SubjectKey::hash;
    std::vector<std::string> left_out{};   ///< graphs that `*` does not mean
    std::uint64_t page = 100'000;          ///< triples of an answer, until it is known
    std::uint64_t one_answer = 2'000'000;  ///< of a graph that is tried in one answer
    std::uint64_t probed = 100'000;  ///< larger graphs only after a look for a row limit
    bool graph_store = false;        ///< there is one
  };
  explicit SparqlWalk(Settings settings);

  enum class Ask : std::uint8_t {
    graphs,      ///< rows of graph and count
    total,       ///< one number: triples in all named graphs
    count,       ///< one number
    distinct,    ///< one number
    blanks,      ///< one number: triples with blank nodes
    labels,      ///< are blank nodes called the same in every answer? `take_labels`
    predicates,  ///< rows of predicate and count
    buckets,     ///< rows of key and count
    probe,       ///< rows of some subjects: fewer than were asked for tell a row limit
    data,        ///< the triples of `part`; `take_data`
    store,       ///< the same, of a whole graph, of the Graph Store; `take_data`
    iris,        ///< rows of predicate and count, of triples with IRIs only
  };
  struct Step {
    std::size_t id = 0;
    Ask ask = Ask::data;
    std::string query;                        ///< empty for `labels` and `store`
    std::vector<std::string_view> variables;  ///< of rows
    Partition part;
  };
  /// What to ask next; nothing if that depends on answers that are awaited, or at the
  /// end.
  [[nodiscard]] std::optional<Step> next();
  /// Everything has been answered for.
  [[nodiscard]] bool done() const { return queue_.empty() && awaited_.empty(); }

  /// The answer to a step that asks for rows or a number; nothing: it could not be had.
  void take_rows(std::size_t id, const std::optional<SparqlRows>& rows);
  /// Are labels the same in every answer?
  enum class Labels : std::uint8_t { unknown, same, other };
  void take_labels(std::size_t id, Labels labels);

  /// What came of a partition.
  struct Answer {
    bool whole = true;          ///< the body came to its end, and is data
    bool said_partial = false;  ///< the endpoint itself says that it stopped early
    std::uint64_t triples = 0;  ///< distinct ones, and those that had to be skipped
    std::uint64_t skipped = 0;  ///< statements that could not be read
    std::optional<std::uint64_t> row_limit{};  ///< as the endpoint says
  };
  enum class Verdict : std::uint8_t {
    keep,      ///< it is what was counted
    keep_cut,  ///< it is not, but nothing better will come
    drop,      ///< it will be asked for again, or in parts
  };
  [[nodiscard]] Verdict take_data(std::size_t id, const Answer& answer);

  /// The part that was kept last.
  [[nodiscard]] const Partition& had_last() const { return had_.back(); }
  /// Subjects are told apart in this way from now on, unless it has failed.
  void use_key(SubjectKey key) {
    if (!key_failed_) settings_.key = key;
  }
  /// How many triples there are; nothing if the endpoint does not count.
  [[nodiscard]] std::optional<std::uint64_t> counted() const {
    return counts_ ? std::optional{counted_} : std::nullopt;
  }
  /// Blank nodes of two answers can be told to be the same.
  [[nodiscard]] Labels labels() const { return labels_; }
  /// The list of graphs or the like could not be had: something is missing unseen.
  [[nodiscard]] const std::vector<std::string>& gaps() const { return gaps_; }
  /// Triples of an answer at most, as far as is known.
  [[nodiscard]] std::uint64_t page() const { return page_; }

  /// Has anything but the answers to partitions changed since `write` was called last?
  [[nodiscard]] bool changed() const { return changed_; }
  /// All that is to be asked or has been, as text for the state.
  [[nodiscard]] std::string write();
  /// Goes on from such a text. `is_had` tells of partitions that need not be asked for
  /// again. False if it is none: then nothing is changed.
  template <typename IsHad>
  [[nodiscard]] bool go_on(std::string_view text, const IsHad& is_had) {
    std::optional<std::deque<Task>> tasks = read(text);
    if (!tasks) return false;
    queue_.clear();
    for (Task& task : *tasks) {
      const bool of_part = task.ask == Ask::data || task.ask == Ask::store;
      if (of_part && is_had(task.part)) {
        had_.push_back(std::move(task.part));
      } else {
        queue_.push_back(std::move(task));
      }
    }
    return true;
  }

 private:
  struct Task {
    Ask ask = Ask::data;
    Partition part;
    std::string key{};                            ///< of buckets
    std::string last_graph{};                     ///< of graphs
    std::map<std::string, std::uint64_t> iris{};  ///< of predicates: as `Ask::iris` says
    unsigned attempts = 0;
    std::optional<std::uint64_t> before{};  ///< triples that came at the last attempt
    bool recounted = false;
    bool last = false;  ///< it cannot be cut: what comes is kept
  };

  void add(std::vector<Task> tasks);
  void take_graphs(const SparqlRows& rows);
  void take_iris(Task task, const std::optional<SparqlRows>& rows);
  void take_predicates(Task task, const SparqlRows& rows);
  void take_buckets(const Task& task, const SparqlRows& rows);
  void take_blanks(Task task, std::optional<std::uint64_t> count);
  void take_probe(Task task, const std::optional<SparqlRows>& rows);
  void take_count(Task task, std::optional<std::uint64_t> count);
  void failed(Task task);
  [[nodiscard]] Task sized(Partition part);
  [[nodiscard]] Task queried(Partition part) const;
  [[nodiscard]] bool suits_store(const Partition& part) const;
  [[nodiscard]] Verdict take_store(Task task, const Answer& answer);
  [[nodiscard]] std::optional<Task> split(const Partition& part) const;
  [[nodiscard]] Task split_graph(Partition part) const;
  [[nodiscard]] Task listed(Partition part) const;
  void judge_pairs(Task& task, const Answer& answer);
  [[nodiscard]] Verdict cut_smaller(Task task, std::uint64_t came);
  [[nodiscard]] Verdict again(Task task, std::uint64_t came);
  [[nodiscard]] static std::string query_of(const Task& task);
  [[nodiscard]] std::optional<std::deque<Task>> read(std::string_view text);

  Settings settings_;
  std::deque<Task> queue_;
  std::map<std::size_t, Task> awaited_;
  std::vector<Partition> had_;  ///< answered for
  std::size_t next_id_ = 0;
  std::uint64_t page_;
  bool page_known_ = false;
  bool probed_ = false;
  /// Triples of a graph that the Graph Store is asked for, at most.
  std::uint64_t store_page_ = std::numeric_limits<std::uint64_t>::max();
  unsigned store_failures_ = 0;  ///< in a row
  unsigned pair_failures_ = 0;   ///< in a row
  bool counts_ = true;
  bool key_failed_ = false;
  std::uint64_t counted_ = 0;  ///< triples of what is to be had
  std::uint64_t seen_ = 0;     ///< triples of all graphs of the list
  Labels labels_ = Labels::unknown;
  std::vector<std::string> gaps_;
  std::set<std::string, std::less<>> listed_graphs_;  ///< by this process
  bool changed_ = true;
};

}  // namespace semsite
