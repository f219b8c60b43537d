#include "index/record_sink.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "rdf/compared_text.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/triple_term.hpp"

namespace semsite {
namespace {

constexpr std::size_t kScopeLength = 16;

std::string upper_ascii(std::string_view text) {
  std::string out{text};
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

void append_label(TextBuffer& out, Term term, std::string_view scope) {
  std::size_t open = 0;
  for (; term.kind == TermKind::triple; ++open) {
    const TripleParts parts = parts_of(term);
    out.append("<<( ");
    append_label(out, parts.subject, scope);
    out.append(" ");
    append_term(out, parts.predicate, scope);
    out.append(" ");
    term = parts.object;
  }
  if (term.kind == TermKind::blank && is_own_label(term.value)) {
    out.append("_:");
    out.append(term.value);
  } else {
    append_term(out, term, scope);
  }
  for (; open > 0; --open) out.append(" )>>");
}

void begin(BatchRecords& out, std::string_view graph) {
  out.put(graph_mark::kind);
  out.texts.append(graph);
  out.put(graph_mark::graph_end);
}

void tell(BatchRecords& out, std::string_view graph, char mark, std::string_view what) {
  if (what.empty()) return;
  begin(out, graph);
  out.put(mark);
  out.texts.append(what);
  out.end();
}

/// Puts the statement that begins at `begin` as it is compared in its place.
void fold(TextBuffer& out, std::size_t begin) {
  std::string room;
  const std::string_view written = out.view().substr(begin);
  const std::string_view compared = compared_text(written, room);
  if (compared.data() == written.data()) return;
  (room += graph_mark::as_read) += written;
  out.end_at(out.view().data() + begin);
  out.append(room);
}

}  // namespace

std::string_view compared_in(std::string_view record) {
  return record.substr(0, record.find(graph_mark::as_read));
}

std::string_view written_in(std::string_view record) {
  const std::size_t end = record.find(graph_mark::as_read);
  return end == std::string_view::npos ? record : record.substr(end + 1);
}

bool is_own_label(std::string_view label) {
  if (label.size() < kScopeLength + 3 || label[0] != 'b') return false;
  const char end = label[kScopeLength + 1];
  if (end != 'x' && end != 'z') return false;
  const auto of_scope = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7');
  };
  const auto of_label = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
  };
  return std::ranges::all_of(label.substr(1, kScopeLength), of_scope) &&
         std::ranges::all_of(label.substr(kScopeLength + 2), of_label);
}

void RecordSink::write(const QuadBatch& batch) {
  BatchRecords out;
  const Document& document = batch.document();
  const std::string format = upper_ascii(document.syntax);
  std::string_view last;
  std::uint64_t nameless = 0;
  for (const Quad& quad : batch.quads()) {
    if (quad.graph.kind == TermKind::blank) {
      ++nameless;
      continue;
    }
    const std::string_view graph =
        quad.graph.kind == TermKind::iri ? quad.graph.value : document.base;
    if (graph != last && role_ == Role::content) {
      last = graph;
      tell(out, graph, graph_mark::format, format);
      tell(out, graph, graph_mark::source, document.iri);
    }
    begin(out, graph);
    const std::size_t statement = out.texts.view().size();
    append_label(out.texts, quad.subject, document.scope);
    out.put(' ');
    append_term(out.texts, quad.predicate, document.scope);
    out.put(' ');
    append_label(out.texts, quad.object, document.scope);
    fold(out.texts, statement);
    if (role_ != Role::content) {
      out.put(graph_mark::change);
      out.put(role_ == Role::added ? graph_mark::added : graph_mark::removed);
    }
    out.end();
  }
  nameless_ += nameless;
  lanes_.add(batch, std::move(out));
}

}  // namespace semsite
