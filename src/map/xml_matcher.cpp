#include "map/xml_matcher.hpp"

namespace semsite {
namespace {

bool wants_text(const PathTrie::Node& node) {
  return node.element_slot != kNoIndex || node.text_slot != kNoIndex;
}

}  // namespace

void XmlMatcher::start_element(std::string_view namespace_, std::string_view local,
                               std::span<const XmlAttribute> attributes) {
  if (between_entries()) {
    ++record_.number_;
    elements_ = 0;
    in_entry_ = true;
  }
  ++elements_;
  const std::uint32_t parent = skipped_ > 0 ? kNoIndex : frames_.back().node;
  const std::uint32_t node =
      skipped_ > 0 ? kNoIndex : trie_.child(parent, namespace_, local);
  if (sight_ != nullptr) sight_->element(parent, node, namespace_, local, attributes);
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  interrupt_text();
  const bool full = record_.elements_.size() >= bounds_.values;
  if (full && node != kNoIndex) excess_ = Excess::values;
  if (full || node == kNoIndex) {
    skipped_ = 1;
    return;
  }
  open(node, attributes);
}

void XmlMatcher::open(std::uint32_t node, std::span<const XmlAttribute> attributes) {
  const PathTrie::Node& place = trie_.node(node);
  Frame frame;
  frame.node = node;
  if (in_entry_) {
    frame.element = static_cast<std::uint32_t>(record_.elements_.size());
    const std::uint32_t order = order_++;
    record_.elements_.push_back({.node = node,
                                 .parent = frames_.back().element,
                                 .begin = order,
                                 .end = 0,
                                 .number = elements_});
    if (!place.attribute_slots.empty()) take_attributes(place, order, attributes);
    if (wants_text(place)) ++wanted_;
    frame.text_begin = frame.run_begin = text_size();
  }
  frames_.push_back(frame);
}

void XmlMatcher::take_attributes(const PathTrie::Node& node, std::uint32_t order,
                                 std::span<const XmlAttribute> attributes) {
  for (const std::uint32_t slot : node.attribute_slots) {
    const PathName& wanted = trie_.slots()[slot].attribute;
    for (const XmlAttribute& one : attributes) {
      // Without a namespace, a prefix is one that nobody declared.
      if (one.name.local != wanted.local || one.name.namespace_ != wanted.namespace_ ||
          (one.name.namespace_.empty() && !one.name.prefix.empty()))
        continue;
      const std::uint32_t begin = static_cast<std::uint32_t>(record_.attributes_.size());
      if (record_.text_.size() + begin + one.value.size() > bounds_.bytes) {
        excess_ = Excess::bytes;
        return;
      }
      record_.attributes_ += one.value;
      add_value(slot, {.order = order,
                       .begin = begin,
                       .end = static_cast<std::uint32_t>(record_.attributes_.size()),
                       .attribute = true});
      break;
    }
  }
}

void XmlMatcher::add_value(std::uint32_t slot, const EntryRecord::Value& value) {
  if (sight_ != nullptr) sight_->value(slot);
  if (values_ >= bounds_.values) {
    excess_ = Excess::values;
    return;
  }
  ++values_;
  record_.add(slot, value);
}

void XmlMatcher::characters(std::string_view text) {
  if (wanted_ == 0) return;
  if (record_.text_.size() + record_.attributes_.size() + text.size() > bounds_.bytes) {
    excess_ = Excess::bytes;
    for (Frame& frame : frames_) frame.cut = true;
    return;
  }
  record_.text_ += text;
}

void XmlMatcher::interrupt_text() {
  if (wanted_ == 0 || skipped_ > 0) return;
  Frame& frame = frames_.back();
  const std::uint32_t slot = trie_.node(frame.node).text_slot;
  if (frame.element == kNoIndex || slot == kNoIndex) return;
  if (frame.run_begin < text_size() && !frame.cut)
    add_value(slot, {.order = order_++, .begin = frame.run_begin, .end = text_size()});
  frame.run_begin = text_size();
}

void XmlMatcher::end_element() {
  if (skipped_ > 0) {
    // Text of an element inside is none of its parent's runs.
    if (--skipped_ == 0) frames_.back().run_begin = text_size();
  } else if (frames_.size() > 1) {
    close_last();
    frames_.back().run_begin = text_size();
  }
  if (in_entry_ && between_entries()) end_entry();
}

void XmlMatcher::close_last() {
  interrupt_text();
  const Frame& frame = frames_.back();
  if (frame.element != kNoIndex) {
    EntryRecord::Element& element = record_.elements_[frame.element];
    const PathTrie::Node& place = trie_.node(frame.node);
    element.end = order_;
    if (place.element_slot != kNoIndex && !frame.cut)
      add_value(place.element_slot,
                {.order = element.begin, .begin = frame.text_begin, .end = text_size()});
    if (wants_text(place)) --wanted_;
  }
  frames_.pop_back();
}

void XmlMatcher::end_entry() {
  if (!record_.elements_.empty()) take_(record_, excess_);
  record_.clear();
  order_ = 0;
  values_ = 0;
  excess_ = Excess::none;
  in_entry_ = false;
}

void XmlMatcher::finish() {
  if (!in_entry_) return;
  skipped_ = 0;
  while (!between_entries()) close_last();
  end_entry();
}

void XmlMatcher::begin_anew() {
  if (!in_entry_) return;
  std::size_t open = skipped_;
  const std::size_t before = frames_.size();
  finish();
  open += before - frames_.size();
  // What is open still gets its end tags; until then it counts as the root element.
  const Frame root = frames_.back();
  frames_.insert(frames_.end(), open, root);
}

}  // namespace semsite
