#include "parse/rdfxml_scope.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "parse/rdfxml_names.hpp"

namespace semsite {

RdfxmlScope::RdfxmlScope(const std::string& base, Teller tell) : tell_(std::move(tell)) {
  bases_.push_back(std::make_unique<BaseIri>(base));
}

RdfxmlScope::Mark RdfxmlScope::enter(const RdfxmlAttributes& attributes) {
  const Mark mark{.bases = bases_.size(), .languages = languages_.size()};
  if (attributes.base)
    bases_.push_back(std::make_unique<BaseIri>(bases_.back()->resolve(*attributes.base)));
  if (attributes.lang) {
    HeldTerm& language = languages_.emplace_back();
    language.value = *attributes.lang;
    if (language.value.empty() || is_language_tag(language.value)) {
      language.kind = TermKind::lang;
    } else {
      tell_("rdfxml.bad-language",
            fmt::format("xml:lang=\"{}\" is no language tag; texts in this language are "
                        "passed over",
                        excerpt(language.value)));
    }
  }
  return mark;
}

void RdfxmlScope::leave(Mark mark) {
  bases_.resize(mark.bases);
  languages_.resize(mark.languages);
}

HeldTerm* RdfxmlScope::language() {
  // xml:lang="" takes the language away (XML 1.0 §2.12).
  if (languages_.empty() || languages_.back().value.empty()) return nullptr;
  return &languages_.back();
}

/// Makes `term`, whose text is set, an IRI if it is one.
void RdfxmlScope::check(HeldTerm& term) {
  const IriProblem problem = check_iri(term.value);
  term.batch = 0;
  term.plain = true;
  term.kind = TermKind::iri;
  if (problem == IriProblem::none || problem == IriProblem::bad_escape) return;
  term.kind = TermKind::none;
  tell_("rdfxml.bad-iri", fmt::format("\"{}\" is no IRI: it {}", excerpt(term.value),
                                      describe(problem, term.value)));
}

void RdfxmlScope::set_reference(HeldTerm& term, std::string_view reference) {
  term.value.clear();
  if (has_scheme(reference)) {
    term.value = reference;
  } else {
    bases_.back()->resolve_to(reference, term.value);
  }
  check(term);
}

bool RdfxmlScope::set_id(HeldTerm& term, std::string_view id) {
  if (!is_ncname(id)) {
    tell_("rdfxml.bad-id",
          fmt::format("rdf:ID=\"{}\" is no XML name without a colon (RDF 1.1 XML Syntax "
                      "§7.2.34)",
                      excerpt(id)));
    return false;
  }
  joined_ = "#";
  joined_ += id;
  set_reference(term, joined_);
  switch (ids_.note(term.value)) {
    case SeenIds::Answer::is_new:
      return true;
    case SeenIds::Answer::seen_before:
      tell_("rdfxml.duplicate-id",
            fmt::format("rdf:ID=\"{}\" was used before with the same base (RDF 1.1 XML "
                        "Syntax §5.2); rdf:about may be meant",
                        excerpt(id)));
      return false;
    case SeenIds::Answer::full:
      break;
  }
  return true;
}

HeldTerm& RdfxmlScope::name(std::string_view space, std::string_view local) {
  joined_ = space;
  joined_ += local;
  HeldTerm& term = names_[std::hash<std::string>{}(joined_) % names_.size()];
  if (term.value == joined_ && term.kind == TermKind::iri) return term;
  term.value = joined_;
  check(term);
  return term;
}

}  // namespace semsite
