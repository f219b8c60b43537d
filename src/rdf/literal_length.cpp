#include "rdf/literal_length.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <span>

#include "base/text.hpp"
#include "rdf/nquads_escape.hpp"
#include "rdf/triple_term.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kLongestEscape = 6;
constexpr std::uint64_t kTimesLonger = 2;

/// What one byte of a literal becomes.
std::uint64_t bytes_of(char c) {
  switch (c) {
    case '\b':
    case '\t':
    case '\n':
    case '\f':
    case '\r':
    case '"':
    case '\\':
      return 2;
    default:
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? kLongestEscape : 1;
  }
}

bool is_too_long(const Term& term, std::uint64_t most) {
  if (term.kind == TermKind::triple) {
    bool is_long = false;
    visit_terms(term, [&](const Term& part) { is_long |= is_too_long(part, most); });
    return is_long;
  }
  const bool is_literal = term.kind == TermKind::literal || term.kind == TermKind::lang ||
                          term.kind == TermKind::typed;
  return is_literal && !term.plain && term.value.size() > most / kLongestEscape &&
         written_bytes(term.value) > most;
}

}  // namespace

std::uint64_t written_bytes(std::string_view text) {
  std::uint64_t out = 0;
  for (const char c : text) out += bytes_of(c);
  const char* const end = text.data() + text.size();
  for (const char* at = find_noncharacter(text.data(), end); at != end;
       at = find_noncharacter(at + kNoncharacterBytes, end))
    out += kLongestEscape - kNoncharacterBytes;
  return out;
}

void drop_long_literals(QuadBatch& batch, Diagnostics& diagnostics,
                        std::uint64_t literal_bytes) {
  const std::uint64_t most = kTimesLonger * literal_bytes;
  const std::span<Quad> quads = batch.quads();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const Term& object = quads[i].object;
    if (object.value.size() > most / kLongestEscape && is_too_long(object, most)) {
      diagnostics.report(
          {.code = "literal.too-long",
           .message = fmt::format("a literal of {} is longer than {} when its characters "
                                  "are escaped (twice --max-line)",
                                  human_bytes(object.value.size()), human_bytes(most)),
           .statement = {}});
      continue;
    }
    if (kept != i) quads[kept] = quads[i];
    ++kept;
  }
  batch.truncate(kept);
}

}  // namespace semsite
