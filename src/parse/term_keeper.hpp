#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_builder.hpp"

namespace semsite {

/// That an IRI was mended where the document has it; told once, by the first quad that
/// has the IRI in it. Of what ends in no quad there is nothing to tell.
struct HeldRepair {
  std::string message;
  std::uint64_t line = 0, column = 0;  ///< as those of a Fault
  bool is_told = false;
};

/// A term that a parser needs for longer than one batch, such as the subject of an open
/// element: owns its text, and knows its copy in the batch at hand.
struct HeldTerm {
  std::string value;
  TermKind kind = TermKind::none;  ///< none: no legal term; quads with it are dropped
  bool plain = false;
  bool checked = false;  ///< as that of a Term

  std::string_view kept{};
  std::uint64_t batch = 0;               ///< the batch that `kept` lies in; 0 = none yet
  std::shared_ptr<HeldRepair> repair{};  ///< null: as it was written

  void clear() {
    repair.reset();
    value.clear();
    kind = TermKind::none;
    plain = false;
    checked = false;
    batch = 0;
  }
};

/// A term of the vocabulary; `iri` must be static.
[[nodiscard]] HeldTerm static_iri(std::string_view iri);

/// The object of a quad: a held resource, or a text with a tag.
struct HeldObject {
  HeldTerm* resource = nullptr;
  std::string_view text{};
  HeldTerm* tag = nullptr;  ///< language (kind literal) or datatype (kind iri)
};

/// Adds quads of held terms to a builder, copying each term once per batch, and tells of
/// those that were mended.
class TermKeeper {
 public:
  TermKeeper(QuadBuilder& quads, Diagnostics& diagnostics)
      : quads_(quads), diagnostics_(diagnostics) {}

  struct Statement {
    HeldTerm& subject;
    HeldTerm& predicate;
    HeldObject object;
    HeldTerm* graph = nullptr;  ///< null: the default graph
  };
  /// Adds one quad, unless a term of it is none.
  void add(const Statement& statement);

  /// Copies the text of `term` into the batch at hand; what is then assigned from `term`
  /// shares that copy.
  const HeldTerm& ready(HeldTerm& term) {
    (void)this->term(term);
    return term;
  }

  /// Makes `term`, whose text is set, an IRI, unless there is a problem that keeps it
  /// from being one: then it is no legal term. (An escape that is none is no such
  /// problem.)
  [[nodiscard]] static IriProblem make_iri(HeldTerm& term);

  /// Makes `term` a blank node whose label no document can hold: it begins with a digit,
  /// which the names of XML must not.
  void set_new_blank(HeldTerm& term);
  /// Makes `term` the blank node that the document calls `label`.
  static void set_blank(HeldTerm& term, std::string_view label);

 private:
  Term term(HeldTerm& held);
  Term object(const HeldObject& object);
  void tell(const HeldTerm* held);

  QuadBuilder& quads_;
  Diagnostics& diagnostics_;
  std::uint64_t batch_ = 1;
  std::uint64_t blanks_ = 0;
};

}  // namespace semsite
