#include "reading/outcome.hpp"

namespace semsite {

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::not_tried:
      return "not-needed";
    case Outcome::whole:
      return "whole";
    case Outcome::faulty:
      return "faulty";
    case Outcome::damaged:
      return "damaged";
    case Outcome::partial:
      return "partial";
    case Outcome::failed:
      return "failed";
    case Outcome::no_rdf:
      return "no-rdf";
    case Outcome::refused:
      break;
  }
  return "refused";
}

std::string_view outcome_words(Outcome outcome) {
  if (outcome == Outcome::no_rdf) return "no RDF";
  return outcome == Outcome::not_tried ? "not needed" : outcome_name(outcome);
}

}  // namespace semsite
