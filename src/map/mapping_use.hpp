#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "map/mapping_reader.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// What documents have of the names that mappings look for, and what stands beside them.
/// One thread; bounded, however many names come.
class MappingSight {
 public:
  /// An element or an attribute that no path leads to.
  struct Stranger {
    PathName name;
    bool attribute = false;

    friend bool operator==(const Stranger&, const Stranger&) = default;
  };

  explicit MappingSight(std::shared_ptr<const Mappings> mappings);

  /// An element began, in the order of the document. `parent`: what the paths know the
  /// element as that it stands in; `node`: itself; both kNoIndex where they do not.
  void element(std::uint32_t parent, std::uint32_t node, std::string_view namespace_,
               std::string_view local, std::span<const XmlAttribute> attributes);
  /// A value was found for `slot`.
  void value(std::uint32_t slot) { slots_[slot] = 1; }
  /// Adds what another one has seen, which may be gone after that.
  void add(const MappingSight& other);

  [[nodiscard]] const Mappings& mappings() const { return *mappings_; }
  [[nodiscard]] bool has_node(std::uint32_t node) const { return nodes_[node] != 0; }
  [[nodiscard]] bool has_slot(std::uint32_t slot) const { return slots_[slot] != 0; }
  /// Namespaces of elements and attributes.
  [[nodiscard]] const std::vector<std::string>& namespaces() const { return namespaces_; }
  /// What stood in `node`, or at it, and is on no path.
  [[nodiscard]] std::span<const Stranger> strangers(std::uint32_t node) const;

 private:
  void note_namespace(std::string_view iri);
  enum class Kind : std::uint8_t { element, attribute };
  void note_stranger(std::uint32_t node, std::string_view namespace_,
                     std::string_view local, Kind kind);

  std::shared_ptr<const Mappings> mappings_;
  std::vector<std::uint8_t> nodes_, slots_;  ///< of the paths: was it there?
  std::vector<std::uint8_t> wanted_;         ///< nodes on paths of the user's mappings
  std::map<std::uint32_t, std::vector<Stranger>> strangers_;  ///< by node
  std::vector<std::string> namespaces_;
  std::string last_namespace_;
  PathName root_;  ///< until an element comes that stands in it
  std::uint32_t root_node_ = kNoIndex;
  std::uint64_t elements_ = 0;
};

/// What the documents of a run have of the paths of the user's mappings. Thread-safe.
class MappingUse {
 public:
  explicit MappingUse(std::shared_ptr<const Mappings> mappings)
      : seen_(std::move(mappings)) {}

  /// Adds what was seen in a document.
  void add(const MappingSight& document) {
    const MutexLock lock{mutex_};
    seen_.add(document);
  }
  /// "FILE:LINE: what never matched", in the order of the files: maps, paths, prefixes
  /// and namespaces of the user's mappings, each cause once, with what was probably
  /// meant. Nothing of maps for which no document with entries was read.
  [[nodiscard]] std::vector<std::string> unmatched() const;

 private:
  mutable Mutex mutex_;
  MappingSight seen_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
