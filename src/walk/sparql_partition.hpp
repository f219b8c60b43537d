#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace semsite {

/// Which triples of a graph, as far as blank nodes go.
enum class BlankNodes : std::uint8_t {
  any,
  none,  ///< those without any
  some,  ///< those with at least one
};

/// What one more filter leaves: a stretch of the values of a key, or a bare condition.
struct PartitionRange {
  std::string key;    ///< an expression over ?s or ?o; the condition if it stands alone
  std::string from;   ///< a constant of the query language; the first value that counts
  std::string below;  ///< the first that does not; empty: no end

  friend bool operator==(const PartitionRange&, const PartitionRange&) = default;
};

/// A part of a graph that one query asks for. Partitions of one graph do not overlap, and
/// together they are the graph.
struct Partition {
  std::string graph;                    ///< IRI; empty: the endpoint's default graph
  std::vector<std::string> predicates;  ///< one of these; empty: any
  BlankNodes blanks = BlankNodes::any;
  std::vector<PartitionRange> ranges;     ///< all of them hold
  std::optional<std::uint64_t> expected;  ///< triples, by COUNT
  /// Of one predicate, with IRIs only as subjects and objects: rows of them, which cost
  /// an endpoint less than triples do, say it all.
  bool pairs = false;

  [[nodiscard]] bool is_graph() const {
    return predicates.empty() && ranges.empty() && blanks == BlankNodes::any;
  }
};

/// All its triples. This and all that follow throw DocumentError "iri.bad" for an IRI
/// that is none.
[[nodiscard]] std::string construct_query(const Partition& part);
/// Rows of subject and object.
[[nodiscard]] std::string pairs_query(const Partition& part);
/// How many there are. `distinct`: a default graph that merges named ones may count a
/// triple once for each of them; this does not.
enum class CountOf : std::uint8_t { rows, distinct };
[[nodiscard]] std::string count_query(const Partition& part, CountOf of = CountOf::rows);
/// Rows of predicate and count.
[[nodiscard]] std::string predicates_query(const Partition& part);
/// The same of those triples whose subjects and objects are IRIs.
[[nodiscard]] std::string iri_predicates_query(Partition part);
/// Rows of a value of `key` and count.
[[nodiscard]] std::string buckets_query(const Partition& part, std::string_view key);
/// Rows of subjects of the part, each as often as it has triples; `limit` in all.
[[nodiscard]] std::string subjects_query(const Partition& part, std::uint64_t limit);
/// Rows of graph and count, in the order of the names, from behind `last`.
[[nodiscard]] std::string graphs_query(std::string_view last, std::uint64_t limit);
/// How many triples all named graphs hold.
[[nodiscard]] std::string total_query();
/// Up to `limit` triples with a blank subject and a literal, with other predicates than
/// those `without`.
[[nodiscard]] std::string blank_samples_query(const Partition& part, std::uint64_t limit,
                                              const std::set<std::string>& without = {});
/// `graph`: the only one that counts; empty: the endpoint's default graph.
[[nodiscard]] std::string describe_query(std::string_view iri,
                                         std::string_view graph = {});
/// The triples with `iri` as subject, asked for plainly: a Virtuoso 7.2.5 answers
/// DESCRIBE without FROM with nothing, whatever its graphs say.
[[nodiscard]] std::string subject_query(std::string_view iri,
                                        std::string_view graph = {});
/// Rows of the named graphs in which something is said of `iri`, up to `limit`.
[[nodiscard]] std::string graphs_of_query(std::string_view iri, std::uint64_t limit);

/// What tells it from all others, for people too: "<graph> <predicate> …".
[[nodiscard]] std::string name_of(const Partition& part);

/// As one line without its end, for the state; and back, nothing if it is no such line.
[[nodiscard]] std::string write_partition(const Partition& part);
[[nodiscard]] std::optional<Partition> read_partition(std::string_view line);

/// The names of the values of `Enum` in the text of a walk, which the state keeps. Texts
/// of versions before 0.2.0 have a number: the place in this list, which therefore stays
/// as it is.
template <typename Enum, std::size_t count>
struct StoredNames {
  struct Row {
    Enum value;
    std::string_view name;
  };
  std::array<Row, count> rows;

  [[nodiscard]] std::string_view name_of(Enum value) const {
    return std::ranges::find(rows, value, &Row::value)->name;
  }
  /// Nothing: no value has that name or number.
  [[nodiscard]] std::optional<Enum> find(std::string_view word) const {
    if (const auto place = parse_uint(word)) {
      if (*place >= count) return std::nullopt;
      return rows[static_cast<std::size_t>(*place)].value;
    }
    const auto found = std::ranges::find(rows, word, &Row::name);
    if (found == rows.end()) return std::nullopt;
    return found->value;
  }
};

/// A triple with a blank subject, as an answer of N-Triples wrote it.
struct BlankSample {
  std::string label;      ///< without `_:`
  std::string rest;       ///< predicate and object, legal in a query as they are
  std::size_t place = 0;  ///< other nodes that the answer named before it
};

/// Triples of an answer that can tell whether an endpoint gives its blank nodes the same
/// labels in every answer: none is the first of the answer, which an endpoint that counts
/// in each answer anew would call by the same name again.
[[nodiscard]] std::vector<BlankSample> blank_samples(std::string_view ntriples);

/// The predicates of its triples with a blank subject, in angle brackets.
[[nodiscard]] std::set<std::string> blank_predicates(std::string_view ntriples);

/// Asks for all triples with that predicate and object.
[[nodiscard]] std::string blank_check_query(const Partition& graph,
                                            const BlankSample& sample);

enum class LabelVerdict : std::uint8_t {
  same,   ///< the node has the label that it had before
  other,  ///< it has another one
  open,   ///< the answer does not tell
};
[[nodiscard]] LabelVerdict check_label(const BlankSample& sample,
                                       std::string_view ntriples);

}  // namespace semsite
