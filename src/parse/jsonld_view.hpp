#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parse/json_value.hpp"
#include "parse/jsonld_context.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "parse/jsonld_expanded.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// What a key of a JSON object means under one active context, found out once.
struct KeyInfo {
  std::string_view name{};
  std::uint32_t hash = 0;
  Keyword keyword = Keyword::none;  ///< the key is this keyword, or an alias of it
  bool is_dropped = false;          ///< means nothing: no IRI, no keyword
  PropertyName* property = nullptr;
  const TermDefinition* definition = nullptr;  ///< of the key as a term; may be null
  std::string_view type{};                     ///< its type mapping, if an IRI
  std::string_view language{};                 ///< of plain strings; empty: none
  Direction direction = Direction::unset;      ///< of plain strings

  [[nodiscard]] std::uint8_t containers() const {
    return definition == nullptr ? 0 : definition->containers;
  }
};

class ContextViews;

/// An active context as the documents of one batch see it. One thread.
class ContextView {
 public:
  ContextView(ContextViews& views, ContextPtr context);

  [[nodiscard]] const ActiveContext& context() const { return *context_; }
  [[nodiscard]] const ContextPtr& shared() const { return context_; }

  /// What `name` means as a key.
  [[nodiscard]] const KeyInfo& key(std::string_view name, std::uint32_t hash) {
    std::size_t at = hash & mask_;
    for (; slots_[at] != nullptr; at = (at + 1) & mask_)
      if (slots_[at]->hash == hash && slots_[at]->name == name) return *slots_[at];
    return add_key(name, hash);
  }
  [[nodiscard]] const KeyInfo& key(const JsonMember& member) {
    return key(member.name(), member.hash);
  }
  [[nodiscard]] const KeyInfo& key(std::string_view name) {
    return key(name, json_hash(name));
  }
  [[nodiscard]] const KeyInfo& key(const KeyInfo& other) {
    return key(other.name, other.hash);
  }

  /// IRI expansion; the text lives as long as the batch, or as `value`.
  [[nodiscard]] ExpandedIri iri(std::string_view value, IriUse use);

  /// The view of the context where type-scoped terms end; null if there is none.
  [[nodiscard]] ContextView* previous();

  /// The view under the context of a term. `definition` must have one.
  [[nodiscard]] ContextView& scoped(const TermDefinition& definition,
                                    Protection protection, Propagation propagation);
  /// The view under a local context in the document.
  [[nodiscard]] ContextView& with(JsonValue local);

 private:
  const KeyInfo& add_key(std::string_view name, std::uint32_t hash);
  void grow();

  ContextViews& views_;
  ContextPtr context_;
  std::vector<KeyInfo*> slots_;
  std::size_t mask_;
  std::size_t count_ = 0;
  ContextView* previous_ = nullptr;
  std::unordered_map<const TermDefinition*, ContextView*> property_scoped_;
  std::unordered_map<const TermDefinition*, ContextView*> type_scoped_;
};

/// The views of one batch, and what they share. Texts go to the batch.
class ContextViews {
 public:
  ContextViews(const ContextEnvironment& environment, QuadBatch& batch, HeldMeter meter)
      : environment_(environment),
        batch_(batch),
        meter_(meter),
        reader_(environment, meter_.room()) {}

  /// The view of `context`, always the same.
  [[nodiscard]] ContextView& of(const ContextPtr& context);

  void begin_document() {
    reader_.begin_document();
    meter_.clear();
  }
  [[nodiscard]] ContextReader& reader() { return reader_; }
  [[nodiscard]] const ContextEnvironment& environment() const { return environment_; }
  [[nodiscard]] QuadBatch& batch() { return batch_; }
  /// What has been made of the text so far.
  [[nodiscard]] HeldMeter& meter() { return meter_; }
  /// The name of a property, one object for each IRI of a key.
  [[nodiscard]] PropertyName* new_name(std::string_view iri);

 private:
  friend class ContextView;
  const ContextEnvironment& environment_;
  QuadBatch& batch_;
  HeldMeter meter_;
  ContextReader reader_;
  JsonArena arena_{meter_.room()};
  std::unordered_map<const ActiveContext*, std::unique_ptr<ContextView>> views_;
  std::string scratch_;
};

}  // namespace semsite
