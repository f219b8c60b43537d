#include "commands/url_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/url.hpp"
#include "discover/data_format.hpp"

namespace semsite {
namespace {

/// A name of a file that data usually has.
bool is_data_name(std::string_view name) {
  const std::string_view ending = name.substr(name.rfind('.') + 1);
  constexpr std::string_view kOthers[] = {"txt", "html", "htm", "xml",   "json", "zip",
                                          "tar", "csv",  "tsv", "jsonl", "nqp",  "ru"};
  return is_rdf_name(name) ||
         std::ranges::find(kOthers, ending) != std::ranges::end(kOthers);
}

/// Does an argument that is no file look like the beginning of a URL: a host with a dot
/// in it, or with a port?
bool looks_like_host(std::string_view argument) {
  const std::string_view host = argument.substr(0, argument.find('/'));
  const std::size_t colon = std::min(host.find(':'), host.size());
  const std::string_view name = host.substr(0, colon);
  const auto is_of = [](std::string_view text, std::string_view extra) {
    return std::ranges::all_of(text, [&](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             extra.find(c) != std::string_view::npos;
    });
  };
  const bool has_port =
      colon < host.size() && host.size() - colon > 1 &&
      host.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
  if (name.empty() || name.starts_with('.') || name.ends_with('.') ||
      name.starts_with('-') || !is_of(name, ".-") || (colon < host.size() && !has_port))
    return false;
  if (has_port || name == "localhost") return true;
  return name.find('.') != std::string_view::npos &&
         (host.size() < argument.size() || !is_data_name(name));
}

}  // namespace

std::string likely_url(const std::string& word) {
  std::string_view rest = word;
  std::string_view scheme = "http";
  for (const std::string_view name : {"https", "http"}) {
    if (!rest.starts_with(name) || rest.size() == name.size()) continue;
    if (rest[name.size()] != ':' && rest[name.size()] != '/') continue;
    scheme = name;
    rest.remove_prefix(name.size());
    break;
  }
  // What is left of "http:/", "http//" and the like, or of "//".
  if (rest.size() < word.size() || rest.starts_with("//"))
    rest.remove_prefix(std::min(rest.find_first_not_of(":/"), rest.size()));
  if (!looks_like_host(rest)) return {};
  return fmt::format("{}://{}{}", scheme, rest,
                     rest.find('/') == std::string_view::npos ? "/" : "");
}

std::string url_problem(std::string_view url) {
  const auto parts = split_url(url);
  if (!parts) return "there is a [ in front of the host, but no ] behind it";
  if (parts->host.empty()) return "a URL with no host";
  const std::size_t slashes = url.find("//");
  const std::string_view rest = url.substr(slashes + 2);
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos)
    authority.remove_prefix(at + 1);
  std::string_view behind = authority;  // the host: nothing, or a colon and the port
  if (authority.starts_with('[')) {
    behind.remove_prefix(authority.find(']') + 1);
    const bool is_address =
        parts->host.find(':') != std::string_view::npos &&
        parts->host.substr(0, parts->host.find('%'))
                .find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
    if (!is_address) return fmt::format("[{}] is no IPv6 address", parts->host);
    if (!behind.empty() && !behind.starts_with(':'))
      return fmt::format("what stands behind ] is no port: {}", behind);
  } else if (parts->host.find(':') != std::string_view::npos) {
    return fmt::format("\"{}\" is no host with a port (an IPv6 address stands in [])",
                       authority);
  } else if (parts->host.find_first_of(" \t\r\n<>\"{}|\\^`%[]") !=
             std::string_view::npos) {
    return fmt::format("\"{}\" cannot be the name of a host", parts->host);
  }
  if (!parts->port_text.empty() && port_of(*parts) == 0)
    return fmt::format("\"{}\" is no port: that is a number from 1 to 65535",
                       parts->port_text);
  return {};
}

}  // namespace semsite
