#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rdf/quad_batch.hpp"
#include "rdf/triple_term.hpp"
#include "reading/parse_job.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

enum class LineSyntax : std::uint8_t { ntriples, nquads };

/// Reads statements of RDF 1.2 N-Triples and N-Quads, strictly, straight into a batch.
///
/// Terms without escapes are views into the text that is read, which the batch must hold;
/// the others are decoded into the batch. One thread.
class StatementReader {
 public:
  /// With `Strictness::strict` parts of language tags have eight characters at most (BCP
  /// 47 §2.1), which published tags do not keep to.
  StatementReader(LineSyntax syntax, QuadBatch& batch,
                  Strictness strictness = Strictness::lenient)
      : batch_(batch), syntax_(syntax), strictness_(strictness) {}

  /// Reads the line at the start of [at, end): a statement, a directive, a comment or
  /// nothing. A
  /// statement is added to the batch. Returns where its line end or `end` is; null if the
  /// line is faulty (see `fault_…`), and then nothing was added. The text of lines read
  /// before must be there still.
  [[nodiscard]] const char* read(const char* at, const char* end);

  /// The last fault: its code, what is wrong and by which rule, and the faulty byte.
  [[nodiscard]] std::string_view fault_code() const { return code_; }
  [[nodiscard]] const std::string& fault_message() const { return message_; }
  [[nodiscard]] const char* fault_place() const { return place_; }

  /// A NUL byte in a literal of what was read since the last call, or null. The grammar
  /// allows it, but hardly anybody means it.
  [[nodiscard]] const char* take_nul() { return std::exchange(nul_, nullptr); }

 private:
  const char* statement(const char* at, Quad& quad);
  const char* version(const char* at);
  const char* rest_of_line(const char* at);
  const char* subject(const char* at, Term& term);
  const char* repeated(const char* at, Term& term, std::string_view& last);
  const char* predicate(const char* at, Term& term);
  const char* object(const char* at, Term& term);
  const char* triple(const char* at, Term& term);
  const char* iri(const char* at, std::string_view& value);
  const char* escaped_iri(const char* at, std::string_view& value);
  const char* blank(const char* at, Term& term);
  const char* literal(const char* at, Term& term);
  const char* escaped_text(const char* at, std::string_view& value);
  const char* suffix(const char* at, Term& term);
  const char* language(const char* at, Term& term);
  const char* graph_and_dot(const char* at, Quad& quad);
  const char* fail(std::string_view code, std::string message, const char* place);
  const char* fail_iri(const char* open, const char* place, std::string_view problem);
  const char* not_a_term(const char* at, std::string_view role);
  [[nodiscard]] char peek(const char* at) const { return at == end_ ? '\n' : *at; }

  QuadBatch& batch_;
  const char* end_ = nullptr;
  const char* place_ = nullptr;
  const char* nul_ = nullptr;
  std::string_view code_;
  std::string message_;
  std::vector<TripleParts> nest_;
  std::string_view last_subject_, last_graph_;  ///< if they were IRIs
  LineSyntax syntax_;
  Strictness strictness_;
};

/// Reads whole lines of N-Triples 1.1; a fourth term is a fault ("ntriples.graph").
/// A faulty line is reported with its raw text and passed over.
void parse_ntriples_piece(const PieceJob& job);

/// The same for N-Quads 1.1, which has every N-Triples document as a part.
void parse_nquads_piece(const PieceJob& job);

}  // namespace semsite
