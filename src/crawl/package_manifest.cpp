#include "crawl/package_manifest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "discover/sitemap_reader.hpp"
#include "unpack/keyed_hash.hpp"

namespace semsite {
namespace {

/// Files and paths beyond these are not compared.
constexpr std::size_t kMostNames = 1'000'000;
constexpr std::size_t kMostPaths = 100'000;

/// A path begins at the root of the package, with a slash or without.
std::string_view plain_path(std::string_view path) {
  path = trim(path);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view start : {"/", "./"})
      if (path.starts_with(start)) {
        path.remove_prefix(start.size());
        again = true;
      }
  }
  return path;
}

class PathTaker final : public SitemapHandler {
 public:
  explicit PathTaker(std::vector<std::string>& paths) : paths_(paths) {}

  void entry(const SitemapEntry& entry) override {
    if (!entry.facts || entry.facts->path.empty() || entry.facts->change == "deleted")
      return;
    if (paths_.size() == kMostPaths) {
      cut_short = true;
      return;
    }
    paths_.emplace_back(plain_path(entry.facts->path));
  }

  bool cut_short = false;

 private:
  std::vector<std::string>& paths_;
};

}  // namespace

void PackageManifest::came(std::string_view name) {
  name = plain_path(name);
  // What a package lists may be an archive, which was opened.
  for (std::size_t end = name.find('/'); names_.size() < kMostNames;
       end = name.find('/', end + 1)) {
    names_.push_back(keyed_hash(name.substr(0, end)));
    if (end == std::string_view::npos) return;
  }
  cut_short_ = true;
}

void PackageManifest::read(ByteSource& bytes, const std::string& url,
                           const Limits& limits) {
  PathTaker paths{paths_};
  const SitemapSummary summary = read_sitemap(bytes, url, paths, limits);
  cut_short_ = cut_short_ || paths.cut_short;
  if (problem_.empty()) problem_ = summary.problem;
}

std::optional<DocumentError> PackageManifest::missing(const std::string& package) const {
  if (!problem_.empty())
    return DocumentError{"rs.manifest", fmt::format("{}: its manifest cannot be read: {}",
                                                    package, problem_)};
  if (paths_.empty() || cut_short_) return std::nullopt;
  std::vector<std::uint64_t> names = names_;
  std::ranges::sort(names);
  std::uint64_t count = 0;
  std::string first;
  for (const std::string& path : paths_) {
    if (std::ranges::binary_search(names, keyed_hash(path))) continue;
    if (++count == 1) first = path;
  }
  if (count == 0) return std::nullopt;
  return DocumentError{
      "rs.manifest",
      fmt::format("{}: its manifest lists {} that {} not in it: {}{}", package,
                  count_of(count, "file"), count == 1 ? "is" : "are", excerpt(first),
                  count > 1 ? " and others" : "")};
}

}  // namespace semsite
