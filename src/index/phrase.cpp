#include "index/phrase.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "index/byte_code.hpp"
#include "index/index_key.hpp"
#include "index/posting_block.hpp"

namespace semsite {
namespace {

/// The documents of one word, one after another.
class WordDocuments {
 public:
  explicit WordDocuments(const PostingList& list) : reader_(list) { read(); }

  [[nodiscard]] bool done() const { return reader_.done(); }
  [[nodiscard]] std::uint32_t document() const { return reader_.document(); }
  [[nodiscard]] std::uint32_t half_weights() const { return half_weights_; }
  void next() {
    reader_.next();
    read();
  }
  /// Appends `place - offset`, shifted as in the index, with the field below.
  void places(std::uint32_t offset, std::vector<std::uint64_t>& out) const {
    std::uint64_t place = 0;
    for (ByteReader in{places_}; !in.done();) {
      const std::uint64_t step = in.number();
      place += step >> 2U;
      if (place > offset) out.push_back((place - offset) << 2U | (step & 3U));
    }
  }

 private:
  void read() {
    if (reader_.done()) return;
    half_weights_ = static_cast<std::uint32_t>(reader_.in().number());
    places_ = reader_.in().text();
  }

  PostingReader reader_;
  std::uint32_t half_weights_ = 0;
  std::string_view places_;
};

}  // namespace

void each_phrase(const std::vector<PostingList>& words,
                 const std::function<void(std::uint32_t, std::uint32_t)>& take) {
  std::vector<WordDocuments> lists{words.begin(), words.end()};
  WordDocuments& first = lists.front();
  if (lists.size() == 1) {
    for (; !first.done(); first.next()) take(first.document(), first.half_weights());
    return;
  }
  std::vector<std::uint64_t> starts;
  std::vector<std::uint64_t> others;
  std::vector<std::uint64_t> common;
  for (; !first.done(); first.next()) {
    bool all = true;
    for (WordDocuments& list : lists) {
      while (!list.done() && list.document() < first.document()) list.next();
      if (list.done()) return;
      all = all && list.document() == first.document();
    }
    if (!all) continue;
    starts.clear();
    first.places(0, starts);
    for (std::uint32_t i = 1; i < lists.size() && !starts.empty(); ++i) {
      others.clear();
      common.clear();
      lists[i].places(i, others);
      std::ranges::set_intersection(starts, others, std::back_inserter(common));
      starts.swap(common);
    }
    std::uint32_t weight = 0;
    for (const std::uint64_t start : starts)
      weight += half_weight(static_cast<WordField>(start & 3U));
    if (weight > 0) take(first.document(), weight);
  }
}

}  // namespace semsite
