#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "index/index_store.hpp"
#include "index/query.hpp"

namespace semsite {

/// Documents of one segment in rising order, and how well each matches.
struct Matches {
  std::vector<std::uint32_t> documents;
  std::vector<float> scores;

  void add(std::uint32_t document, float score) {
    documents.push_back(document);
    scores.push_back(score);
  }
};

/// Finds what matches a query, in all segments of an index. For one query; one thread.
class Matching {
 public:
  Matching(IndexStore& store, double seconds);

  /// The matches in each segment. Throws QueryTooLong, RunError.
  [[nodiscard]] std::vector<Matches> find(const QueryNode& node);

 private:
  using Segments = std::vector<Matches>;

  [[nodiscard]] Segments all_of(const QueryNode& node);
  [[nodiscard]] Segments any_of(const QueryNode& node);
  [[nodiscard]] Segments words(const QueryNode& node);
  [[nodiscard]] Segments uri(const QueryNode& node);
  [[nodiscard]] Segments space(const QueryNode& node);
  [[nodiscard]] Segments key(const std::string& text, float score);
  [[nodiscard]] Segments keys(const std::vector<std::string>& texts, float score);
  [[nodiscard]] Segments identified(const QueryNode& node);
  [[nodiscard]] Segments dates(const QueryNode& node);
  [[nodiscard]] Segments like(const QueryNode& node);
  [[nodiscard]] Segments triple(const QueryNode& node);
  void weigh(Segments& found);
  void check_time() const;

  IndexStore& store_;
  std::chrono::steady_clock::time_point end_;
  double seconds_;
  double documents_ = 0;
  double average_length_ = 1;
};

/// Calls `take` for each document in which words stand behind one another in the order of
/// their lists (of a single list: for each of its documents), with the sum of
/// `half_weight` over all places.
void each_phrase(const std::vector<PostingList>& words,
                 const std::function<void(std::uint32_t, std::uint32_t)>& take);

}  // namespace semsite
