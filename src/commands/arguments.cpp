#include "commands/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/inspect_links.hpp"
#include "commands/url_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// A URL of a kind that cannot be read, such as `ftp:`.
bool has_other_scheme(const std::string& argument) {
  const auto parts = split_url(argument);
  return parts && parts->scheme.size() > 1 && !is_http(argument) &&
         !is_file_url(argument) && argument.find("://") != std::string::npos;
}

/// A bad line must not lose the other sites: it is told, and again when its turn comes.
void add_sites(const std::string& path, Options& out) {
  std::string text;
  try {
    text = read_file(path);
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--sites {}", error.what())};
  }
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    std::string_view url = trim(line);
    if (url.empty() || url.starts_with('#')) continue;
    // A remark may stand behind a URL; within one, # has no blank before it.
    for (std::size_t at = url.find('#'); at != std::string_view::npos;
         at = url.find('#', at + 1)) {
      if (url[at - 1] != ' ' && url[at - 1] != '\t') continue;
      url = trim(url.substr(0, at));
      break;
    }
    std::string site{url};
    std::error_code unknown;
    std::string problem;
    if (is_http(site))
      problem = url_problem(site);
    else if (has_other_scheme(site))
      problem = "only http, https and file URLs can be read";
    else if (!is_file_url(site) && !std::filesystem::exists(site, unknown))
      problem = "no such file, and no URL with http:// or https://";
    if (!problem.empty())
      out.odd_sites.push_back(fmt::format("--sites {}, line {}: {}: {}", path, number,
                                          without_url_secrets(site), problem));
    out.arguments.push_back(std::move(site));
  }
}

/// A URL stays, anything else is a path.
std::string as_url(const std::string& argument) {
  const auto parts = split_url(argument);
  if (parts && (is_http(argument) || is_file_url(argument))) return request_url(argument);
  return has_other_scheme(argument) ? argument : file_url(argument);
}

/// The commonest slip of all: a site without its scheme.
void check_scheme(const std::string& argument, const std::string& command) {
  std::error_code unknown;
  if (argument == "-" || is_http(argument) || is_file_url(argument) ||
      std::filesystem::exists(argument, unknown))
    return;
  if (const std::string url = likely_url(argument); !url.empty())
    throw UsageError{fmt::format("{}: no such file; did you mean {} ?", argument, url)};
  if (argument == "help")
    throw UsageError{
        fmt::format("help: no such file; semsite {} --help shows the options", command)};
}

/// A host that no name service can know, or a port that there cannot be.
void check_url(const std::string& argument) {
  if (!is_http(argument)) return;
  if (const std::string problem = url_problem(argument); !problem.empty())
    throw UsageError{fmt::format("{}: {}", without_url_secrets(argument), problem)};
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
  for (const std::string& argument : out.arguments)
    if (has_other_scheme(argument))
      throw UsageError{
          fmt::format("{}: only http, https and file URLs can be read", argument)};
  for (const std::string& argument : out.arguments) {
    check_scheme(argument, out.command);
    check_url(argument);
  }
  if (given.has("sites")) add_sites(given.text("sites"), out);
  if (out.arguments.empty() && !given.has("header-file"))
    throw UsageError{fmt::format("{} needs {}; see semsite {} --help", out.command,
                                 out.command == "plan" || out.command == "fetch"
                                     ? "a URL"
                                     : "a file or URL (- reads standard input)",
                                 out.command)};
  if (std::ranges::count(out.arguments, "-") > 1)
    throw UsageError{"- : standard input can be read only once"};
  // However a site is spelt, it is one: in the state, too.
  const bool names_sites = out.command == "plan" || out.command == "fetch";
  for (const std::string& argument : out.arguments) {
    out.urls.push_back(argument == "-" ? argument : as_url(argument));
    take_login(out.urls.back(), out);
    if (names_sites) out.urls.back() = plain_url(out.urls.back());
    if (const std::string host = host_of(out.urls.back()); !host.empty()) {
      out.transport.named_hosts.push_back(host);
      out.transport.named_origins.push_back(origin_of(out.urls.back()));
    }
    if (argument == "-" && names_sites)
      throw UsageError{fmt::format("{} - : standard input is no site", out.command)};
    if (names_sites && std::ranges::count(out.urls, out.urls.back()) > 1)
      out.urls.pop_back();
  }
}

}  // namespace semsite
