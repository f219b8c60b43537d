#include "index/search.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "index/matches.hpp"

namespace semsite {
namespace {

/// One state of the index, as long as it lives.
class Reading {
 public:
  explicit Reading(IndexStore& store) : database_(store.database()) {
    database_.run("BEGIN");
    store.refresh();
  }
  ~Reading() {
    try {
      database_.run("COMMIT");
    } catch (const RunError&) {
      // Nothing was written that could be lost.
    }
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  UnsharedDatabase& database_;
};

struct Candidate {
  double place;  ///< what it is sorted by
  double score;
  std::uint32_t segment;
  std::uint32_t document;

  /// Best first; equals in the order of the index.
  friend bool operator<(const Candidate& a, const Candidate& b) {
    if (a.place != b.place) return a.place > b.place;
    return a.segment != b.segment ? a.segment < b.segment : a.document < b.document;
  }
};

/// The best `most`, in order.
class Best {
 public:
  explicit Best(std::size_t most) : most_(most) {}

  void add(const Candidate& one) {
    if (heap_.size() == most_ && !(one < heap_.front())) return;
    heap_.push_back(one);
    std::ranges::push_heap(heap_, std::less<>{});
    if (heap_.size() <= most_) return;
    std::ranges::pop_heap(heap_, std::less<>{});
    heap_.pop_back();
  }
  [[nodiscard]] std::vector<Candidate> take() {
    std::ranges::sort_heap(heap_, std::less<>{});
    return std::move(heap_);
  }

 private:
  std::size_t most_;
  std::vector<Candidate> heap_;  ///< the worst in front
};

}  // namespace

IndexReader::IndexReader(const std::string& path)
    : store_(IndexStore::open_to_read(path)) {}

SearchResult IndexReader::search(const SearchRequest& request) {
  check_request(request);
  const auto begin = std::chrono::steady_clock::now();
  const Reading reading{*store_};
  SearchResult out{.page = request.page, .limit = request.limit, .hits = {}};
  Matching matching{*store_, request.seconds};
  const std::vector<Matches> found = matching.find(request.query);
  Best best{std::size_t{request.page} * request.limit};
  for (std::uint32_t segment = 0; segment < found.size(); ++segment) {
    const Matches& matches = found[segment];
    if (matches.documents.empty()) continue;
    out.total += matches.documents.size();
    StaticRanks ranks = store_->static_ranks(segment);
    const std::vector<std::int64_t>* const dates =
        request.newest_first ? &store_->dates(segment) : nullptr;
    for (std::size_t i = 0; i < matches.documents.size(); ++i) {
      const std::uint32_t document = matches.documents[i];
      const double factor = ranks.of(document).factor();
      // What only filters ask for matches alike.
      const double score =
          matches.scores[i] > 0 ? matches.scores[i] * factor : factor - 1;
      best.add({dates == nullptr ? score : static_cast<double>((*dates)[document]), score,
                segment, document});
    }
  }
  const std::vector<Candidate> shown = best.take();
  for (std::size_t i = std::size_t{request.page - 1} * request.limit; i < shown.size();
       ++i)
    out.hits.push_back(
        {.record = store_->record({shown[i].segment, shown[i].document}),
         .score = shown[i].score,
         .rank = store_->static_ranks(shown[i].segment).of(shown[i].document)});
  out.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

std::optional<DocumentRecord> IndexReader::document(std::string_view url) {
  const Reading reading{*store_};
  const auto place = store_->find_document(url);
  if (!place) return std::nullopt;
  return store_->whole_record(*place);
}

IndexSummary IndexReader::summary() {
  const Reading reading{*store_};
  IndexSummary out;
  for (const SegmentInfo& segment : store_->segments())
    out.documents += segment.documents - segment.gone;
  out.segments = store_->segments().size();
  return out;
}

}  // namespace semsite
