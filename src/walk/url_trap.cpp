#include "walk/url_trap.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/text_hash.hpp"
#include "base/url.hpp"
#include "walk/url_shape.hpp"

namespace semsite {
namespace {

/// The segments of a path, without the empty one behind a final slash.
std::vector<std::string_view> segments_of(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return {};
  return split(path, '/');
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// One segment, or the same two in turn, stand in the path more often than `bound`.
/// Numbers alone may repeat (`/tile/0/0/0/0`).
bool repeats_itself(const std::vector<std::string_view>& segments, std::uint32_t bound) {
  std::map<std::string_view, std::uint32_t> singles;
  for (const std::string_view segment : segments)
    if (!is_number(segment) && ++singles[segment] > bound) return true;

  struct Pair {
    std::size_t free_from = 0;  ///< pairs that overlap count once
    std::uint32_t count = 0;
  };
  std::map<std::pair<std::string_view, std::string_view>, Pair> pairs;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    if (segments[i] == segments[i + 1]) continue;
    Pair& pair = pairs[{segments[i], segments[i + 1]}];
    if (i < pair.free_from) continue;
    pair.free_from = i + 2;
    if (++pair.count > bound) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string_view> UrlTraps::check(std::string_view url) {
  url = without_fragment(url);
  if (url.size() > bounds_.url_bytes) return "too-long";
  const std::optional<UrlParts> parts = split_url(url);
  if (!parts) return std::nullopt;
  if (holds_session_id(*parts)) return "session-id";
  const std::vector<std::string_view> segments = segments_of(parts->path);
  if (segments.size() > bounds_.path_segments) return "depth";
  if (repeats_itself(segments, bounds_.repeats)) return "repeated-segments";

  const UrlShape shape = shape_of(*parts);
  if (!shape.names_a_thing &&
      (!within(shape.path + '?' + shape.query, bounds_.same_shape) ||
       !within(shape.path + '?', bounds_.wide_shape)))
    return "same-shape";
  if (shape.date != UrlShape::Date::none &&
      !within(shape.path, shape.date == UrlShape::Date::day ? bounds_.wide_shape
                                                            : bounds_.same_shape))
    return "same-shape";
  return std::nullopt;
}

bool UrlTraps::within(const std::string& shape, std::uint32_t bound) {
  const std::size_t key = text_hash(shape);
  if (const auto known = counts_.find(key); known != counts_.end()) {
    if (known->second >= bound) return false;
    ++known->second;
    return true;
  }
  if (counts_.size() >= bounds_.shapes) forget_the_rarest();
  counts_.emplace(key, 1);
  return bound > 0;
}

void UrlTraps::forget_the_rarest() {
  // An endless family has a high count and stays; what is forgotten may begin anew.
  std::vector<std::uint32_t> counts;
  counts.reserve(counts_.size());
  for (const auto& [key, count] : counts_) counts.push_back(count);
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  if (middle == counts.end()) return;
  std::ranges::nth_element(counts, middle);
  const std::uint32_t median = *middle;
  std::size_t surplus = counts.size() / 2 + 1;
  for (auto at = counts_.begin(); at != counts_.end() && surplus > 0;) {
    if (at->second <= median) {
      at = counts_.erase(at);
      --surplus;
    } else {
      ++at;
    }
  }
}

}  // namespace semsite
