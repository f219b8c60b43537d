#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "commands/message_options.hpp"
#include "commands/network_options.hpp"

namespace semsite {

class Workshop;

/// What a manifest says of one of its parts.
struct PartPromise {
  std::string whole;  ///< URL of the manifest
  std::uint64_t quads = 0;
  std::uint64_t bytes = 0;
  std::string sha256;
};

/// What manifests (docs/parts.md) say of inputs.
struct ManifestInputs {
  struct Problem {
    std::string manifest;  ///< URL
    std::string code;      ///< of docs/faults.md
    std::string text;
  };
  std::map<std::string, PartPromise, std::less<>> parts;  ///< by their URLs
  std::vector<std::string> manifests;                     ///< URLs of all that were read
  std::vector<std::string> incomplete;  ///< URLs of manifests that say so of themselves
  std::vector<Problem> problems;        ///< why one of them cannot be gone by

  /// Null: `url` is no part.
  [[nodiscard]] const PartPromise* find(std::string_view url) const;
  /// Throws RunError if there is a problem.
  void check() const;
};

/// What is said of a manifest of a run that was not complete.
[[nodiscard]] std::string incomplete_text(const std::string& manifest);

/// Is the file a manifest of ours, whole or not?
[[nodiscard]] bool is_manifest_file(const std::string& path);

/// Is the file the latest.json of a series of shared runs (docs/cluster.md), whole or
/// not?
[[nodiscard]] bool is_latest_file(const std::string& path);
/// Is it the mark of such a run?
[[nodiscard]] bool is_run_mark_file(const std::string& path);

/// Adds the parts of the manifest that the file, a latest.json, names, as
/// `add_local_parts` does.
void add_latest_parts(const std::string& path, std::vector<std::string>& urls,
                      ManifestInputs& out);

/// Adds the parts that the manifest file at `path` names to `urls`: files that are there,
/// below its folder, and as long as it says.
void add_local_parts(const std::string& path, std::vector<std::string>& urls,
                     ManifestInputs& out);

/// Asks for what is called a manifest or latest.json of a server or an S3 store among
/// `urls`, and puts its parts in its place. What turns out to be something else stays.
void ask_for_manifests(Workshop& shop, std::vector<std::string>& urls,
                       ManifestInputs& out);
/// The same before a command begins: true if there was such. Throws as `check` does.
bool ask_for_manifests(const MessageOptions& messages, const NetworkOptions& network,
                       const std::stop_token& stop, std::vector<std::string>& urls,
                       ManifestInputs& out);

/// The bytes of a part, once all of them were seen to be those that the manifest means;
/// `got`: of a server, null for a file. Throws DocumentError: "manifest.part", and what
/// reading them throws.
[[nodiscard]] std::unique_ptr<ByteSource> checked_part(const std::string& url,
                                                       const PartPromise& promise,
                                                       std::unique_ptr<ByteSource> got,
                                                       const std::stop_token& stop);

/// `urls`, with a manifest in the place of its parts.
[[nodiscard]] std::vector<std::string> wholes_of(const std::vector<std::string>& urls,
                                                 const ManifestInputs& manifests);

}  // namespace semsite
