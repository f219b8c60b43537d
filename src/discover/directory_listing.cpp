#include "discover/directory_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/data_format.hpp"
#include "markup/html_node.hpp"
#include "markup/html_tree.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostListed = 10'000;

/// Does the page call itself the index of a folder, and by this folder's path?
bool is_title(std::string_view text, std::string_view path) {
  text = trim(text);
  for (const std::string_view start : {"Index of ", "Directory listing for "}) {
    if (!starts_with_ignoring_case(text, start)) continue;
    const std::string shown{trim(text.substr(start.size()))};
    const auto plain = [](std::string_view folder) {
      while (folder.ends_with('/')) folder.remove_suffix(1);
      return percent_decode(folder);
    };
    if (plain(shown) == plain(path)) return true;
  }
  return false;
}

bool names_folder(const HtmlPage& page, std::string_view path) {
  int headings = 0;
  for (const _xmlNode* at = page.root(); at != nullptr && headings < 20;
       at = next_element(at, page.root())) {
    if (!is_html(at, "title") && !is_html(at, "h1") && !is_html(at, "h2")) continue;
    ++headings;
    if (is_title(text_content(at), path)) return true;
  }
  return false;
}

}  // namespace

std::optional<DirectoryListing> read_directory_listing(const HtmlPage& page,
                                                       std::string_view url) {
  const std::string_view plain = url.substr(0, url.find_first_of("?#"));
  const std::size_t slash = plain.rfind('/');
  const auto parts = split_url(plain);
  if (!parts || slash == std::string_view::npos) return std::nullopt;
  // Some servers show a folder's listing at its path without the slash.
  const std::string_view path = parts->path.empty() ? "/" : parts->path;
  const std::string_view above = path.substr(0, path.rfind('/') + 1);
  std::string folder;
  if (names_folder(page, path)) {
    folder = std::string{plain};
    if (!folder.ends_with('/')) folder += '/';
  } else if (names_folder(page, above)) {
    folder = std::string{plain.substr(0, slash + 1)};
  } else {
    return std::nullopt;
  }
  DirectoryListing out;
  constexpr std::size_t kMostFolders = 5;
  std::set<std::string> known;
  const BaseIri base{folder};
  for (const PageLink& link : page_links(page)) {
    if (link.place != PageLink::Place::anchor || link.href.empty() ||
        link.href.starts_with('?') || link.href.starts_with('#'))
      continue;
    std::string file{without_fragment(base.resolve(link.href))};
    if (!file.starts_with(folder) || file.size() == folder.size()) continue;
    const std::string_view name = std::string_view{file}.substr(folder.size());
    if (name.find('/') == name.size() - 1 && name.find('?') == std::string_view::npos &&
        known.insert(file).second) {
      ++out.folder_count;
      if (out.folders.size() < kMostFolders) out.folders.push_back(std::move(file));
      continue;
    }
    // `%2F` is a slash to many a server.
    if (name.find('/') != std::string_view::npos ||
        percent_decode(name).find('/') != std::string::npos ||
        name.find('?') != std::string_view::npos)
      continue;
    if (!is_rdf_name(file)) {
      ++out.others;
    } else if (known.insert(file).second) {
      if (out.files.size() < kMostListed) {
        out.files.push_back(std::move(file));
      } else {
        ++out.files_left_out;
      }
    }
  }
  return out;
}

std::vector<std::string> missing_of(const DirectoryListing& listing) {
  std::vector<std::string> out;
  if (listing.folder_count > 0)
    out.push_back(fmt::format(
        "{} in it {} not looked into: {}{}", count_of(listing.folder_count, "folder"),
        listing.folder_count == 1 ? "was" : "were", fmt::join(listing.folders, ", "),
        listing.folder_count > listing.folders.size() ? " and others" : ""));
  if (listing.files_left_out > 0)
    out.push_back(fmt::format(
        "{} beyond the first {} {} left out", count_of(listing.files_left_out, "file"),
        grouped(kMostListed), listing.files_left_out == 1 ? "was" : "were"));
  return out;
}

SitemapDataset dataset_of(const DirectoryListing& listing, std::string_view url) {
  SitemapDataset out;
  std::map<std::string, std::vector<std::string>, std::less<>> forms;
  for (const std::string& file : listing.files)
    forms[std::string{without_compression_suffix(file)}].push_back(file);
  std::uint32_t group = 0;
  bool several = false;
  for (const auto& [name, files] : forms) {
    ++group;
    std::uint32_t rank = 0;
    // The packed ones first: less to get.
    std::vector<std::string> order;
    for (const std::string& file : files)
      if (file != name) order.push_back(file);
    for (const std::string& file : files)
      if (file == name) order.push_back(file);
    several = several || order.size() > 1;
    for (const std::string& file : order) {
      DataFormat format;
      format.say_name(file);
      DatasetLocation location;
      location.url = file;
      location.group = group;
      location.rank = rank++;
      location.media_type = format.media_type();
      location.compression = format.compression();
      location.packaging = format.packaging();
      location.source = url;
      out.dumps.push_back(std::move(location));
    }
  }
  if (out.dumps.size() > 1)
    out.grouping = several ? "the files of a folder are parts; one that is there packed "
                             "and unpacked counts once"
                           : "the files of a folder are parts";
  return out;
}

}  // namespace semsite
