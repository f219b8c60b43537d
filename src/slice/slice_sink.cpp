#include "slice/slice_sink.hpp"

#include <string_view>
#include <utility>

#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/triple_term.hpp"
#include "slice/slice_record.hpp"

namespace semsite {
namespace {

/// Writes the records of one batch.
class Writer {
 public:
  Writer(const SliceRules& rules, std::string_view scope, BatchRecords& out)
      : rules_(rules), scope_(scope), out_(out), texts_(out.texts) {}

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
    } else if (quad.object.kind == TermKind::triple && holds_blank(quad.object)) {
      outgoing(quad, record_kind::linked);
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

  void put(char c) { out_.put(c); }
  void term(const Term& term) { append_term(texts_, term, scope_); }
  void end() { out_.end(); }

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
  BatchRecords& out_;
  TextBuffer& texts_;
};

}  // namespace

BatchRecords SliceSink::records_of(const QuadBatch& batch) const {
  BatchRecords out;
  Writer writer{rules_, batch.document().scope, out};
  for (const Quad& quad : batch.quads()) writer.add(quad);
  return out;
}

void SliceSink::write(const QuadBatch& batch) { lanes_.add(batch, records_of(batch)); }

}  // namespace semsite
