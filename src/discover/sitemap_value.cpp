#include "discover/sitemap_value.hpp"

#include "base/text.hpp"

namespace semsite {
namespace {

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

bool is_fetchable(std::string_view url) {
  const std::size_t colon = url.substr(0, 6).find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view scheme = url.substr(0, colon);
  const std::string_view rest = url.substr(colon + 1);
  if (equal_ignoring_case(scheme, "file")) return rest.starts_with('/');
  if (!equal_ignoring_case(scheme, "http") && !equal_ignoring_case(scheme, "https") &&
      !equal_ignoring_case(scheme, "ftp"))
    return false;
  return rest.size() > 2 && rest.starts_with("//") && rest[2] != '/' && rest[2] != '?' &&
         rest[2] != '#' && !is_ascii_space(rest[2]);
}

}  // namespace semsite
