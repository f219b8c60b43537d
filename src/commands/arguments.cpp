#include "commands/arguments.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"
#include "commands/folder_inputs.hpp"
#include "commands/network_options.hpp"
#include "discover/data_format.hpp"
#include "parts/manifest.hpp"
#include "s3/s3_address.hpp"
#include "semsite/errors.hpp"
#include "unpack/sniff.hpp"

namespace semsite {
namespace {

/// A URL of a kind that cannot be read, such as `gopher:`.
bool has_other_scheme(const std::string& argument) {
  const auto parts = split_url(argument);
  return parts && !is_s3_url(argument) && parts->scheme.size() > 1 &&
         !is_of_server(argument) && !is_file_url(argument) &&
         argument.find("://") != std::string::npos;
}

/// All of it. Throws DocumentError.
std::string standard_input() {
  FileSource source{STDIN_FILENO, "standard input", false};
  std::string text;
  for (Block block = source.read(); !block.empty(); block = source.read())
    text += block.bytes;
  return text;
}

/// A bad line must not lose the other sites: it is told, and again when its turn comes.
void add_sites(const std::string& path, std::vector<std::string>& arguments,
               std::vector<std::string>& odd) {
  std::string text;
  try {
    text = path == "-" ? standard_input() : read_file(path);
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--sites {}", error.what())};
  }
  std::size_t number = 0;
  bool has_some = false;
  for (std::string_view line : split(text, '\n')) {
    if (number++ == 0)
      line = line.substr(line.starts_with(kUtf8ByteOrderMark) ? kUtf8ByteOrderMark.size()
                                                              : 0);
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
    if (is_of_server(site) && site.find_first_of(" \t") != std::string::npos)
      problem = "there is a blank in it: each URL has a line of its own";
    else if (is_of_server(site))
      problem = url_problem(site);
    else if (has_other_scheme(site))
      problem = "only http, https, ftp and file URLs can be read" + meant_url(site);
    else if (!is_file_url(site) && !std::filesystem::exists(site, unknown))
      problem = "no such file, and no URL with http:// or https://" + meant_url(site);
    if (!problem.empty())
      odd.push_back(fmt::format("--sites {}, line {}: {}: {}", path, number,
                                without_url_secrets(site), problem));
    arguments.push_back(std::move(site));
    has_some = true;
  }
  if (has_some) return;
  const std::string none = fmt::format(
      "--sites {}: {} names no site: {}", path,
      path == "-" ? "standard input" : "the file",
      trim(text).empty() ? "it is empty" : "it has nothing but remarks (lines with #)");
  if (arguments.empty()) throw UsageError{none};
  odd.push_back(none);
}

/// A URL stays, anything else is a path.
std::string as_url(const std::string& argument) {
  const auto parts = split_url(argument);
  if (parts && (is_of_server(argument) || is_file_url(argument)))
    return request_url(argument);
  return has_other_scheme(argument) ? argument : file_url(argument);
}

/// A name of a file that data usually has.
bool is_data_name(std::string_view name) {
  const std::string_view ending = name.substr(name.rfind('.') + 1);
  constexpr std::string_view kOthers[] = {"txt", "html", "htm", "xml",   "json", "zip",
                                          "tar", "csv",  "tsv", "jsonl", "nqp",  "ru"};
  // example.br is a host.
  const bool is_packed = without_packing_suffix(name) != name && ending != "br";
  return is_rdf_name(name) || is_called_archive(name) || is_packed ||
         std::ranges::find(kOthers, ending) != std::ranges::end(kOthers);
}

/// `C:\data`, `C:/data` or `\\server\share`.
bool is_windows_path(std::string_view word) {
  const bool has_drive =
      word.size() > 2 && word[1] == ':' && (word[2] == '\\' || word[2] == '/') &&
      ((word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z'));
  return has_drive || word.starts_with("\\\\");
}

/// The commonest slip of all: a site without its scheme.
void check_scheme(const std::string& argument, const std::string& command) {
  std::error_code unknown;
  if (argument == "-" || is_of_server(argument) || is_file_url(argument) ||
      is_s3_url(argument) || std::filesystem::exists(argument, unknown))
    return;
  if (const std::string meant = meant_url(argument); !meant.empty())
    throw UsageError{fmt::format("{}: no such file{}", argument, meant)};
  if (is_windows_path(argument))
    throw UsageError{
        fmt::format("{}: no such file; that is a path of Windows{}", argument,
                    argument[1] == ':' ? fmt::format(": here its drive may be /mnt/{}/",
                                                     lower_ascii(argument.substr(0, 1)))
                                       : std::string{})};
  if (argument == "help")
    throw UsageError{
        fmt::format("help: no such file; semsite {} --help shows the options", command)};
}

/// A host that no name service can know, or a port that there cannot be.
void check_url(const std::string& argument) {
  if (!is_of_server(argument)) return;
  if (const std::string problem = url_problem(argument); !problem.empty())
    throw UsageError{fmt::format("{}: {}", without_url_secrets(argument), problem)};
}

/// Takes the login out of `http://name:password@host/`, so that no message, no report and
/// no graph shows it: it goes to that scheme, host and port alone.
void take_login(std::string& url, TransportOptions& transport) {
  const auto parts = split_url(url);
  if (!parts || parts->userinfo.empty() || !is_of_server(url)) return;
  transport.logins.insert_or_assign(origin_of(url), percent_decode(parts->userinfo));
  url.erase(static_cast<std::size_t>(parts->userinfo.data() - url.data()),
            parts->userinfo.size() + 1);
}

/// Throws UsageError for what nothing can be asked for.
void check_arguments(const CommandLine& line) {
  for (const std::string& argument : line.arguments)
    if (has_other_scheme(argument))
      throw UsageError{
          fmt::format("{}: only http, https, ftp and file URLs can be read{}", argument,
                      meant_url(argument))};
  for (const std::string& argument : line.arguments) {
    std::error_code unknown;
    // The second word of who is used to programs that take an output there.
    if (line.command == "fetch" && &argument != &line.arguments.front() &&
        !is_of_server(argument) && !is_file_url(argument) && is_data_name(argument) &&
        !std::filesystem::exists(argument, unknown))
      throw UsageError{fmt::format("{0}: no such file; did you mean -o {0} ?", argument)};
    check_scheme(argument, line.command);
    check_url(argument);
  }
}

[[noreturn]] void refuse_none(const CommandLine& line, std::string_view what) {
  throw UsageError{fmt::format("{} needs {}; see semsite {} --help", line.command, what,
                               line.command)};
}

void check_standard_input(const std::vector<std::string>& arguments) {
  if (std::ranges::count(arguments, "-") > 1)
    throw UsageError{"- : standard input can be read only once"};
}

/// The folder that `argument` names, as a path or a file URL; empty: it names none.
std::string folder_named(const std::string& argument) {
  std::error_code unknown;
  std::string path = is_file_url(argument) ? file_path(argument) : argument;
  const bool is_folder = argument != "-" && !is_of_server(argument) &&
                         std::filesystem::is_directory(path, unknown);
  return is_folder ? path : std::string{};
}

/// As a URL. What is called a folder is asked for what is in it later; where manifests
/// are as other files, the one in it is meant.
std::string s3_document(const std::string& argument, ManifestUse use) {
  S3Address address = read_s3_argument(argument);
  const bool is_folder = address.key.empty() || address.key.ends_with('/');
  if (is_folder && use == ManifestUse::as_it_is) address.key += kManifestName;
  return s3_url(address);
}

/// In order of their names.
void add_folder(const std::string& argument, const FolderFiles& files,
                DocumentUrls& out) {
  out.notes.push_back(folder_note(argument, files));
  auto manifest = files.manifests.begin();
  const auto add_manifests_before = [&](const std::string& path) {
    for (; manifest != files.manifests.end() && (path.empty() || *manifest < path);
         ++manifest)
      add_local_parts(*manifest, out.urls, out.manifests);
  };
  for (const std::string& path : files.paths) {
    add_manifests_before(path);
    out.urls.push_back(file_url(path));
  }
  add_manifests_before({});
}

/// Notes whom the user named.
void note_host(const std::string& url, TransportOptions& transport) {
  if (!host_of(url).empty()) note_named(url, transport);
}

}  // namespace

DocumentUrls document_urls(const CommandLine& line, TransportOptions& transport,
                           FolderUse use, Fewest fewest, ManifestUse use_of_manifests) {
  check_arguments(line);
  if (line.arguments.empty() && fewest == Fewest::one)
    refuse_none(line, "a file or URL (- reads standard input)");
  check_standard_input(line.arguments);
  DocumentUrls out;
  for (const std::string& argument : line.arguments) {
    if (const std::string folder = folder_named(argument); !folder.empty()) {
      add_folder(argument, folder_files(folder, use, use_of_manifests), out);
      continue;
    }
    if (is_s3_url(argument)) {
      out.urls.push_back(s3_document(argument, use_of_manifests));
      continue;
    }
    if (use_of_manifests == ManifestUse::for_its_parts) {
      const std::string path = is_file_url(argument) ? file_path(argument) : argument;
      if (!is_of_server(argument) && is_manifest_file(path)) {
        add_local_parts(path, out.urls, out.manifests);
        continue;
      }
      if (!is_of_server(argument) && is_latest_file(path)) {
        add_latest_parts(path, out.urls, out.manifests);
        continue;
      }
    }
    out.urls.push_back(argument == "-" ? argument : as_url(argument));
    take_login(out.urls.back(), transport);
    note_host(out.urls.back(), transport);
  }
  return out;
}

SiteUrls site_urls(const CommandLine& line, TransportOptions& transport) {
  check_arguments(line);
  SiteUrls out;
  std::vector<std::string> arguments = line.arguments;
  if (line.options.has("sites"))
    add_sites(line.options.text("sites"), arguments, out.odd);
  if (arguments.empty()) refuse_none(line, "a URL");
  check_standard_input(arguments);
  for (const std::string& argument : arguments) {
    if (is_s3_url(argument))
      throw UsageError{fmt::format(
          "{}: an S3 store is no site; semsite convert reads its objects", argument)};
    std::string url = argument == "-" ? argument : as_url(argument);
    take_login(url, transport);
    url = plain_url(url);  // however a site is spelt, it is one: in the state, too
    note_host(url, transport);
    if (argument == "-")
      throw UsageError{fmt::format(
          "{} - : standard input is no site; --sites - reads URLs from it, one a line",
          line.command)};
    if (std::ranges::find(out.urls, url) == out.urls.end())
      out.urls.push_back(std::move(url));
  }
  return out;
}

std::string only_argument(const CommandLine& line) {
  if (line.arguments.size() > 1)
    throw UsageError{fmt::format("{}: one argument is enough; {} is too many",
                                 line.command, line.arguments[1])};
  return line.arguments.empty() ? std::string{} : line.arguments[0];
}

namespace {

/// Where the host and its port end.
std::string_view authority_of(std::string_view rest) {
  return rest.substr(0, rest.find_first_of("/?#"));
}

/// Does an argument that is no file look like the beginning of a URL: a host with a dot
/// in it, or with a port?
bool looks_like_host(std::string_view argument) {
  const std::string_view host = authority_of(argument);
  const std::size_t colon = std::min(host.find(':'), host.size());
  const std::string_view name = host.substr(0, colon);
  // Bytes beyond ASCII: of names such as münchen.example.
  const auto is_of = [](std::string_view text, std::string_view extra) {
    return std::ranges::all_of(text, [&](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             static_cast<unsigned char>(c) >= 0x80U ||
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

/// The scheme that begins `word`, spelt rightly: of "http:/", "https//", "htpp://" and
/// the like; nothing if none does. Others are no slip.
std::string_view scheme_meant(std::string_view word) {
  const std::string_view typed = word.substr(0, word.find_first_of(":/"));
  if (typed.size() == word.size()) return {};
  const std::string text = lower_ascii(typed);
  for (const std::string_view known : {"http", "https"})
    if (text == known) return known;
  const bool is_slip = word.substr(typed.size()).starts_with("://") &&
                       (text.starts_with('h') || text.starts_with("tt"));
  if (!is_slip) return {};
  const auto near = nearest(text, {"http", "https"});
  return !near ? std::string_view{} : *near == "http" ? "http" : "https";
}

/// Without what stands around a URL in a mail or a table: blanks, quotation marks and
/// angle brackets.
std::string_view without_marks(std::string_view word) {
  constexpr std::array<std::string_view, 16> kMarks{
      " ", "\t", "\n", "\r", "'", "\"", "`", "<", ">", "“", "”", "„", "‘", "’", "«", "»"};
  const auto cut_one = [&] {
    return std::ranges::any_of(kMarks, [&](std::string_view mark) {
      const bool before = word.starts_with(mark);
      if (before)
        word.remove_prefix(mark.size());
      else if (word.ends_with(mark))
        word.remove_suffix(mark.size());
      else
        return false;
      return true;
    });
  };
  while (cut_one()) continue;
  return word;
}

/// Of a host that is named without one: who serves this machine, a bare address or a port
/// of its own mostly does so without TLS.
std::string_view usual_scheme(std::string_view authority) {
  const std::size_t colon = std::min(authority.find(':'), authority.size());
  const std::string_view host = authority.substr(0, colon);
  const std::string_view port = authority.substr(colon);
  const bool is_address = host.find_first_not_of("0123456789.") == std::string_view::npos;
  const bool is_here = host == "localhost" || host.ends_with(".localhost");
  const bool has_port = !port.empty() && port != ":443";
  return is_address || is_here || has_port ? "http" : "https";
}

}  // namespace

std::string likely_url(const std::string& word) {
  const std::string_view bare = without_marks(word);
  if (bare.size() < word.size() && is_of_server(bare)) return std::string{bare};
  std::string_view rest = bare;
  std::string_view scheme = scheme_meant(bare);
  if (!scheme.empty()) rest.remove_prefix(rest.find_first_of(":/"));
  // What is left of "http:/", "http//" and the like, or of "//".
  if (!scheme.empty() || rest.starts_with("//"))
    rest.remove_prefix(std::min(rest.find_first_not_of(":/"), rest.size()));
  if (!looks_like_host(rest)) return {};
  if (scheme.empty()) scheme = usual_scheme(authority_of(rest));
  const std::string_view authority = authority_of(rest);
  const std::string_view path = rest.substr(authority.size());
  return fmt::format("{}://{}{}{}", scheme, authority, path.starts_with('/') ? "" : "/",
                     path);
}

std::string meant_url(const std::string& word) {
  const std::string url = likely_url(word);
  return url.empty() ? url : fmt::format("; did you mean {} ?", url);
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
