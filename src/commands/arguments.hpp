#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/folder_inputs.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/option_table.hpp"
#include "fetch/transport.hpp"

namespace semsite {

/// How many arguments there must be.
enum class Fewest { none, one };

/// What the arguments of a command name that takes documents.
struct DocumentUrls {
  std::vector<std::string> urls;   ///< absolute; `-` is standard input
  std::vector<std::string> notes;  ///< what is to be said of folders among them
  ManifestInputs manifests;        ///< of this machine
};

/// The documents that the arguments of `line` name; a folder stands for the files in it
/// that are data by their suffix, or of a site; a manifest for its parts. Logins in URLs
/// are taken out of them, and go into `transport` with the hosts that the user so names.
/// Throws UsageError for what cannot be read, and for a folder with nothing to read.
[[nodiscard]] DocumentUrls document_urls(
    const CommandLine& line, TransportOptions& transport, FolderUse use = FolderUse::data,
    Fewest fewest = Fewest::one,
    ManifestUse use_of_manifests = ManifestUse::for_its_parts);

/// The sites that arguments and `--sites` name.
struct SiteUrls {
  std::vector<std::string> urls;  ///< absolute, each once
  std::vector<std::string> odd;   ///< what is wrong with lines of `--sites`, and where
};
[[nodiscard]] SiteUrls site_urls(const CommandLine& line, TransportOptions& transport);

/// The one argument, which may be left out. Throws UsageError if there are more.
[[nodiscard]] std::string only_argument(const CommandLine& line);

/// What keeps an http or https URL from being asked for, such as a port that there cannot
/// be; empty: nothing.
[[nodiscard]] std::string url_problem(std::string_view url);

/// The URL that is likely meant by a word that is none: a host without a scheme
/// (`www.example.com/a`, `localhost:8890`), or one that is misspelt (`http:/a.example`,
/// `htpps://a.example`); empty: it looks like none. Without a scheme it is https, but for
/// what is on this machine or a bare address, or has a port of its own.
[[nodiscard]] std::string likely_url(const std::string& word);

/// The same as the end of a complaint: "; did you mean https://example.org/ ?"
[[nodiscard]] std::string meant_url(const std::string& word);

}  // namespace semsite
