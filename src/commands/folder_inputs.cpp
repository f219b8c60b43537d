#include "commands/folder_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "commands/manifest_inputs.hpp"
#include "discover/data_format.hpp"
#include "parse/syntax.hpp"
#include "parts/manifest.hpp"
#include "parts/part_folder.hpp"
#include "parts/run_files.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

/// Who writes parts writes nothing else into their folder.
void leave_to_manifests(FolderFiles& files) {
  std::set<std::string, std::less<>> folders;
  const auto folder_of = [](std::string_view path) {
    return path.substr(0, path.rfind('/'));
  };
  for (const std::string& manifest : files.manifests)
    folders.emplace(folder_of(manifest));
  const auto is_below_one = [&](std::string_view path) {
    for (std::size_t end = path.rfind('/'); end != std::string_view::npos;
         end = path.rfind('/')) {
      path = path.substr(0, end);
      if (folders.contains(path)) return true;
    }
    return false;
  };
  std::erase_if(files.paths, is_below_one);
  for (const std::string& manifest : files.manifests)
    if (is_below_one(folder_of(manifest)))
      throw UsageError{fmt::format(
          "{}: there is another manifest above its folder; name one of them", manifest)};
}

/// ".json", also of "a.json.gz" and "A.JSON".
std::string inner_suffix_of(std::string_view name) {
  const std::string_view inner = without_compression_suffix(name);
  const std::size_t dot = inner.rfind('.');
  return dot == std::string_view::npos ? std::string{} : lower_ascii(inner.substr(dot));
}

/// Throws UsageError if `path` is of a folder of parts that has no manifest.
void check_finished(const fs::path& path) {
  std::error_code unknown;
  if (!fs::exists(path.parent_path() / kManifestName, unknown))
    throw UsageError{
        fmt::format("{}: {}", path.parent_path().string(), kPartsUnfinished)};
}

void look_at(fs::recursive_directory_iterator& at, FolderUse use, ManifestUse manifests,
             FolderFiles& out, std::vector<std::string>& latest) {
  std::error_code unknown;
  const fs::path& path = at->path();
  const bool is_folder = at->is_directory(unknown);
  if (path.filename() == kPartNotes && is_folder) {
    if (manifests == ManifestUse::for_its_parts) check_finished(path);
    at.disable_recursion_pending();
  } else if (is_hidden(path)) {
    ++out.hidden;
    at.disable_recursion_pending();
  } else if (is_folder) {
    if (at->is_symlink(unknown)) ++out.links;
  } else if (manifests == ManifestUse::for_its_parts && is_manifest_file(path.string())) {
    out.manifests.push_back(path.string());
  } else if (manifests == ManifestUse::for_its_parts && is_run_mark_file(path.string())) {
    out.run_marks.push_back(path.string());
  } else if (manifests == ManifestUse::for_its_parts && is_latest_file(path.string())) {
    latest.push_back(path.string());
  } else if (at->is_regular_file(unknown) &&
             is_input_name(path.filename().string(), use)) {
    if (manifests == ManifestUse::for_its_parts && is_part_name(path.filename().string()))
      check_finished(path);
    out.paths.push_back(path.string());
  } else {
    out.leave_out(path.filename().string());
  }
}

/// "2 .json, 1 .xml": the most frequent ones.
std::string shown_suffixes(const FolderFiles& files) {
  constexpr std::size_t kMostShown = 5;
  std::vector<std::pair<std::string, std::size_t>> all{files.other_suffixes.begin(),
                                                       files.other_suffixes.end()};
  std::ranges::stable_sort(all, std::greater{},
                           &std::pair<std::string, std::size_t>::second);
  std::string out;
  std::size_t rest = files.others;
  all.resize(std::min(all.size(), kMostShown));
  for (const auto& [suffix, count] : all) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", grouped(count),
                       suffix.empty() ? "without one" : suffix);
    rest -= count;
  }
  return rest == 0 ? out : fmt::format("{}, {} others", out, grouped(rest));
}

std::string left_out(const FolderFiles& files) {
  std::string out;
  const auto add = [&out](std::size_t count, std::string_view what) {
    if (count > 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", grouped(count), what);
  };
  add(files.hidden, "hidden");
  add(files.others, fmt::format("{} ({})",
                                files.others == 1 ? "that is no data by its suffix"
                                                  : "that are no data by suffix",
                                shown_suffixes(files)));
  add(files.links, files.links == 1 ? "link to a folder" : "links to folders");
  return out;
}

}  // namespace

void FolderFiles::leave_out(std::string_view name) {
  ++others;
  ++other_suffixes[inner_suffix_of(name)];
}

std::string why_not_read(const std::vector<std::string>& run_marks,
                         const std::vector<std::string>& manifests,
                         const std::vector<std::string>& latest) {
  const auto named = [](std::vector<std::string> names) {
    constexpr std::size_t kMostNamed = 3;
    std::ranges::sort(names);
    const std::size_t all = names.size();
    // The newest say most.
    if (all > kMostNamed) names.erase(names.begin(), names.end() - kMostNamed);
    return fmt::format(
        "{}{}", fmt::join(names, ", "),
        all > kMostNamed ? fmt::format(" and {} more", all - kMostNamed) : std::string{});
  };
  if (run_marks.size() > 1)
    return fmt::format(
        "{} that several processes shared are below it, each a whole of its own; name "
        "one of them: {}",
        count_of(run_marks.size(), "run"),
        !latest.empty() ? named(latest) + ", which leads to the last one, or a " +
                              std::string{kManifestName}
        : !manifests.empty() ? named(manifests)
                             : "none has a manifest.json yet");
  if (run_marks.empty()) return {};
  const std::string_view mark = run_marks.front();
  const std::string own =
      fmt::format("{}{}", mark.substr(0, mark.rfind('/') + 1), kManifestName);
  if (std::ranges::find(manifests, own) != manifests.end()) return {};
  return fmt::format(
      "the run that several processes share is not over, or was abandoned: there is no "
      "{}; semsite status --queue URL tells how far it is",
      own);
}

bool is_input_name(std::string_view name, FolderUse use) {
  constexpr std::string_view kArchives[] = {".zip", ".tar", ".tgz",  ".tbz2",
                                            ".txz", ".7z",  ".cpio", ".rar"};
  constexpr std::string_view kOfSite[] = {".xml", ".linkset"};
  constexpr std::string_view kMorePackings[] = {".lzma", ".lz4", ".Z"};
  const auto ends = [](std::string_view text, const auto& suffixes) {
    return std::ranges::any_of(suffixes, [&](std::string_view suffix) {
      return ends_with_ignoring_case(text, suffix);
    });
  };
  name = without_compression_suffix(name);
  for (const std::string_view packing : kMorePackings)
    if (name.ends_with(packing)) name.remove_suffix(packing.size());
  if (syntax_of_path(name) != nullptr || ends(name, kArchives)) return true;
  return use == FolderUse::site && (name == "robots.txt" || ends(name, kOfSite));
}

FolderFiles folder_files(const std::string& folder, FolderUse use,
                         ManifestUse manifests) {
  FolderFiles out;
  std::vector<std::string> latest;
  std::error_code problem;
  fs::recursive_directory_iterator at{folder, problem};
  for (; !problem && at != fs::recursive_directory_iterator{}; at.increment(problem))
    look_at(at, use, manifests, out, latest);
  if (problem)
    throw UsageError{fmt::format("{}: a folder in it, or it itself, cannot be read: {}",
                                 folder, problem.message())};
  std::ranges::sort(out.paths);
  std::ranges::sort(out.manifests);
  if (const std::string why = why_not_read(out.run_marks, out.manifests, latest);
      !why.empty())
    throw UsageError{fmt::format("{}: {}", folder, why)};
  leave_to_manifests(out);
  if (!out.paths.empty() || !out.manifests.empty()) return out;
  const std::string others = left_out(out);
  throw UsageError{fmt::format(
      "{}: no file in this folder is data by its suffix (.nq, .nt, .ttl, .rdf, .jsonld, "
      ".html and others, also compressed or as .zip and .tar){}",
      folder,
      others.empty() ? std::string{}
                     : fmt::format("; there are {}: name those that are to be read one "
                                   "by one",
                                   others))};
}

std::string folder_note(const std::string& folder, const FolderFiles& files) {
  const std::string others = left_out(files);
  std::string inputs;
  if (!files.manifests.empty())
    inputs = count_of(files.manifests.size(), "manifest of parts", "manifests of parts");
  if (!files.paths.empty() || inputs.empty())
    inputs += fmt::format("{}{}", inputs.empty() ? "" : ", ",
                          count_of(files.paths.size(), "file"));
  return fmt::format(
      "{}: {}{}", folder, inputs,
      others.empty() ? std::string{} : fmt::format("; left out: {}", others));
}

}  // namespace semsite
