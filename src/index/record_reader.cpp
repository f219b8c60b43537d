#include "index/record_reader.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "index/statement_text.hpp"
#include "io/run_file.hpp"
#include "io/sorter.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/term_text.hpp"
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
  std::string_view last, elsewhere;
  std::uint64_t nameless = 0;
  for (const Quad& quad : batch.quads()) {
    if (quad.graph.kind == TermKind::blank) {
      ++nameless;
      continue;
    }
    const std::string_view graph =
        quad.graph.kind == TermKind::iri ? quad.graph.value : document.base;
    if (graph != last && (graph == elsewhere || !share_.has(graph))) {
      elsewhere = graph;
      continue;
    }
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

RecordReader::RecordReader(const TemporaryFiles& files, IntakeRoom room,
                           RecordLimits limits, Share share)
    : memory_bytes_(room.memory_bytes),
      limits_(limits),
      intake_(files, room),
      sink_(intake_, RecordSink::Role::content, share),
      files_(files) {}

void RecordReader::finish(const std::function<void()>& step,
                          const std::function<void(DocumentText)>& take) {
  intake_.finish();
  RunMerge merge{
      reduce_runs(intake_.runs(graph_mark::kind), files_, "graphs", memory_bytes_),
      memory_bytes_};
  std::string graph;
  std::string last;  // statement, as it is compared
  std::optional<TextGathering> document;
  while (merge.next()) {
    step();
    const std::string_view record = merge.record();
    // What it shares with the record before tells mostly that the graph is the same.
    const bool same = document && merge.shared() > graph.size();
    const std::size_t end = same ? graph.size() : record.find(graph_mark::graph_end);
    if (!same) {
      if (document) take(document->finish());
      graph = record.substr(0, end);
      last.clear();
      document.emplace(graph, limits_.statement_bytes);
    }
    const std::string_view rest = record.substr(end + 1);
    if (rest.starts_with(graph_mark::format)) {
      document->add_format(rest.substr(1));
    } else if (rest.starts_with(graph_mark::source)) {
      document->add_source(rest.substr(1));
    } else if (const std::string_view compared = compared_in(rest); compared != last) {
      last = compared;
      document->add(written_in(rest));
    }
  }
  if (document) take(document->finish());
}

namespace {

constexpr std::size_t kHashedAtOnce = std::size_t{64} << 10;
/// Many dumps may tell of one graph; a few of their names are enough.
constexpr std::size_t kMostSources = 8;
/// What Sindice's extractor adds to documents, such as the time (Any23).
constexpr std::string_view kExtractorTerms = "<http://vocab.sindice.net/any23#";

}  // namespace

TextGathering::TextGathering(std::string url, std::uint64_t most_bytes)
    : most_bytes_(most_bytes) {
  out_.url = std::move(url);
}

void TextGathering::add_source(std::string_view source) {
  if (out_.sources.size() < kMostSources) out_.sources.emplace_back(source);
}

void TextGathering::add(std::string_view statement) {
  const bool counts = !cut_statement(statement).predicate.starts_with(kExtractorTerms);
  const std::size_t size = statement.size() + 3;
  out_.bytes += size;
  if (counts) {
    ++out_.triples;
    held_ += compared_text(statement, room_);
    held_ += " .\n";
    if (held_.size() >= kHashedAtOnce) {
      sum_.add(held_);
      held_.clear();
    }
  }
  // The first that does not fit ends it: what is kept is a beginning.
  if (out_.left_out > 0 || out_.statements.size() + size > most_bytes_) {
    ++out_.left_out;
    return;
  }
  out_.statements += statement;
  out_.statements += " .\n";
}

DocumentText TextGathering::finish() {
  sum_.add(held_);
  out_.checksum = sum_.hex();
  return std::move(out_);
}

}  // namespace semsite
