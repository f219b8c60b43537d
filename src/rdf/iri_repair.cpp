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
  for (const char c : trim(iri)) {
    const auto byte = static_cast<unsigned char>(c);
    if (!IriStop::test(byte)) {
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
  return scan_to<IriStop>(reference.data(), end).stop != end;
}

void report_repaired_iri(Diagnostics& diagnostics, std::string_view iri,
                         std::string_view repaired, std::uint64_t line) {
  diagnostics.report(
      {.code = "iri.repaired",
       .message = fmt::format(
           "\"{}\" is no IRI: it {}; read as <{}> (--strict refuses it)", excerpt(iri),
           describe(IriProblem::character, iri), excerpt(repaired)),
       .line = line,
       .column = 0,
       .statement = {},
       .skipped = false});
}

}  // namespace semsite
