#include "rdf/iri_repair.hpp"

#include <fmt/format.h>

#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/iri.hpp"

namespace semsite {

std::optional<std::string> repaired_iri(std::string_view iri) {
  if (!is_utf8(iri)) return std::nullopt;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  bool has_fragment = false;
  for (const char c : trim(iri)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool second_fragment = c == '#' && has_fragment;
    has_fragment = has_fragment || c == '#';
    if (!IriStop::test(byte) && !second_fragment) {
      out += c;
      continue;
    }
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

bool needs_iri_repair(std::string_view reference) {
  const char* const end = reference.data() + reference.size();
  return scan_to<IriStop>(reference.data(), end).stop != end ||
         has_two_fragments(reference);
}

bool has_two_fragments(std::string_view reference) {
  const std::size_t fragment = reference.find('#');
  return fragment != std::string_view::npos &&
         reference.find('#', fragment + 1) != std::string_view::npos;
}

std::string repaired_iri_message(std::string_view iri, std::string_view repaired) {
  return fmt::format(
      "\"{}\" is no IRI: it {}; read as <{}> (--strict refuses it)", excerpt(iri),
      check_iri(iri) == IriProblem::character ? describe(IriProblem::character, iri)
                                              : "holds more than one #",
      excerpt(repaired));
}

void report_repaired_iri(Diagnostics& diagnostics, std::string_view iri,
                         std::string_view repaired, std::uint64_t line) {
  diagnostics.report({.code = "iri.repaired",
                      .message = repaired_iri_message(iri, repaired),
                      .line = line,
                      .statement = {},
                      .skipped = false});
}

}  // namespace semsite
