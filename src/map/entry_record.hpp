#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "map/path.hpp"

namespace semsite {

/// What the paths of the mappings matched in one entry, in the order of the document.
/// Reused from entry to entry, so that a stream of them allocates nothing.
class EntryRecord {
 public:
  /// An element on some path. What stands in it has orders from `begin` to before `end`.
  struct Element {
    std::uint32_t node = 0;
    std::uint32_t parent = kNoIndex;  ///< in `elements`; none for the entry itself
    std::uint32_t begin = 0, end = 0;
    std::uint32_t number = 0;  ///< among all elements of the entry, matched or not
  };
  struct Value {
    std::uint32_t order = 0;
    std::uint32_t begin = 0, end = 0;  ///< of its text
    bool attribute = false;
  };

  explicit EntryRecord(const PathTrie& trie) : trie_(trie), slots_(trie.slots().size()) {}

  [[nodiscard]] std::span<const Element> elements() const { return elements_; }
  /// Counted from 1 in the document.
  [[nodiscard]] std::uint64_t number() const { return number_; }

  /// The values that `reference` means, seen from `element`: trimmed, none of them empty.
  [[nodiscard]] std::span<const Value> values(const Element& element,
                                              Reference reference) const;
  [[nodiscard]] std::string_view text(const Value& value) const {
    return std::string_view{value.attribute ? attributes_ : text_}.substr(
        value.begin, value.end - value.begin);
  }
  /// Is `text` the value of an attribute that has white space around it? Around the text
  /// of an element that is how people write, in an attribute it is a part of it.
  [[nodiscard]] bool is_padded(std::string_view text) const;

 private:
  friend class XmlMatcher;

  struct Slot {
    std::vector<Value> values;
    /// The last answer: several rules ask for the same.
    mutable std::uint32_t asked = kNoIndex, first = 0, last = 0;
  };

  void clear();
  void add(std::uint32_t slot, Value value);

  const PathTrie& trie_;
  std::vector<Element> elements_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> filled_;  ///< slots that have values
  std::string text_;
  std::string attributes_;  ///< apart, so that the text of an element is one piece
  std::vector<std::uint32_t> padded_;  ///< where they begin that have space around them
  std::uint64_t number_ = 0;
};

}  // namespace semsite
