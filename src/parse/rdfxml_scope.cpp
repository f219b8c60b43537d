#include "parse/rdfxml_scope.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "markup/html_node.hpp"
#include "parse/rdfxml_names.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

constexpr std::string_view kIts = "http://www.w3.org/2005/11/its";

/// Names that may stand without a namespace, for the sake of old documents (§6.1.4).
bool may_lack_namespace(RdfName name) {
  return name == RdfName::id || name == RdfName::about || name == RdfName::resource ||
         name == RdfName::parse_type || name == RdfName::type || name == RdfName::version;
}

}  // namespace

void RdfxmlAttributes::read(std::span<const XmlAttribute> attributes) {
  id = about = node_id = resource = parse_type = datatype = std::nullopt;
  annotation = annotation_node_id = lang = base = direction = version = std::nullopt;
  properties.clear();
  fatal.reset();
  dropped.clear();
  for (const XmlAttribute& attribute : attributes) {
    const XmlName& name = attribute.name;
    if (name.namespace_ == kRdf) {
      read_rdf(attribute);
    } else if (name.namespace_ == kXmlNamespace) {
      if (name.local == "lang") lang = attribute.value;
      if (name.local == "base") base = attribute.value;
    } else if (name.namespace_ == kIts &&
               (name.local == "dir" || name.local == "version")) {
      // §6.1.2: taken away before the grammar looks at the element.
      if (name.local == "dir") direction = attribute.value;
    } else if (starts_with_ignoring_case(name.prefix, "xml") ||
               (name.prefix.empty() && starts_with_ignoring_case(name.local, "xml"))) {
      continue;  // §6.1.2: reserved names are no part of RDF
    } else if (!name.namespace_.empty()) {
      properties.push_back(&attribute);
    } else if (may_lack_namespace(rdf_name(name.local))) {
      read_rdf(attribute);
    } else {
      dropped.push_back(
          {"rdfxml.unqualified-attribute",
           fmt::format(
               "the attribute {} has no namespace prefix, so it names no property",
               excerpt(name.local))});
    }
  }
}

bool RdfxmlAttributes::has_more_than_scope() const {
  return id || about || node_id || resource || parse_type || datatype || annotation ||
         annotation_node_id || fatal || !properties.empty() || !dropped.empty();
}

void RdfxmlAttributes::read_rdf(const XmlAttribute& attribute) {
  switch (rdf_name(attribute.name.local)) {
    case RdfName::id:
      id = attribute.value;
      return;
    case RdfName::about:
      about = attribute.value;
      return;
    case RdfName::node_id:
      node_id = attribute.value;
      return;
    case RdfName::resource:
      resource = attribute.value;
      return;
    case RdfName::parse_type:
      parse_type = attribute.value;
      return;
    case RdfName::datatype:
      datatype = attribute.value;
      return;
    case RdfName::annotation:
      annotation = attribute.value;
      return;
    case RdfName::annotation_node_id:
      annotation_node_id = attribute.value;
      return;
    case RdfName::version:
      version = attribute.value;
      return;
    case RdfName::type:
    case RdfName::other:
      properties.push_back(&attribute);
      return;
    case RdfName::rdf:
    case RdfName::description:
    case RdfName::li:
    case RdfName::withdrawn:
      break;
  }
  fatal = {
      "rdfxml.forbidden-name",
      fmt::format("rdf:{} is not allowed as an attribute (RDF 1.1 XML Syntax §6.2.6)",
                  attribute.name.local)};
}

namespace {

std::size_t slot_of(std::uint64_t key, const std::vector<std::uint64_t>& slots) {
  std::size_t at = key % slots.size();
  while (slots[at] != 0 && slots[at] != key) at = (at + 1) % slots.size();
  return at;
}

}  // namespace

SeenIds::Answer SeenIds::note(std::string_view text) {
  if (count_ * 2 >= slots_.size()) grow();
  const std::uint64_t key = text_hash(text) | 1;
  std::uint64_t& slot = slots_[slot_of(key, slots_)];
  if (slot == key) return Answer::seen_before;
  if (count_ == most_) return Answer::full;
  slot = key;
  ++count_;
  return Answer::is_new;
}

void SeenIds::grow() {
  const std::vector<std::uint64_t> old =
      std::exchange(slots_, std::vector<std::uint64_t>(slots_.size() * 2 + 64));
  for (const std::uint64_t key : old)
    if (key != 0) slots_[slot_of(key, slots_)] = key;
}

RdfxmlScope::RdfxmlScope(const std::string& base, Strictness strictness,
                         XmlFaults& faults)
    : strictness_(strictness), faults_(faults) {
  bases_.push_back({.iri = std::make_unique<BaseIri>(base), .repair = nullptr});
}

RdfxmlScope::Mark RdfxmlScope::enter(const RdfxmlAttributes& attributes) {
  const Mark mark{.bases = bases_.size(), .languages = languages_.size()};
  if (attributes.base) {
    std::shared_ptr<HeldRepair> repair;
    const std::string_view base = mended(*attributes.base, repair);
    const bool is_absolute = has_scheme(base);
    if (!is_absolute && repair == nullptr) repair = bases_.back().repair;
    bases_.push_back(
        {.iri = std::make_unique<BaseIri>(is_absolute ? std::string{base}
                                                      : bases_.back().iri->resolve(base)),
         .repair = std::move(repair)});
  }
  if (attributes.lang || attributes.direction || attributes.version)
    enter_language(attributes);
  return mark;
}

void RdfxmlScope::enter_language(const RdfxmlAttributes& attributes) {
  Language now;
  if (!languages_.empty()) {
    const Language& around = languages_.back();
    now.written = around.written;
    now.direction = around.direction;
    now.is_rdf12 = around.is_rdf12;
    now.tag.kind = around.tag.kind;
  }
  if (attributes.version)
    now.is_rdf12 = *attributes.version == "1.2" || *attributes.version == "1.2-basic";
  if (attributes.lang) {
    now.written = *attributes.lang;
    now.tag.kind = now.written.empty() || is_language_tag(now.written) ? TermKind::lang
                                                                       : TermKind::none;
    if (now.tag.kind == TermKind::none)
      faults_.report(
          "rdfxml.bad-language",
          fmt::format("xml:lang=\"{}\" is no language tag; texts in this language are "
                      "passed over",
                      excerpt(now.written)));
  }
  if (attributes.direction) {
    now.direction = *attributes.direction;
    if (!now.direction.empty() && now.direction != "ltr" && now.direction != "rtl") {
      now.direction.clear();
      if (now.is_rdf12)
        faults_.note("rdfxml.bad-direction",
                     fmt::format("its:dir=\"{}\" is neither ltr nor rtl; it counts for "
                                 "nothing",
                                 excerpt(*attributes.direction)));
    }
  }
  now.tag.value = now.written;
  if (now.is_rdf12 && !now.direction.empty())
    now.tag.value.append("--").append(now.direction);
  now.tag.checked = true;  // if it is one
  languages_.push_back(std::move(now));
}

void RdfxmlScope::leave(Mark mark) {
  bases_.resize(mark.bases);
  languages_.resize(mark.languages);
}

HeldTerm* RdfxmlScope::language() {
  // xml:lang="" takes the language away (XML 1.0 §2.12).
  if (languages_.empty() || languages_.back().written.empty()) return nullptr;
  return &languages_.back().tag;
}

std::string_view RdfxmlScope::mended(std::string_view reference,
                                     std::shared_ptr<HeldRepair>& repair) {
  if (strictness_ == Strictness::strict || !needs_iri_repair(reference)) return reference;
  std::optional<std::string> repaired = repaired_iri(reference);
  if (!repaired) return reference;
  repair = faults_.repair(reference, *repaired);
  mended_ = *std::move(repaired);
  return mended_;
}

/// Makes `term`, whose text is set, an IRI if it is one.
void RdfxmlScope::check(HeldTerm& term) {
  const IriProblem problem = TermKeeper::make_iri(term);
  if (problem == IriProblem::none) return;
  faults_.report("rdfxml.bad-iri",
                 fmt::format("\"{}\" is no IRI: it {}", excerpt(term.value),
                             describe(problem, term.value)));
}

void RdfxmlScope::set_reference(HeldTerm& term, std::string_view reference) {
  term.clear();
  // Most are IRIs, and nothing is to be mended.
  term.value = reference;
  if (TermKeeper::make_iri(term) == IriProblem::none && !has_two_fragments(reference))
    return;
  term.clear();
  reference = mended(reference, term.repair);
  if (has_scheme(reference)) {
    term.value = reference;
  } else {
    if (has_colon_without_scheme(reference)) {
      faults_.report("rdfxml.bad-iri",
                     fmt::format("\"{}\" has a colon in its first segment and no scheme "
                                 "before it (RFC 3986 §4.2)",
                                 excerpt(reference)));
      return;
    }
    const Base& base = bases_.back();
    if (term.repair == nullptr) term.repair = base.repair;
    base.iri->resolve_to(reference, term.value);
  }
  check(term);
}

bool RdfxmlScope::set_id(HeldTerm& term, std::string_view id) {
  if (!is_ncname(id)) {
    faults_.report(
        "rdfxml.bad-id",
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
      faults_.report(
          "rdfxml.duplicate-id",
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
  HeldTerm& term = names_[text_hash(joined_) % names_.size()];
  if (term.value == joined_ && term.kind == TermKind::iri) return term;
  term.repair.reset();
  if (has_scheme(joined_)) {
    term.value = mended(joined_, term.repair);
  } else {
    term.value = joined_;
  }
  check(term);
  return term;
}

}  // namespace semsite
