#include "parse/measured.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "rdf/page_meter.hpp"

namespace semsite {
namespace {

/// Of a description, its IRIs in full: more than those of a catalogue of the greatest
/// length come to, and so little that a prefix of a megabyte ends in seconds.
constexpr std::uint64_t kDescriptionIriBytes = 4096 * kMiB;

Limits limits_of_description(const Limits& limits) {
  Limits out = limits;
  out.page_quads = std::numeric_limits<std::uint64_t>::max();
  // Of what is held at a time; the room bounds that, too.
  out.page_iri_bytes = std::max(limits.page_iri_bytes, kPageRoomBytes);
  return out;
}

}  // namespace

bool is_of_pages(const Syntax& syntax) {
  return syntax.name == "html" || syntax.name == "rdfa" || syntax.name == "microdata";
}

Measured::Measured(Document& document, ReadAs as, const Syntax& syntax,
                   const Limits& limits)
    : limits_(limits) {
  if (as == ReadAs::page || is_of_pages(syntax)) {
    document.meter = std::make_shared<PageMeter>(limits_);
  } else if (as == ReadAs::description) {
    limits_ = limits_of_description(limits);
    Limits whole = limits_;
    whole.page_iri_bytes = kDescriptionIriBytes;
    document.meter = std::make_shared<PageMeter>(whole);
  }
}

}  // namespace semsite
