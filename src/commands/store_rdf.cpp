#include "commands/store_rdf.hpp"

#include <fmt/format.h>

#include <optional>

namespace semsite {
namespace {

// Code of docs/faults.md.
constexpr std::string_view kOlderStore = "load.rdf12";

}  // namespace

std::string StoreRdf::text_of(const OlderRdfWish& wish) {
  std::string out;
  if (wish.triple_terms)
    out += fmt::format(" triple-terms={}", static_cast<int>(*wish.triple_terms));
  if (wish.directions)
    out += fmt::format(" direction={}", static_cast<int>(*wish.directions));
  return out;
}

OlderRdfRules StoreRdf::find_rules() {
  OlderRdfRules out;
  if (means_.wish.triple_terms) {
    out.triple_terms = *means_.wish.triple_terms;
  } else if (!knows(Rdf12Feature::triple_terms, "triple terms",
                    "they are written in the basic encoding, as blank nodes "
                    "(--triple-terms reify, drop)")) {
    out.triple_terms = TripleTermUse::encode;
  }
  if (means_.wish.directions) {
    out.directions = *means_.wish.directions;
  } else if (!knows(Rdf12Feature::directions, "base directions",
                    "they are in datatypes (--direction drop)")) {
    out.directions = DirectionUse::i18n;
  }
  // Before anything of it is sent: see BatchSender.
  means_.store.has_triple_terms = out.triple_terms == TripleTermUse::keep;
  return out;
}

bool StoreRdf::knows(Rdf12Feature feature, std::string_view name, std::string_view way) {
  const std::string& endpoint = means_.store.query_url;
  std::optional<bool> yes = means_.table.answer(name);
  if (!yes) {
    yes = !endpoint.empty() && means_.client.knows(endpoint, feature);
    means_.table.note_answer(name, *yes);
  }
  if (!*yes)
    means_.console.info(
        fmt::format("{} {} of RDF 1.2: {} [{}]",
                    endpoint.empty() ? "nothing there tells whether it knows"
                                     : endpoint + " does not know",
                    name, way, kOlderStore),
        {.code = kOlderStore});
  return *yes;
}

}  // namespace semsite
