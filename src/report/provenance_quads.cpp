#include "report/provenance_quads.hpp"

#include "base/clock.hpp"
#include "base/date.hpp"
#include "base/secrets.hpp"
#include "base/utf8.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kXsdDateTime = "http://www.w3.org/2001/XMLSchema#dateTime";
constexpr std::string_view kXsdAnyUri = "http://www.w3.org/2001/XMLSchema#anyURI";

std::string as_utf8(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t good = valid_utf8_prefix(text);
    out += text.substr(0, good);
    if (good == text.size()) return out;
    append_utf8(out, U'\uFFFD');
    text.remove_prefix(good + 1);
  }
}

Term typed(std::string_view value, std::string_view datatype) {
  return {.value = value, .tag = datatype, .kind = TermKind::typed};
}

}  // namespace

bool is_usable_iri(std::string_view text) {
  const IriProblem problem = check_iri(text);
  return problem == IriProblem::none || problem == IriProblem::bad_escape;
}

ProvenanceQuads::ProvenanceQuads(std::string_view graph,
                                 const std::function<void(std::string_view)>& line)
    : line_(line) {
  document_.graph = graph;
}

void ProvenanceQuads::type(std::string_view iri) { add(kRdfType, iri_term(iri)); }

void ProvenanceQuads::iri(std::string_view predicate, std::string_view iri) {
  if (!iri.empty()) add(predicate, iri_term(without_url_secrets(iri)));
}

void ProvenanceQuads::url(std::string_view predicate, std::string_view url) {
  if (url.empty()) return;
  const std::string shown = without_url_secrets(url);
  if (is_usable_iri(shown)) {
    add(predicate, iri_term(shown));
  } else {
    add(predicate, typed(as_utf8(shown), kXsdAnyUri));
  }
}

void ProvenanceQuads::text(std::string_view predicate, std::string_view text) {
  if (text.empty()) return;
  const std::string value = as_utf8(without_url_secrets(text));
  add(predicate, {.value = value, .kind = TermKind::literal});
}

void ProvenanceQuads::count(std::string_view predicate, std::uint64_t number) {
  const std::string value = std::to_string(number);
  add(predicate, typed(value, kXsdInteger));
}

void ProvenanceQuads::truth(std::string_view predicate, bool value) {
  add(predicate, typed(value ? "true" : "false", kXsdBoolean));
}

void ProvenanceQuads::time(std::string_view predicate,
                           std::chrono::system_clock::time_point time) {
  const std::string value = utc_timestamp(time);
  add(predicate, typed(value, kXsdDateTime));
}

void ProvenanceQuads::add(std::string_view predicate, const Term& object) {
  out_.clear();
  // As objects are, so that both are one.
  const std::string subject = without_url_secrets(subject_);
  append_quad(
      out_,
      {.subject = iri_term(subject), .predicate = iri_term(predicate), .object = object},
      document_);
  line_(out_);
}

}  // namespace semsite
