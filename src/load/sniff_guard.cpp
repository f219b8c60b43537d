#include "load/sniff_guard.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace semsite {
namespace {

constexpr std::size_t kSniffedBytes = 65'535;
/// A comment of N-Triples that opens one of HTML, and the line breaks.
constexpr std::string_view kOpening = "#\n#\n#\n# <!--\n";

}  // namespace

std::string guarded_from_sniffing(std::string_view body) {
  constexpr std::array<std::string_view, 3> kSeen{"-->", "<html>", "<xhtml>"};
  const std::string_view beginning = body.substr(0, kSniffedBytes);
  const bool is_seen = std::ranges::any_of(kSeen, [&](std::string_view text) {
    return beginning.find(text) != std::string_view::npos;
  });
  std::string out;
  if (is_seen) {
    out.reserve(kSniffedBytes + 1 + body.size());
    out.append("#").append(kSniffedBytes - 1, ' ').append("\n");
  } else {
    out.reserve(kOpening.size() + body.size());
    out.append(kOpening);
  }
  return out.append(body);
}

}  // namespace semsite
