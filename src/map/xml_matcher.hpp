#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "map/entry_record.hpp"
#include "map/mapping_use.hpp"
#include "map/path.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// How much of one entry is held.
struct EntryBounds {
  std::uint32_t bytes = 4 * 1024 * 1024;  ///< of matched text
  std::uint32_t values = 100'000;         ///< and as many elements
};

/// Runs the paths of all mappings over the events of an XML document. An entry is an
/// element just below the root element; what matched in it is handed over when it ends.
class XmlMatcher {
 public:
  /// What of an entry did not fit and was left out.
  enum class Excess : std::uint8_t { none, bytes, values };
  /// Told of each entry that something matched in; the record is reused after that.
  using Taker = std::function<void(const EntryRecord&, Excess)>;

  /// `sight`, which may be null, is shown what comes and what matches.
  XmlMatcher(const PathTrie& trie, EntryBounds bounds, Taker take,
             MappingSight* sight = nullptr)
      : trie_(trie),
        bounds_(bounds),
        take_(std::move(take)),
        sight_(sight),
        record_(trie) {
    frames_.push_back({});
  }

  /// Names as the paths have them: `namespace_` and `local`.
  void start_element(std::string_view namespace_, std::string_view local,
                     std::span<const XmlAttribute> attributes);
  void end_element();
  void characters(std::string_view text);
  /// Something that is no text stands between two runs of it.
  void interrupt_text();

  [[nodiscard]] bool in_entry() const { return in_entry_; }

  /// The open entry ends here although its end tag has not come: the next element
  /// begins another, of the same name.
  void begin_anew();
  /// The document ends here, in the middle of an entry perhaps.
  void finish();

 private:
  struct Frame {
    std::uint32_t node = 0;
    std::uint32_t element = kNoIndex;  ///< in the record
    std::uint32_t text_begin = 0, run_begin = 0;
    bool cut = false;  ///< text of it was left out
  };

  void open(std::uint32_t node, std::span<const XmlAttribute> attributes);
  void close_last();
  void take_attributes(const PathTrie::Node& node, std::uint32_t order,
                       std::span<const XmlAttribute> attributes);
  void add_value(std::uint32_t slot, const EntryRecord::Value& value);
  void end_entry();
  /// Right below the root element, so that the next element is an entry.
  [[nodiscard]] bool between_entries() const {
    return skipped_ == 0 && frames_.size() > 1 && frames_.back().element == kNoIndex;
  }
  [[nodiscard]] std::uint32_t text_size() const {
    return static_cast<std::uint32_t>(record_.text_.size());
  }

  const PathTrie& trie_;
  const EntryBounds bounds_;
  Taker take_;
  MappingSight* sight_;
  EntryRecord record_;
  std::vector<Frame> frames_;   ///< of the matched elements; the first is the document
  std::size_t skipped_ = 0;     ///< open elements that match nothing
  std::uint32_t order_ = 0;     ///< of the next thing in the entry
  std::uint32_t elements_ = 0;  ///< in the entry so far
  std::uint32_t values_ = 0;
  std::uint32_t wanted_ = 0;  ///< open elements whose text is wanted
  bool in_entry_ = false;
  Excess excess_ = Excess::none;
};

}  // namespace semsite
