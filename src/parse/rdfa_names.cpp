#include "parse/rdfa_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "parse/rdfxml_names.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

constexpr std::string_view kCopy = "http://www.w3.org/ns/rdfa#copy";
/// What finding a triple again takes.
constexpr std::uint64_t kKnownBytes = 256;
constexpr std::string_view kPattern = "http://www.w3.org/ns/rdfa#Pattern";

using Key = std::pair<TermKind, std::string_view>;
Key term_key(const Term& term) { return {term.kind, term.value}; }

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
      .insert({term_key(triple.subject), triple.predicate.value, term_key(triple.object),
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
      patterns.insert(term_key(triple.subject));
    if (triple.predicate.value == kCopy) copies.push_back(i);
    by_subject[term_key(triple.subject)].push_back(i);
  }
  // Patterns may copy patterns: again, until nothing is new.
  std::set<Key> used;
  std::size_t looked_at = 0;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t next = 0; next < copies.size(); ++next) {
      const Triple copy = triples_[copies[next]];
      const Key target = term_key(copy.object);
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
        by_subject[term_key(triple.subject)].push_back(triples_.size());
        if (triple.predicate.value == kCopy) copies.push_back(triples_.size());
        if (!has_room(sizeof(Triple) + kKnownBytes)) return Copying::too_much;
        triples_.push_back(triple);
      }
    }
  }
  for (Triple& triple : triples_) {
    const bool of_pattern = used.contains(term_key(triple.subject));
    const bool is_copy =
        triple.predicate.value == kCopy && used.contains(term_key(triple.object));
    triple.gone = of_pattern || is_copy;
  }
  return Copying::done;
}

void RdfaGraph::give_to(QuadBuilder& quads) const {
  Giver giver{quads};
  for (const Triple& triple : triples_)
    if (triple.kept == Kept::yes && !triple.gone) giver.give(triple);
}

namespace {

std::optional<std::string_view> find_prefix(std::string_view prefix,
                                            const RdfaNameScope& scope) {
  // RDFa Core 1.1 §7.4.5, XHTML+RDFa 1.1 §3.
  if (prefix.empty()) return kXhtmlVocabulary;
  for (const RdfaPrefix* at = scope.prefixes; at != nullptr; at = at->outer)
    if (equal_ignoring_case(at->prefix, prefix)) return at->iri;
  const auto is_lower = [](char c) { return c < 'A' || c > 'Z'; };
  return std::ranges::all_of(prefix, is_lower) ? initial_prefix(prefix)
                                               : initial_prefix(lower_ascii(prefix));
}

}  // namespace

void RdfaNames::report(std::string_view code, std::string message) const {
  Fault fault;
  fault.code = code;
  fault.message = std::move(message);
  fault.line = line_;
  fault.skipped = false;
  job_.diagnostics.report(fault);
}

void RdfaNames::lose(std::string_view code, std::string message) const {
  Fault fault;
  fault.code = code;
  fault.message = std::move(message);
  fault.line = line_;
  job_.diagnostics.report(fault);
}

// term ::= NCNameStartChar ( NCNameChar | "/" )*
bool RdfaNames::is_term(std::string_view text) {
  if (text.empty() || text.find(':') != std::string_view::npos) return false;
  if (text.find('/') == std::string_view::npos) return is_ncname(text);
  std::string plain{text};
  std::ranges::replace(plain, '/', '-');
  return is_ncname(plain);
}

Term RdfaNames::new_blank() {
  scratch_ = fmt::format("{}{}", job_.label_prefix, blanks_++);
  return {.value = job_.arena.keep(scratch_), .kind = TermKind::blank};
}

/// A label of the page's own; what N-Quads does not allow in one stands as `_` and two
/// hexadecimal digits.
Term RdfaNames::blank(std::string_view label) {
  scratch_ = job_.label_prefix;
  scratch_ += 'b';
  for (const char c : label) {
    if (is_alphanumeric(c) || c == '-') {
      scratch_ += c;
    } else {
      scratch_ += fmt::format("_{:02X}", static_cast<unsigned char>(c));
    }
  }
  if (scratch_.back() == '-') scratch_ += "_";
  return {.value = job_.arena.keep(scratch_), .kind = TermKind::blank};
}

/// `text` as an absolute IRI, mended if need be.
Term RdfaNames::iri(std::string_view text) {
  job_.meter.expand(text.size());
  if (job_.settings.strictness == Strictness::lenient && needs_iri_repair(text)) {
    if (const auto repaired = repaired_iri(text);
        repaired && check_iri(*repaired) != IriProblem::relative) {
      const std::string_view kept = job_.arena.keep(*repaired);
      repairs_.push_back({.kept = kept, .written = job_.arena.keep(text), .line = line_});
      return {.value = kept, .kind = TermKind::iri};
    }
  }
  const IriProblem problem = check_iri(text);
  if (problem != IriProblem::none && problem != IriProblem::bad_escape) {
    lose("rdfa.bad-iri",
         fmt::format("\"{}\" is no IRI: it {}", excerpt(text), describe(problem, text)));
    return kLostIri;
  }
  return {.value = job_.arena.keep(text), .kind = TermKind::iri};
}

void RdfaNames::tell_repairs(const RdfaGraph& graph) const {
  if (repairs_.empty()) return;
  // By place: the same text elsewhere is another IRI of the page.
  std::unordered_set<const char*> used;
  for (const RdfaGraph::Triple& triple : graph.triples()) {
    if (triple.gone || triple.kept == RdfaGraph::Kept::no) continue;
    for (const std::string_view text : {triple.subject.value, triple.predicate.value,
                                        triple.object.value, triple.object.tag})
      used.insert(text.data());
  }
  for (const Repair& one : repairs_)
    if (used.contains(one.kept.data()))
      report_repaired_iri(job_.diagnostics, one.written, one.kept, one.line);
}

// curie ::= [ [ prefix ] ':' ] reference, where reference may not begin with "//".
RdfaNames::Curie RdfaNames::curie(std::string_view text, const RdfaNameScope& scope) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view prefix = text.substr(0, colon);
  const std::string_view reference = text.substr(colon + 1);
  if (prefix == "_") return {.understood = Understood::yes, .term = blank(reference)};
  if (reference.starts_with("//")) return {};
  const auto start = find_prefix(prefix, scope);
  if (!start) return {};
  std::string whole{*start};
  whole += reference;
  return {.understood = Understood::yes, .term = iri(whole)};
}

Term RdfaNames::name(std::string_view text, const RdfaNameScope& scope) {
  if (is_term(text)) {
    if (!scope.vocabulary.empty()) {
      std::string whole{scope.vocabulary};
      whole += text;
      return iri(whole);
    }
    if (const auto known = initial_term(job_.context, text))
      return {.value = *known, .kind = TermKind::iri};
    report("rdfa.unknown-term",
           fmt::format("\"{}\" is no term that is known here, and no vocabulary is set "
                       "(vocab); it is passed over",
                       excerpt(text)));
    return {};
  }
  if (const Curie found = curie(text, scope); found.understood == Understood::yes)
    return found.term;
  if (has_scheme(text)) return iri(text);
  report("rdfa.unresolved",
         fmt::format("\"{}\" is no term, no CURIE with a known prefix and no absolute "
                     "IRI; it is passed over",
                     excerpt(text)));
  return {};
}

Term RdfaNames::type(std::string_view text, const RdfaNameScope& scope) {
  return name(text, scope);
}

Term RdfaNames::predicate(std::string_view text, const RdfaNameScope& scope) {
  const Term found = name(text, scope);
  if (is_lost(found)) return {};
  if (found.kind != TermKind::blank) return found;
  report("rdfa.blank-predicate",
         fmt::format("\"{}\" is a blank node, which can be no predicate and no datatype; "
                     "it is passed over",
                     excerpt(text)));
  return {};
}

Term RdfaNames::resource(std::string_view text, const RdfaNameScope& scope) {
  const std::string_view trimmed = trim(text);
  if (trimmed.starts_with('[') && trimmed.ends_with(']')) {
    const std::string_view inside = trimmed.substr(1, trimmed.size() - 2);
    const Curie found = curie(inside, scope);
    if (found.understood == Understood::yes) return found.term;
    if (!inside.empty())
      report("rdfa.unresolved",
             fmt::format("\"{}\" is no CURIE with a known prefix; it is passed over",
                         excerpt(text)));
    return {};
  }
  if (const Curie found = curie(trimmed, scope); found.understood == Understood::yes)
    return found.term;
  return reference(text, scope);
}

Term RdfaNames::document(const RdfaNameScope& scope) {
  const std::string& text = scope.base->text();
  if (needs_iri_repair(text)) return iri(text);
  return {.value = job_.arena.keep(text), .kind = TermKind::iri};
}

Term RdfaNames::reference(std::string_view text, const RdfaNameScope& scope) {
  scratch_.clear();
  scope.base->resolve_to(trim(text), scratch_);
  return iri(scratch_);
}

}  // namespace semsite
