#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// A file that holds some of the quads of a whole.
struct ManifestPart {
  std::string name;         ///< seen from the folder of the manifest
  std::uint64_t quads = 0;  ///< as many lines
  std::uint64_t bytes = 0;  ///< of the file
  std::string sha256;       ///< of the file, 64 lower-case hexadecimal digits
  friend bool operator==(const ManifestPart&, const ManifestPart&) = default;
};

/// What became of one dataset or input.
struct ManifestRow {
  std::string name;
  std::string way{};  ///< by which a dataset was had; may be empty
  bool complete = false;
  std::uint64_t quads = 0;
  std::string problem{};  ///< may be empty
  friend bool operator==(const ManifestRow&, const ManifestRow&) = default;
};

/// The parts of one output, and how the run ended that wrote them (docs/parts.md).
struct Manifest {
  bool complete = false;  ///< nothing was missing
  std::string finished;   ///< when the run ended, as xsd:dateTime
  std::vector<ManifestPart> parts;
  std::vector<ManifestRow> rows;

  [[nodiscard]] std::uint64_t quads() const;
  [[nodiscard]] std::uint64_t bytes() const;
};

/// The name of a manifest in its folder.
inline constexpr std::string_view kManifestName = "manifest.json";
/// How long its text may be: some 300,000 parts.
inline constexpr std::uint64_t kMostManifestBytes = std::uint64_t{64} << 20U;

/// What stands behind the last slash of `place`, a path or URL.
[[nodiscard]] std::string_view last_segment_of(std::string_view place);

/// Is `name` a path down from a folder that is the same for every system and in a URL?
[[nodiscard]] bool is_plain_path(std::string_view name);

/// Does the JSON object `text`, whole or not, have the member `mark`, by which our files
/// are known?
[[nodiscard]] bool is_marked(std::string_view text, std::string_view mark);

/// Is the last segment of `place`, a path or URL, the name of a manifest?
[[nodiscard]] bool is_called_manifest(std::string_view place);

/// Does `text` say that it is a manifest of ours, whole or not? Other programs have files
/// of that name for other things.
[[nodiscard]] bool is_manifest(std::string_view text);

/// Throws DocumentError: "manifest.syntax" (cut off, no JSON, a member that is missing or
/// of another kind), "manifest.version", "manifest.name" (one that leaves the folder, or
/// stands there twice), "manifest.sum" (the parts do not come to what it says of all).
[[nodiscard]] Manifest read_manifest(std::string_view text);

[[nodiscard]] std::string manifest_text(const Manifest& manifest);

}  // namespace semsite
