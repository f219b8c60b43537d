#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "base/diagnostics.hpp"
#include "rdf/iri.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/term.hpp"
#include "vocab/rdfa_initial_context.hpp"

namespace semsite {

/// Which vocabulary a page says that it uses (RDFa Core 1.1 §9).
inline constexpr std::string_view kUsesVocabulary =
    "http://www.w3.org/ns/rdfa#usesVocabulary";

/// The triples of one page, held until the page has been read: property copying may take
/// some away again.
class RdfaGraph {
 public:
  RdfaGraph() = default;

  /// Texts of the triples lie here, or are static.
  [[nodiscard]] Arena& arena() { return arena_; }
  /// What is held; without bounds unless some are put in.
  [[nodiscard]] HeldMeter& meter() { return meter_; }

  enum class Kept : std::uint8_t { no, yes };  ///< is it wanted in the end?
  /// Adds a triple unless a term of it is none or lost.
  void add(const Term& subject, const Term& predicate, const Term& object, Kept kept);

  enum class Copying : std::uint8_t { done, too_much };
  /// Property copying (HTML+RDFa 1.1 §4): what rdfa:Pattern resources say is said of
  /// those that copy them, and the patterns vanish. At most `most` triples are added.
  Copying copy_patterns(std::size_t most);

  /// The triples so far, all of them.
  struct Triple {
    Term subject, predicate, object;
    Kept kept = Kept::yes;
    bool gone = false;
  };
  [[nodiscard]] const std::deque<Triple>& triples() const { return triples_; }

  /// Which triples there are, whatever is kept of them.
  class Known {
   public:
    /// Those of `graph` that are not gone. Texts must outlive this.
    explicit Known(const RdfaGraph& graph);
    /// False if it was there already.
    bool add(const Triple& triple);

   private:
    using TermKey = std::pair<TermKind, std::string_view>;
    std::set<std::tuple<TermKey, std::string_view, TermKey, std::string_view>> keys_;
  };

  /// Hands on what is kept.
  void give_to(QuadBuilder& quads) const;

 private:
  Arena arena_;
  std::deque<Triple> triples_;  ///< not moved while it grows
  HeldMeter meter_;
  bool has_copies_ = false;
};

/// Calls `take` with each word of an attribute's value.
template <typename Take>
void each_word(std::string_view text, Take&& take) {
  constexpr std::string_view kSpace = " \t\n\f\r";
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return;
    const std::size_t end = std::min(text.find_first_of(kSpace, begin), text.size());
    take(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

/// No resource at all.
[[nodiscard]] inline bool is_none(const Term& term) {
  return term.kind == TermKind::none;
}

/// A resource that is named, but by no IRI: what is said of it is said of nothing else,
/// so the triples are left out.
inline constexpr Term kLostIri{.kind = TermKind::iri};
[[nodiscard]] inline bool is_lost(const Term& term) {
  return term.kind == TermKind::iri && term.value.empty();
}

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
