#include "slice/slice_sink.hpp"

#include <string_view>
#include <utility>

#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "slice/slice_record.hpp"

namespace semsite {
namespace {

/// Writes the records of one batch.
class Writer {
 public:
  Writer(const SliceRules& rules, std::string_view scope, TextBuffer& texts,
         std::vector<std::uint32_t>& ends)
      : rules_(rules), scope_(scope), texts_(texts), ends_(ends) {}

  void add(const Quad& quad) {
    const bool subject_is_blank = quad.subject.kind == TermKind::blank;
    const bool object_is_blank = quad.object.kind == TermKind::blank;
    if (!subject_is_blank && is_wanted(quad.subject)) outgoing(quad, record_kind::direct);
    if (quad.object.kind == TermKind::iri && rules_.takes_objects() &&
        is_wanted(quad.object) && quad.object != quad.subject)
      incoming(quad, record_kind::direct);
    if (!rules_.follows_blanks()) return;
    if (subject_is_blank) {
      outgoing(quad, record_kind::linked);
    } else if (object_is_blank) {
      incoming(quad, record_kind::linked);
    }
    if (rules_.follows_reifications()) reification(quad);
  }

 private:
  /// Where statements about triples are followed, whose node may be any IRI, all count.
  [[nodiscard]] bool is_wanted(const Term& iri) const {
    return rules_.follows_reifications() || rules_.covers(iri.value);
  }

  void begin(char kind, const Term& node, char mark) {
    put(kind);
    if (node.kind == TermKind::iri) {
      texts_.append(node.value);
    } else {
      append_term(texts_, node, scope_);
    }
    put(mark);
  }

  void put(char c) {
    char* const to = texts_.room(1);
    *to = c;
    texts_.end_at(to + 1);
  }
  void term(const Term& term) { append_term(texts_, term, scope_); }
  void end() { ends_.push_back(static_cast<std::uint32_t>(texts_.view().size())); }

  void outgoing(const Quad& quad, char kind) {
    begin(kind, quad.subject, record_mark::outgoing);
    term(quad.predicate);
    put(' ');
    term(quad.object);
    end();
  }

  void incoming(const Quad& quad, char kind) {
    begin(kind, quad.object, record_mark::incoming);
    term(quad.subject);
    put(' ');
    term(quad.predicate);
    end();
  }

  void reification(const Quad& quad) {
    const std::string_view predicate = quad.predicate.value;
    if (!predicate.starts_with(kRdf)) return;
    const char place = predicate == kRdfSubject     ? '\x01'
                       : predicate == kRdfPredicate ? '\x02'
                       : predicate == kRdfObject    ? '\x03'
                                                    : '\0';
    if (place == '\0') return;
    begin(record_kind::reification, quad.subject, place);
    term(quad.object);
    end();
  }

  const SliceRules& rules_;
  std::string_view scope_;
  TextBuffer& texts_;
  std::vector<std::uint32_t>& ends_;
};

}  // namespace

SliceSink::Records SliceSink::records_of(const QuadBatch& batch) const {
  Records out;
  out.triples = batch.size();
  out.given_up = batch.given_up();
  Writer writer{rules_, batch.document().scope, out.texts, out.ends};
  for (const Quad& quad : batch.quads()) writer.add(quad);
  return out;
}

void SliceSink::write(const QuadBatch& batch) {
  Records records = records_of(batch);
  const std::scoped_lock lock{mutex_};
  Lane& lane = lanes_[&batch.document()];
  if (lane.over) return;
  lane.waiting.emplace(batch.sequence(), std::move(records));
  for (auto next = lane.waiting.begin();
       next != lane.waiting.end() && next->first == lane.next && !lane.over;
       next = lane.waiting.erase(next), ++lane.next) {
    const Records& now = next->second;
    intake_.add({.texts = now.texts.view(), .ends = now.ends});
    triples_ += now.triples;
    lane.over = now.given_up;
  }
}

void SliceSink::end_document(const Document& document) {
  const std::scoped_lock lock{mutex_};
  lanes_.erase(&document);
}

std::uint64_t SliceSink::triples() const {
  const std::scoped_lock lock{mutex_};
  return triples_;
}

}  // namespace semsite
