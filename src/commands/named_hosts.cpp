#include "commands/named_hosts.hpp"

#include <fmt/format.h>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/network_options.hpp"
#include "commands/url_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {

std::vector<std::string> trusted_hosts(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    const std::string one = lower_ascii(trim(word));
    const bool is_scheme = one.size() > 1 && one.ends_with(':') &&
                           one.find_first_not_of(
                               "abcdefghijklmnopqrstuvwxyz0123456789+-"
                               ".:") == std::string::npos;
    const std::string url = "http://" + one + "/";
    const auto parts = split_url(url);
    const bool is_host =
        parts && !parts->host.empty() && parts->path == "/" && parts->userinfo.empty() &&
        parts->host.find_first_of("*%, \"'<>") == std::string_view::npos &&
        !parts->host.starts_with('.') &&
        parts->port_text.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_host && !is_scheme)
      throw UsageError{fmt::format(
          "--trust {}: no host such as w3id.org or data.example:8080 (one host in full, "
          "no pattern, no URL), nor a scheme such as urn:",
          word)};
    out.push_back(one);
  }
  return out;
}

std::string store_url(const std::string& option, const std::string& text,
                      const std::string& login, TransportOptions& transport) {
  const auto parts = split_url(text);
  if (!parts || !is_http(text))
    throw UsageError{fmt::format(
        "{} {}: no http or https URL{}", option, text,
        likely_url(text).empty() ? ""
                                 : fmt::format("; did you mean {} ?", likely_url(text)))};
  if (const std::string problem = url_problem(text); !problem.empty())
    throw UsageError{
        fmt::format("{} {}: {}", option, without_url_secrets(text), problem)};
  if (!parts->userinfo.empty())
    throw UsageError{
        fmt::format("{}: give the login with {}, not in the URL", option, login)};
  std::string url = request_url(text);
  note_named(url, transport);
  return url;
}

}  // namespace semsite
