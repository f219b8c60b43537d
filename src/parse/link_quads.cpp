#include "parse/link_quads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/xsd_lexical.hpp"
#include "vocab/link_relations.hpp"

namespace semsite {
namespace {

constexpr std::string_view kConformsTo = "http://purl.org/dc/terms/conformsTo";
constexpr std::string_view kTitle = "http://purl.org/dc/terms/title";
constexpr std::string_view kModified = "http://purl.org/dc/terms/modified";
constexpr std::string_view kByteSize = "http://www.w3.org/ns/dcat#byteSize";
constexpr std::string_view kNonNegative =
    "http://www.w3.org/2001/XMLSchema#nonNegativeInteger";
constexpr std::string_view kHexBinary = "http://www.w3.org/2001/XMLSchema#hexBinary";
constexpr std::string_view kChecksum = "http://spdx.org/rdf/terms#checksum";
constexpr std::string_view kAlgorithm = "http://spdx.org/rdf/terms#algorithm";
constexpr std::string_view kChecksumValue = "http://spdx.org/rdf/terms#checksumValue";
constexpr std::string_view kSpdxAlgorithm =
    "http://spdx.org/rdf/terms#checksumAlgorithm_";
constexpr std::string_view kDescribedBy =
    "http://www.w3.org/2007/05/powder-s#describedby";

/// What a registered relation says in the words of another vocabulary.
struct RelationAlias {
  enum class Form : std::uint8_t { forward, text, backward };
  std::string_view name;
  std::string_view predicate;
  Form form = Form::forward;
};
constexpr std::array<RelationAlias, 11> kRelationAliases{{
    {.name = "author", .predicate = "http://purl.org/dc/terms/creator"},
    // The identifier names the object, the link is about its page: never owl:sameAs.
    {.name = "cite-as",
     .predicate = "http://purl.org/dc/terms/identifier",
     .form = RelationAlias::Form::text},
    {.name = "describedby", .predicate = kDescribedBy},
    {.name = "describes",
     .predicate = kDescribedBy,
     .form = RelationAlias::Form::backward},
    {.name = "item", .predicate = "http://purl.org/dc/terms/hasPart"},
    {.name = "collection", .predicate = "http://purl.org/dc/terms/isPartOf"},
    {.name = "license", .predicate = "http://purl.org/dc/terms/license"},
    {.name = "type", .predicate = kRdfType},
    {.name = "linkset", .predicate = "http://www.w3.org/2000/01/rdf-schema#seeAlso"},
    {.name = "alternate", .predicate = "http://purl.org/dc/terms/hasFormat"},
    {.name = "related", .predicate = "http://purl.org/dc/terms/relation"},
}};

Term text_term(std::string_view text) {
  return {.value = text, .kind = TermKind::literal};
}
Term typed_term(std::string_view text, std::string_view datatype) {
  return {.value = text, .tag = datatype, .kind = TermKind::typed};
}

std::vector<std::string_view> words(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::vector<std::string_view> out;
  for (std::size_t at = text.find_first_not_of(kSpace); at != std::string_view::npos;
       at = text.find_first_not_of(kSpace, at)) {
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

/// The profiles in one attribute: several only if each word is an IRI of its own.
std::vector<std::string_view> profiles(std::string_view text) {
  std::vector<std::string_view> out = words(text);
  const bool all = std::ranges::all_of(
      out, [](std::string_view word) { return check_iri(word) == IriProblem::none; });
  return all ? out : std::vector<std::string_view>{};
}

/// In lower case, its parameters as written.
std::string media_type(std::string_view text) {
  const std::size_t end = std::min(text.find(';'), text.size());
  return lower_ascii(trim(text.substr(0, end))) + std::string{text.substr(end)};
}

bool is_title_language(std::string_view tag) {
  if (tag.empty()) return false;
  for (const std::string_view part : split(tag, '-')) {
    const bool fits =
        !part.empty() && part.size() <= 8 && std::ranges::all_of(part, [](char c) {
          return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 (c >= '0' && c <= '9');
        });
    if (!fits) return false;
  }
  return (tag[0] | 0x20) >= 'a' && (tag[0] | 0x20) <= 'z';
}

bool is_hex_of_bytes(std::string_view text) {
  return !text.empty() && text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::string_view date_type(std::string_view text) {
  const std::string_view type = time_datatype(text);
  const bool is_date = type.ends_with("#dateTime") || type.ends_with("#date") ||
                       type.ends_with("#gYearMonth") || type.ends_with("#gYear");
  return is_date ? type : std::string_view{};
}

}  // namespace

LinkQuads::LinkQuads(QuadBuilder& quads, Diagnostics& diagnostics, Aliases aliases)
    : quads_(quads), diagnostics_(diagnostics), aliases_(aliases) {}

void LinkQuads::report(std::string_view code, std::string message, bool skipped) {
  Fault fault;
  fault.code = code;
  fault.message = std::move(message);
  fault.skipped = skipped;
  diagnostics_.report(fault);
}

bool LinkQuads::is_usable(std::string_view iri, std::string_view what) {
  if (iri.size() > kLongestLinkIri) {
    report(
        "link.bad-iri",
        fmt::format("the {} \"{}\" of a link is longer than {} bytes; the link is left "
                    "out",
                    what, excerpt(iri), grouped(kLongestLinkIri)),
        true);
    return false;
  }
  const IriProblem problem = check_iri(iri);
  if (problem == IriProblem::none || problem == IriProblem::bad_escape) return true;
  report("link.bad-iri",
         fmt::format("the {} \"{}\" of a link {} (RFC 3987); the link is left out", what,
                     excerpt(iri), describe(problem, iri)),
         true);
  return false;
}

void LinkQuads::add(const StatedLink& link) {
  const LinkRelation relation = link_relation(link.relation);
  if (relation.kind == RelationKind::browser_hint) return;
  if (relation.kind == RelationKind::unknown) {
    report("link.unknown-relation",
           fmt::format("\"{}\" is no registered relation and no absolute IRI (RFC 8288 "
                       "§2.1); the link is left out",
                       excerpt(link.relation)),
           false);
    return;
  }
  if (!is_usable(link.context, "context") || !is_usable(link.target, "target")) return;
  write(iri_term(link.context), relation.iri, iri_term(link.target));
  if (relation.kind == RelationKind::registered && aliases_ == Aliases::with)
    add_alias(link, relation.iri.substr(kRelationNamespace.size()));
  add_attributes(link);
}

void LinkQuads::add(const HeaderLink& link, const BaseIri& base, std::string_view context,
                    std::string_view language) {
  std::vector<std::pair<std::string, std::string>> repairs;
  const auto iri_of = [&](std::string_view reference) {
    std::string iri = base.resolve(reference);
    if (std::optional<std::string> repaired = repaired_iri(iri)) {
      if (*repaired != iri) repairs.emplace_back(iri, *repaired);
      return *std::move(repaired);
    }
    return iri;
  };
  const std::size_t before = seen_.size();
  const std::string target = iri_of(link.target);
  const std::string about = link.anchor ? iri_of(*link.anchor) : std::string{context};
  for (const std::string& relation : link.relations)
    add({.context = about,
         .relation = relation,
         .target = target,
         .attributes = link.attributes,
         .language = language});
  // What is said of the target would be said of the anchor now.
  for (const std::string& relation : link.reverse)
    add({.context = target, .relation = relation, .target = about});
  // What only browsers are told (fonts, icons) is no fault of the data.
  if (seen_.size() == before) return;
  for (const auto& [iri, repaired] : repairs)
    report_repaired_iri(diagnostics_, iri, repaired);
}

void LinkQuads::add_alias(const StatedLink& link, std::string_view name) {
  const auto* const alias =
      std::ranges::find(kRelationAliases, name, &RelationAlias::name);
  if (alias == kRelationAliases.end()) return;
  switch (alias->form) {
    case RelationAlias::Form::forward:
      return write(iri_term(link.context), alias->predicate, iri_term(link.target));
    case RelationAlias::Form::text:
      return write(iri_term(link.context), alias->predicate, text_term(link.target));
    case RelationAlias::Form::backward:
      return write(iri_term(link.target), alias->predicate, iri_term(link.context));
  }
}

void LinkQuads::add_attributes(const StatedLink& link) {
  const Term target = iri_term(link.target);
  const bool has_other_title = std::ranges::any_of(
      link.attributes, [](const LinkAttribute& one) { return one.name == "title*"; });
  for (const LinkAttribute& one : link.attributes) {
    const std::string_view value = trim(one.value);
    if (value.empty()) continue;
    if (one.name == "type") {
      write(target, kDctFormat, text_term(media_type(value)));
    } else if (one.name == "profile") {
      for (const std::string_view profile : profiles(value))
        write(target, kConformsTo, iri_term(profile));
    } else if (one.name == "title*" || (one.name == "title" && !has_other_title)) {
      const std::string_view language =
          one.name == "title" ? link.language : std::string_view{one.language};
      Term title = text_term(value);
      if (is_title_language(language)) {
        title.kind = TermKind::lang;
        title.tag = language;
      }
      write(target, kTitle, title);
    } else if (one.name == "hreflang") {
      write(target, kDctLanguage, text_term(value));
    } else if (one.name == "length") {
      if (parse_uint(value)) write(target, kByteSize, typed_term(value, kNonNegative));
    } else if (one.name == "modified" || one.name == "datetime") {
      const std::string_view type = date_type(value);
      write(target, kModified, type.empty() ? text_term(value) : typed_term(value, type));
    } else if (one.name == "hash") {
      for (const std::string_view word : words(value)) add_checksum(link.target, word);
    }
  }
}

void LinkQuads::add_checksum(std::string_view target, std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || !is_hex_of_bytes(word.substr(colon + 1))) return;
  std::string algorithm = lower_ascii(word.substr(0, colon));
  std::erase(algorithm, '-');
  const bool is_name = std::ranges::all_of(
      algorithm, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
  if (algorithm.empty() || !is_name) return;
  const std::string value = lower_ascii(word.substr(colon + 1));
  const std::string label =
      "c" + short_hash(fmt::format("{} {} {}", target, algorithm, value));
  const Term node{.value = label, .kind = TermKind::blank};
  write(iri_term(target), kChecksum, node);
  write(node, kAlgorithm, iri_term(fmt::format("{}{}", kSpdxAlgorithm, algorithm)));
  write(node, kChecksumValue, typed_term(value, kHexBinary));
}

void LinkQuads::write(const Term& subject, std::string_view predicate,
                      const Term& object) {
  key_.clear();
  for (const std::string_view part :
       {subject.value, predicate, object.value, object.tag}) {
    key_ += part;
    key_ += '\0';
  }
  key_ += static_cast<char>('0' + static_cast<int>(object.kind));
  Mark mark{text_hash(key_), 0};
  key_ += '\1';
  mark.second = text_hash(key_);
  if (!seen_.insert(mark).second) return;
  const auto kept = [&](Term term) {
    term.value = quads_.keep(term.value);
    term.tag = quads_.keep(term.tag);
    return term;
  };
  (void)quads_.add({.subject = kept(subject),
                    .predicate = kept(iri_term(predicate)),
                    .object = kept(object),
                    .graph = {}});
}

}  // namespace semsite
