#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/turtle_terms.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_batch.hpp"
#include "rdf/term.hpp"
#include "rdf/turtle_lexer.hpp"

namespace semsite {

/// Makes quads of a statement while its grammar is judged: told each token once, in its
/// role, it never looks at the text again. Quads of a statement that turns out bad are in
/// the batch too; whoever judges takes them back. One thread at a time.
class TurtleTriples {
 public:
  /// `meter`: bounds what prefixes make of the text.
  TurtleTriples(QuadBatch& batch, TurtleTerms& terms, HeldMeter meter)
      : batch_(batch), terms_(terms), meter_(meter) {}

  /// The graph of the statements that follow.
  void set_graph(const Term& graph) { graph_ = graph; }

  void begin();
  /// An `iri`, `prefixed` or `blank` token as a subject or an object.
  void node(TurtleTokenKind kind, std::string_view token);
  void verb(TurtleTokenKind kind, std::string_view token);
  void number(std::string_view token);
  void boolean(std::string_view token);
  /// A `string` token with nothing behind it, with a language tag (`@` included), or with
  /// the token of a datatype.
  void string(std::string_view token);
  void string(std::string_view token, std::string_view tag);
  void string(std::string_view token, TurtleTokenKind type_kind, std::string_view type);
  void anonymous();         ///< `[]`
  void empty_collection();  ///< `()`
  void open_properties();
  void open_collection();
  void close();

 private:
  struct Level {
    Term subject{};  ///< in a collection its present cell
    Term predicate{};
    bool is_collection = false;
    bool has_subject = false;
    bool cell_is_free = false;  ///< of a collection: the present cell has no item yet
  };

  void take(const Term& term);
  Term fresh();
  void prepare_cell();
  void add(const Term& subject, const Term& predicate, const Term& object);
  Term term(TurtleTokenKind kind, std::string_view token);
  std::string_view text(std::string_view token);

  QuadBatch& batch_;
  TurtleTerms& terms_;
  HeldMeter meter_;
  Term graph_;
  std::vector<Level> levels_;
  std::uint64_t made_ = 0;  ///< blank nodes of this statement without a label
  std::string decoded_;
};

}  // namespace semsite
