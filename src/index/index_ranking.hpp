#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_store.hpp"
#include "index/postings.hpp"

namespace semsite {

/// Computes what is known of documents beforehand (StaticRank), from what each segment
/// says of its own links: the ranks of the datasets, and for each document how many link
/// to it. Nothing happens if the segments are those of the last time; links between
/// segments that were there then are not looked for again. Documents that are gone count
/// until their segment is merged.
///
/// All at once or, if `step` throws, not at all. `memory_bytes` bounds the room for links
/// between datasets: if there are more, those with the fewest triples are left out.
/// Throws RunError.
void rank_index(IndexStore& store, std::size_t memory_bytes,
                const std::function<void()>& step);

/// Which documents of the segment `to` documents of `from` link to, which may be the same
/// one: say the URL as an object of a triple; their own does not count. For each such
/// document in order, its distance from the one before and how many link to it (LEB128).
///
/// Takes about as long as the smaller one of the documents of `to` and the IRIs of `from`
/// asks for. `step` is called now and then and may throw to stop. Throws RunError if the
/// index is damaged.
[[nodiscard]] std::string joined_links(IndexStore& store, std::size_t to,
                                       std::size_t from,
                                       const std::function<void()>& step);

/// Goes forward through the keys of one kind in a segment, reading over those between.
class KeyCursor {
 public:
  /// `store` outlives it and keeps its segments.
  KeyCursor(IndexStore& store, std::size_t segment, char kind)
      : store_(store), segment_(segment), kind_(kind) {}

  /// Goes to the first key whose text is not before `text`; never back. False if there is
  /// none.
  bool seek(std::string_view text);
  /// Goes to the key behind; false if there is none.
  bool next() { return seek(std::string{text()} + '\0'); }
  /// What stands behind the kind in the key; after a `seek` that found one.
  [[nodiscard]] std::string_view text() const { return piece().key.substr(1); }
  [[nodiscard]] const PostingPiece& piece() const { return reader_->piece(); }

 private:
  IndexStore& store_;
  std::size_t segment_;
  char kind_;
  PostingBlock block_;
  std::optional<PostingBlockReader> reader_;
  bool on_key_ = false;
  bool at_end_ = false;
  std::string wanted_;
};

/// The triples of one dataset that point into another by one property. Datasets are
/// numbered from 0; any number stands for a property.
struct Linkset {
  std::uint32_t from = 0, to = 0;
  std::uint64_t predicate = 0;
  double triples = 0;
};

/// How much a linkset's property says: much if few datasets link by it. `linking`: how
/// many of the `datasets` do.
[[nodiscard]] double link_rarity(double datasets, double linking);

/// The rank of each dataset by the links between them (DING, layer 1; docs/index.md has
/// the formula), as a multiple of the mean: they sum up to `datasets`. Links within a
/// dataset do not count. The same in whatever order and parts the linksets come.
[[nodiscard]] std::vector<double> dataset_ranks(std::uint32_t datasets,
                                                std::vector<Linkset> linksets);

}  // namespace semsite
