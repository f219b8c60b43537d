#include "parse/json_scanner.hpp"

#include <array>

#include "base/byte_scan.hpp"

namespace semsite {
namespace {

/// What matters outside strings.
constexpr auto kStructural = [] {
  std::array<bool, 256> table{};
  for (const char c : {'"', '{', '}', '[', ']', ',', '\n'})
    table[static_cast<unsigned char>(c)] = true;
  return table;
}();

}  // namespace

JsonScanner::Stop JsonScanner::next(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* at = begin + at_;
  const auto stop = [&](Stop why) {
    at_ = static_cast<std::size_t>(at - begin);
    return why;
  };
  for (;;) {
    if (in_string_) {
      at = scan_to<LiteralStop>(at, end).stop;
      if (at == end) return stop(Stop::end_of_text);
      if (*at == '\\') {
        if (end - at < 2) return stop(Stop::end_of_text);
        at += 2;
        continue;
      }
      if (*at == '"') in_string_ = false;
      ++at;
      continue;
    }
    while (at != end && !kStructural[static_cast<unsigned char>(*at)]) ++at;
    if (at == end) return stop(Stop::end_of_text);
    switch (*at) {
      case '"':
        in_string_ = true;
        break;
      case '{':
      case '[':
        if (depth_ == most_depth_) return stop(Stop::too_deep);
        ++depth_;
        break;
      case '}':
      case ']':
        if (depth_ == 0) return stop(Stop::closing);
        if (--depth_ == 0) {
          ++at;
          return stop(Stop::value_end);
        }
        break;
      case ',':
        if (depth_ == 0) return stop(Stop::comma);
        break;
      default:
        if (depth_ == 0) return stop(Stop::line_end);
        break;
    }
    ++at;
  }
}

}  // namespace semsite
