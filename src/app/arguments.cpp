#include "app/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/inspect_links.hpp"
#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

void add_sites(const std::string& path, std::vector<std::string>& arguments) {
  std::string text;
  try {
    text = read_file(path);
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--sites {}", error.what())};
  }
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view url = trim(line);
    if (!url.empty() && !url.starts_with('#')) arguments.emplace_back(url);
  }
}

/// A URL of a kind that cannot be read, such as `ftp:`.
bool has_other_scheme(const std::string& argument) {
  const auto parts = split_url(argument);
  return parts && parts->scheme.size() > 1 && !is_http(argument) &&
         !is_file_url(argument) && argument.find("://") != std::string::npos;
}

/// A URL stays, anything else is a path.
std::string as_url(const std::string& argument) {
  const auto parts = split_url(argument);
  if (parts && (is_http(argument) || is_file_url(argument))) return request_url(argument);
  return has_other_scheme(argument) ? argument : file_url(argument);
}

/// Takes the login out of `http://name:password@host/`, so that no message, no report and
/// no graph shows it: it goes to that scheme, host and port alone.
void take_login(std::string& url, Options& out) {
  const auto parts = split_url(url);
  if (!parts || parts->userinfo.empty() || !is_http(url)) return;
  out.transport.logins.insert_or_assign(origin_of(url), percent_decode(parts->userinfo));
  url.erase(static_cast<std::size_t>(parts->userinfo.data() - url.data()),
            parts->userinfo.size() + 1);
}

}  // namespace

void read_header_file(const GivenOptions& given, Options& out) {
  if (!given.has("header-file")) return;
  try {
    out.link_fields = link_fields(read_file(given.text("header-file")));
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--header-file {}", error.what())};
  }
  if (out.arguments.size() > 1)
    throw UsageError{"--header-file is the header of one document, not of several"};
}

void read_arguments(const GivenOptions& given, Options& out) {
  // A bad line in a long list must not lose the other sites: it is told when its turn
  // comes.
  for (const std::string& argument : out.arguments)
    if (has_other_scheme(argument))
      throw UsageError{
          fmt::format("{}: only http, https and file URLs can be read", argument)};
  if (given.has("sites")) add_sites(given.text("sites"), out.arguments);
  if (out.arguments.empty() && !given.has("header-file"))
    throw UsageError{fmt::format("{} needs {}; see semsite {} --help", out.command,
                                 out.command == "plan" || out.command == "fetch"
                                     ? "a URL"
                                     : "a file or URL (- reads standard input)",
                                 out.command)};
  if (std::ranges::count(out.arguments, "-") > 1)
    throw UsageError{"- : standard input can be read only once"};
  for (const std::string& argument : out.arguments) {
    out.urls.push_back(argument == "-" ? argument : as_url(argument));
    take_login(out.urls.back(), out);
    if (const std::string host = host_of(out.urls.back()); !host.empty()) {
      out.transport.named_hosts.push_back(host);
      out.transport.named_origins.push_back(origin_of(out.urls.back()));
    }
    if (argument == "-" && (out.command == "plan" || out.command == "fetch"))
      throw UsageError{fmt::format("{} - : standard input is no site", out.command)};
  }
}

}  // namespace semsite
