#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// The documents that have one key. `bytes`: what is told of the first document, then for
/// each other one the distance from the one before it (LEB128) and what is told of it.
struct PostingPiece {
  std::string_view key;
  std::uint32_t count = 0;
  std::uint32_t first = 0;  ///< document
  std::uint32_t last = 0;   ///< document
  std::string_view bytes;
};

/// Gathers postings in memory: keys in any order, documents of a key in rising order.
/// One thread.
class PostingTable {
 public:
  PostingTable();

  /// `document` has `key`, and `payload` is told of that. A second time for the same
  /// document is ignored.
  void add(std::string_view key, std::uint32_t document, std::string_view payload);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// Memory in use.
  [[nodiscard]] std::size_t bytes() const;

  /// Gives the pieces sorted by their keys; views are valid during the call only.
  void each(const std::function<void(const PostingPiece&)>& take) const;
  void clear();

 private:
  struct Entry {
    std::uint64_t hash;
    const char* key;
    std::uint32_t key_size;
    std::uint32_t count, first, last;
    char* head;  ///< its first slice
    char* at;    ///< the next byte
    char* end;   ///< where the slice's link to the next one stands
    std::uint32_t slice_size;
  };

  Entry& entry_of(std::string_view key);
  void write(Entry& entry, std::string_view bytes);
  [[nodiscard]] char* allocate(std::size_t size);
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  ///< index of the entry + 1; a power of two of them
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t large_bytes_ = 0;
  char* free_ = nullptr;
  std::size_t free_bytes_ = 0;
};

}  // namespace semsite
