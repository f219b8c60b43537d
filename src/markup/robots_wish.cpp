#include "markup/robots_wish.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "markup/html_tags.hpp"

namespace semsite {
namespace {

constexpr std::string_view kOurName = "semsite";

/// Words with a value of their own behind a colon: no names of programs.
constexpr std::array<std::string_view, 4> kWithValue{
    "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"};

bool is_one_of(std::string_view word, const auto& known) {
  return std::ranges::any_of(
      known, [&](std::string_view one) { return equal_ignoring_case(word, one); });
}

std::string_view without_leading_space(std::string_view text) {
  while (!text.empty() && is_html_space(text.front())) text.remove_prefix(1);
  return text;
}

}  // namespace

RobotsWish read_robots_words(std::string_view content) {
  RobotsWish out;
  while (!content.empty()) {
    const std::size_t end = std::min(content.find_first_of(", \t\r\n\f"), content.size());
    const std::string_view word = content.substr(0, end);
    const bool both = equal_ignoring_case(word, "none");
    out.noindex = out.noindex || both || equal_ignoring_case(word, "noindex");
    out.nofollow = out.nofollow || both || equal_ignoring_case(word, "nofollow");
    content.remove_prefix(std::min(end + 1, content.size()));
  }
  return out;
}

bool is_robots_name(std::string_view name) {
  return is_one_of(trim(name), std::array<std::string_view, 2>{"robots", kOurName});
}

RobotsWish read_robots_field(std::string_view value) {
  const std::size_t colon = value.find(':');
  if (colon != std::string_view::npos && value.find(',') >= colon) {
    const std::string_view name = trim(value.substr(0, colon));
    if (!is_one_of(name, kWithValue)) {
      if (!equal_ignoring_case(name, kOurName)) return {};
      value.remove_prefix(colon + 1);
    }
  }
  return read_robots_words(value);
}

std::string_view refresh_target(std::string_view content) {
  content = without_leading_space(content);
  const std::size_t time =
      std::min(content.find_first_not_of("0123456789"), content.size());
  if (time == 0 && !content.starts_with('.')) return {};
  content.remove_prefix(
      std::min(content.find_first_not_of("0123456789."), content.size()));
  if (content.empty()) return {};
  if (content[0] != ';' && content[0] != ',' && !is_html_space(content[0])) return {};
  content = without_leading_space(content);
  if (content.starts_with(';') || content.starts_with(',')) content.remove_prefix(1);
  content = without_leading_space(content);
  if (starts_with_ignoring_case(content, "url")) {
    const std::string_view behind = without_leading_space(content.substr(3));
    if (behind.starts_with('=')) content = without_leading_space(behind.substr(1));
  }
  if (content.starts_with('\'') || content.starts_with('"')) {
    const char quote = content[0];
    content.remove_prefix(1);
    content = content.substr(0, content.find(quote));
  }
  return trim(content);
}

}  // namespace semsite
