#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Which files of a folder are inputs.
enum class FolderUse {
  data,  ///< documents, dumps and archives
  site,  ///< also what a site tells of itself: robots.txt and sitemaps
};

/// What is below a folder.
struct FolderFiles {
  std::vector<std::string> paths;  ///< of the inputs, in order of their names (bytes)
  /// Manifests (docs/parts.md), which say what of their folders counts; in the same
  /// order. Nothing else below those folders is among `paths`.
  std::vector<std::string> manifests;
  std::vector<std::string> run_marks;  ///< of runs that several processes share
  std::size_t hidden = 0;              ///< files and folders whose names begin with a dot
  std::size_t others = 0;              ///< files whose suffix is of no data
  /// How many of these have which one (".json", empty: none), in small letters and
  /// without that of a packing.
  std::map<std::string, std::size_t> other_suffixes;
  std::size_t links = 0;  ///< to folders; they are not followed

  /// Counts a file of this name, without its folder, that is no data by its suffix.
  void leave_out(std::string_view name);
};

/// Why parts without their manifest are refused: some of the data may be missing.
inline constexpr std::string_view kPartsUnfinished =
    "parts without a manifest.json: whoever writes them has not come to the end; run "
    "that "
    "command again, or name the parts one by one";

/// Why a folder or prefix with these marks of runs, and with these manifests and files of
/// the name latest.json, is not read; empty: it is. It holds one run at most, and that
/// has come to its end.
[[nodiscard]] std::string why_not_read(const std::vector<std::string>& run_marks,
                                       const std::vector<std::string>& manifests,
                                       const std::vector<std::string>& latest);

/// Is a manifest an input for what it names, or like any other file?
enum class ManifestUse { for_its_parts, as_it_is };

/// Looks at all that is below `folder`. Throws UsageError if a folder cannot be read:
/// what is in it would be missing.
[[nodiscard]] FolderFiles folder_files(
    const std::string& folder, FolderUse use,
    ManifestUse manifests = ManifestUse::for_its_parts);

/// Is `name` that of a file with data: a syntax that is read, a compression of one, or an
/// archive?
[[nodiscard]] bool is_input_name(std::string_view name, FolderUse use);

/// "dumps/: 12 files; left out: 2 hidden, 3 that are no data by suffix (2 .json, 1
/// .xml)".
[[nodiscard]] std::string folder_note(const std::string& folder,
                                      const FolderFiles& files);

}  // namespace semsite
