#include "validate/finding.hpp"

namespace semsite {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      break;
  }
  return "error";
}

std::optional<Severity> severity_of(std::string_view name) {
  for (const Severity one : {Severity::note, Severity::warning, Severity::error})
    if (severity_name(one) == name) return one;
  return std::nullopt;
}

}  // namespace semsite
