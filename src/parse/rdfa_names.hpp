#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/diagnostics.hpp"
#include "parse/rdfa_graph.hpp"
#include "rdf/iri.hpp"
#include "rdf/page_meter.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/term.hpp"
#include "vocab/rdfa_initial_context.hpp"

namespace semsite {

/// A prefix that an element declares, and those that hold around it.
struct RdfaPrefix {
  std::string_view prefix;  ///< lower case
  std::string_view iri;
  const RdfaPrefix* outer = nullptr;
  std::uint32_t count = 1;  ///< of all that hold here
};

/// What names mean at an element.
struct RdfaNameScope {
  const RdfaPrefix* prefixes = nullptr;
  std::string_view vocabulary;  ///< default vocabulary; empty = none
  const BaseIri* base = nullptr;
};

/// Gives texts of RDFa attributes their meaning (RDFa Core 1.1 §7.4). All texts of terms
/// lie in the arena. What cannot be understood gives a term of kind none, and a fault.
class RdfaNames {
 public:
  struct Job {
    Arena& arena;
    Diagnostics& diagnostics;
    const ParseSettings& settings;
    RdfaHost context;
    std::string_view label_prefix;
    HeldMeter& meter;  ///< of the IRIs that names are made into
  };
  explicit RdfaNames(const Job& job) : job_(job) {}

  /// Line for the faults to come.
  void set_line(std::uint64_t line) { line_ = line; }

  /// TERMorCURIEorAbsIRI: `typeof`. May be a blank node.
  [[nodiscard]] Term type(std::string_view text, const RdfaNameScope& scope);
  /// The same where a blank node may not stand: `property`, `rel`, `rev`, `datatype`.
  [[nodiscard]] Term predicate(std::string_view text, const RdfaNameScope& scope);
  /// SafeCURIEorCURIEorIRI: `about`, `resource`. Lost (kLostIri) if it is no IRI.
  [[nodiscard]] Term resource(std::string_view text, const RdfaNameScope& scope);
  /// An IRI reference: `href`, `src`, `vocab`.
  [[nodiscard]] Term reference(std::string_view text, const RdfaNameScope& scope);

  /// The document itself: the base in force, mended as other IRIs are.
  [[nodiscard]] Term document(const RdfaNameScope& scope);

  /// A term or a CURIE with a colon: what `rel` keeps beside `property` in HTML is only
  /// the latter (HTML+RDFa 1.1 §3.1).
  [[nodiscard]] static bool is_term(std::string_view text);

  [[nodiscard]] Term new_blank();

  void report(std::string_view code, std::string message) const;
  /// Of something by which a triple is lost.
  void lose(std::string_view code, std::string message) const;

  /// Tells of the repaired IRIs that triples of `graph` hold; what a page says to
  /// browsers only (icons, fonts, images) is no fault of its data.
  void tell_repairs(const RdfaGraph& graph) const;

 private:
  struct Repair {
    std::string_view kept, written;
    std::uint64_t line;
  };
  enum class Understood : std::uint8_t { no, yes };
  struct Curie {
    Understood understood = Understood::no;  ///< is it a CURIE with a known prefix?
    Term term;
  };
  [[nodiscard]] Curie curie(std::string_view text, const RdfaNameScope& scope);
  [[nodiscard]] Term name(std::string_view text, const RdfaNameScope& scope);
  [[nodiscard]] Term iri(std::string_view text);
  [[nodiscard]] Term blank(std::string_view label);

  Job job_;
  std::uint64_t line_ = 0;
  std::uint64_t blanks_ = 0;
  std::string scratch_;
  std::vector<Repair> repairs_;
};

}  // namespace semsite
