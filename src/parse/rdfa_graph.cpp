#include "parse/rdfa_graph.hpp"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "parse/rdfa_words.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

constexpr std::string_view kCopy = "http://www.w3.org/ns/rdfa#copy";
/// What finding a triple again takes.
constexpr std::uint64_t kKnownBytes = 256;
constexpr std::string_view kPattern = "http://www.w3.org/ns/rdfa#Pattern";

using Key = std::pair<TermKind, std::string_view>;
Key key_of(const Term& term) { return {term.kind, term.value}; }

/// Copies terms into the batch at hand, each run of equal texts once.
class Giver {
 public:
  explicit Giver(QuadBuilder& quads) : quads_(quads) {}

  void give(const RdfaGraph::Triple& triple) {
    Quad quad{.subject = kept(triple.subject, subject_),
              .predicate = kept(triple.predicate, predicate_),
              .object = kept(triple.object, object_)};
    if (!triple.object.tag.empty()) quad.object.tag = text(triple.object.tag, tag_);
    if (quads_.add(quad)) subject_ = predicate_ = object_ = tag_ = {};
  }

 private:
  struct Copy {
    std::string_view from, to;
  };
  std::string_view text(std::string_view from, Copy& last) {
    if (from.data() != last.from.data() || from.size() != last.from.size())
      last = {.from = from, .to = quads_.keep(from)};
    return last.to;
  }
  Term kept(const Term& term, Copy& last) {
    Term out = term;
    out.value = text(term.value, last);
    return out;
  }

  QuadBuilder& quads_;
  Copy subject_, predicate_, object_, tag_;
};

}  // namespace

void RdfaGraph::add(const Term& subject, const Term& predicate, const Term& object,
                    Kept kept) {
  for (const Term& term : {subject, predicate, object})
    if (is_none(term) || is_lost(term)) return;
  meter_.add({.subject = subject, .predicate = predicate, .object = object});
  if (object.kind != TermKind::iri && object.kind != TermKind::blank)
    meter_.say_text(object.value.size());
  meter_.room().take(sizeof(Triple));
  has_copies_ = has_copies_ || predicate.value == kCopy;
  triples_.push_back(
      {.subject = subject, .predicate = predicate, .object = object, .kept = kept});
}

RdfaGraph::Known::Known(const RdfaGraph& graph) {
  for (const Triple& triple : graph.triples_)
    if (!triple.gone) (void)add(triple);
}

bool RdfaGraph::Known::add(const Triple& triple) {
  return keys_
      .insert({key_of(triple.subject), triple.predicate.value, key_of(triple.object),
               triple.object.tag})
      .second;
}

RdfaGraph::Copying RdfaGraph::copy_patterns(std::size_t most) {
  if (!has_copies_) return Copying::done;
  const auto has_room = [this](std::uint64_t bytes) {
    try {
      meter_.room().take(bytes);
      return true;
    } catch (const PageLimit&) {
      return false;
    }
  };
  if (!has_room(triples_.size() * kKnownBytes)) return Copying::too_much;
  std::set<Key> patterns;
  std::map<Key, std::vector<std::size_t>> by_subject;
  Known known{*this};
  std::vector<std::size_t> copies;
  for (std::size_t i = 0; i < triples_.size(); ++i) {
    const Triple& triple = triples_[i];
    if (triple.predicate.value == kRdfType && triple.object.value == kPattern)
      patterns.insert(key_of(triple.subject));
    if (triple.predicate.value == kCopy) copies.push_back(i);
    by_subject[key_of(triple.subject)].push_back(i);
  }
  // Patterns may copy patterns: again, until nothing is new.
  std::set<Key> used;
  std::size_t looked_at = 0;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t next = 0; next < copies.size(); ++next) {
      const Triple copy = triples_[copies[next]];
      const Key target = key_of(copy.object);
      if (!patterns.contains(target)) continue;
      used.insert(target);
      const std::vector<std::size_t> body = by_subject[target];
      looked_at += body.size();
      if (looked_at > most) return Copying::too_much;
      for (const std::size_t place : body) {
        Triple triple = triples_[place];
        if (triple.predicate.value == kRdfType && triple.object.value == kPattern)
          continue;
        triple.subject = copy.subject;
        triple.kept = copy.kept;
        if (!known.add(triple)) continue;
        is_new = true;
        by_subject[key_of(triple.subject)].push_back(triples_.size());
        if (triple.predicate.value == kCopy) copies.push_back(triples_.size());
        if (!has_room(sizeof(Triple) + kKnownBytes)) return Copying::too_much;
        triples_.push_back(triple);
      }
    }
  }
  for (Triple& triple : triples_) {
    const bool of_pattern = used.contains(key_of(triple.subject));
    const bool is_copy =
        triple.predicate.value == kCopy && used.contains(key_of(triple.object));
    triple.gone = of_pattern || is_copy;
  }
  return Copying::done;
}

void RdfaGraph::give_to(QuadBuilder& quads) const {
  Giver giver{quads};
  for (const Triple& triple : triples_)
    if (triple.kept == Kept::yes && !triple.gone) giver.give(triple);
}

}  // namespace semsite
