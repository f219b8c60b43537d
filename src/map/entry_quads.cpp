#include "map/entry_quads.hpp"

#include <algorithm>

#include "base/text_hash.hpp"

namespace semsite {
namespace {

/// So many are compared one by one, which is quicker than to hash them.
constexpr std::size_t kFew = 48;

bool is_same(const Term& a, const Term& b) {
  return a.value.size() == b.value.size() && a.kind == b.kind &&
         (a.value.data() == b.value.data() || a.value == b.value) && a.tag == b.tag;
}

bool is_same(const EntryQuad& a, const EntryQuad& b) {
  return is_same(a.object.term, b.object.term) &&
         is_same(a.predicate.term, b.predicate.term) &&
         is_same(a.subject.term, b.subject.term) && is_same(a.graph.term, b.graph.term);
}

std::size_t hash_of(const EntryQuad& quad) {
  std::size_t out = text_hash(quad.subject.term.value);
  for (const std::string_view part :
       {quad.predicate.term.value, quad.object.term.value, quad.object.term.tag})
    out = out * 31 + text_hash(part);
  return out;
}

}  // namespace

bool EntryQuads::is_new(const EntryQuad& quad) {
  if (entry_.size() >= kFew) return is_new_among_many(quad);
  return std::ranges::none_of(
      entry_, [&](const EntryQuad& other) { return is_same(other, quad); });
}

bool EntryQuads::is_new_among_many(const EntryQuad& quad) {
  for (std::size_t i = places_.size(); i < entry_.size(); ++i)
    places_.emplace(hash_of(entry_[i]), i);
  const auto [first, last] = places_.equal_range(hash_of(quad));
  return std::none_of(first, last,
                      [&](const auto& one) { return is_same(entry_[one.second], quad); });
}

std::unordered_set<const char*> EntryQuads::texts() const {
  std::unordered_set<const char*> out;
  for (const EntryQuad& quad : entry_)
    for (const EntryTerm* term :
         {&quad.subject, &quad.predicate, &quad.object, &quad.graph}) {
      out.insert(term->term.value.data());
      out.insert(term->term.tag.data());
    }
  return out;
}

std::string_view EntryQuads::keep_value(const EntryTerm& term) {
  const std::string_view value = term.term.value;
  if (term.lasts || value.empty()) return value;
  if (value != last_ || kept_.empty()) {
    kept_ = quads_.keep(value);
    last_ = value;
  }
  return kept_;
}

void EntryQuads::flush() {
  for (const EntryQuad& from : entry_) {
    Quad quad{.subject = from.subject.term,
              .predicate = from.predicate.term,
              .object = from.object.term,
              .graph = from.graph.term};
    quad.subject.value = keep_value(from.subject);
    if (!from.predicate.lasts) quad.predicate.value = quads_.keep(quad.predicate.value);
    if (!from.object.lasts) quad.object.value = quads_.keep(quad.object.value);
    if (!from.object.tag_lasts && !quad.object.tag.empty())
      quad.object.tag = quads_.keep(quad.object.tag);
    if (!from.graph.lasts && !quad.graph.value.empty())
      quad.graph.value = quads_.keep(quad.graph.value);
    if (quads_.add(quad)) kept_ = {};
  }
  entry_.clear();
  places_.clear();
  last_ = kept_ = {};
}

}  // namespace semsite
