#include "load/sniff_guard.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace semsite {
namespace {

constexpr std::size_t kSniffedBytes = 65'535;
/// A comment of N-Triples that opens one of HTML, and the line breaks.
constexpr std::string_view kOpening = "#\n#\n#\n# <!--\n";

}  // namespace

std::string guarded_from_sniffing(std::string body) {
  constexpr std::array<std::string_view, 3> kSeen{"-->", "<html>", "<xhtml>"};
  const std::string_view beginning = std::string_view{body}.substr(0, kSniffedBytes);
  const bool is_seen = std::ranges::any_of(kSeen, [&](std::string_view text) {
    return beginning.find(text) != std::string_view::npos;
  });
  // Where there is capacity for it, the body stays where it is.
  if (is_seen) {
    body.insert(0, "#" + std::string(kSniffedBytes - 1, ' ') + "\n");
  } else {
    body.insert(0, kOpening);
  }
  return body;
}

}  // namespace semsite
