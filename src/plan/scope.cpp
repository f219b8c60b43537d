#include "plan/scope.hpp"

#include <libpsl.h>

#include <algorithm>
#include <string>

#include "base/date.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/data_format.hpp"

namespace semsite {

bool in_scope(std::string_view url, const std::vector<std::string>& include,
              const std::vector<std::string>& exclude) {
  const auto matches = [&](const std::string& glob) { return matches_glob(url, glob); };
  return (include.empty() || std::ranges::any_of(include, matches)) &&
         std::ranges::none_of(exclude, matches);
}

namespace {

/// What somebody registered of a host; the host itself where that is nobody's, or a
/// number.
std::string registrable_domain(const std::string& host) {
  const char* const domain = ::psl_registrable_domain(::psl_builtin(), host.c_str());
  const std::size_t last = host.rfind('.') + 1;
  const bool is_number =
      host.find_first_not_of("0123456789", last) == std::string::npos || host[0] == '[';
  return domain == nullptr || is_number ? host : domain;
}

/// Host and port, whichever scheme of HTTP has it.
std::string without_scheme(std::string_view url) {
  const std::string site = site_of(url);
  return site.substr(site.find("://") + 3);
}

}  // namespace

bool in_link_scope(LinkScope scope, std::string_view start, std::string_view url) {
  if (!is_http(start) || !is_http(url) || host_of(url).empty()) return false;
  const auto is_same_host = [&] { return without_scheme(start) == without_scheme(url); };
  switch (scope) {
    case LinkScope::page:
      return false;
    case LinkScope::folder: {
      const std::string path = path_and_query(start);
      const std::string folder =
          path.substr(0, path.substr(0, path.find('?')).rfind('/') + 1);
      return is_same_host() && path_and_query(url).starts_with(folder);
    }
    case LinkScope::host:
      return is_same_host();
    case LinkScope::domain:
      return registrable_domain(host_of(start)) == registrable_domain(host_of(url));
  }
  return false;
}

std::optional<std::string> prefix_document(std::string_view prefix) {
  const std::string_view document = without_fragment(prefix);
  if (!is_http(document)) return std::nullopt;
  if (document.size() == prefix.size() && !is_rdf_name(document)) return std::nullopt;
  return std::string{document};
}

bool is_older(std::string_view lastmod, std::optional<std::int64_t> since) {
  if (!since) return false;
  const auto time = parse_lastmod(lastmod);
  return time && time->end <= *since;
}

}  // namespace semsite
