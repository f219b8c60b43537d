#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parts/manifest.hpp"
#include "parts/part_cut.hpp"
#include "parts/part_store.hpp"
#include "store/database.hpp"

namespace semsite {

/// In the folder of parts: their notes, and the output that they are cut from.
inline constexpr std::string_view kPartNotes = ".semsite";

/// Is `name` as `PartFolder` calls a part, "part-0123456789abcdef-000001.nq.zst"? Others
/// have "part-00000-….nq.zst" and "part-r-00000.nq.zst" of their own.
[[nodiscard]] bool is_part_name(std::string_view name);

/// A folder of parts with their manifest (docs/parts.md), as a command writes it: from an
/// output that is whole, and again from each later one. One process at a time, one
/// thread. With a store the folder is where parts are made: each goes to the store when
/// it is whole, and out of the folder then.
///
/// What is in `.semsite` there is ours alone: the output until it is in parts (of a
/// fetch: for the next run), and notes of the parts. A part is on the disk before it is
/// noted as made, noted before it has its name, and never changed after. The manifest
/// comes last, by one renaming.
class PartFolder {
 public:
  /// Makes the folder, if it is not there. Throws UsageError if a manifest is there that
  /// nothing says is ours, StateInUse if another process writes there, RunError. `store`
  /// outlives it; null: parts and manifest stay in the folder.
  explicit PartFolder(const std::string& folder, PartStore* store = nullptr);

  /// Where the output that becomes parts is to be written.
  [[nodiscard]] static std::string output_of(const std::string& folder);

  /// In the folder; what a store has is the same.
  [[nodiscard]] std::string manifest_path() const;
  /// Where readers find it.
  [[nodiscard]] std::string manifest_name() const;
  /// What is written here is this share of a whole ("3/8"; empty: all of it). Throws
  /// UsageError if the folder has another one: one would take the place of the other.
  void hold_to_share(const std::string& share);
  /// Is the manifest there, and of this very file?
  [[nodiscard]] bool is_of(const std::string& output);

  struct Result {
    Manifest manifest;
    std::uint64_t kept = 0;  ///< parts that were there already
  };
  /// Cuts `output`, packed N-Quads, into parts of some `part_bytes`, and writes the
  /// manifest: `head` without its parts. A part that is there already with the next text
  /// of the output is kept. Nothing if it was stopped: the next call goes on. Parts that
  /// neither this manifest nor the one before it names are taken away. Throws RunError,
  /// DocumentError if the output cannot be read.
  [[nodiscard]] std::optional<Result> publish(const std::string& output, Manifest head,
                                              std::uint64_t part_bytes,
                                              const std::function<bool()>& stopped);

 private:
  using Made = CutPart;

  [[nodiscard]] std::string path_of(const std::string& name) const;
  [[nodiscard]] std::vector<Made> made();
  [[nodiscard]] bool is_there(const Made& part);
  [[nodiscard]] bool is_manifest_ours();
  [[nodiscard]] bool is_announced(const std::string& sha256);
  void publish_manifest(const std::string& text);
  [[nodiscard]] bool keep(const std::string& output, std::vector<Made>& parts,
                          std::uint64_t& text_bytes,
                          const std::function<bool()>& stopped);
  [[nodiscard]] std::int64_t begin_cut(const std::vector<Made>& kept);
  void note_begun(std::int64_t cut, std::size_t place, const std::string& name);
  void note_made(const Made& part);
  void note_published(std::int64_t cut, const std::string& output);
  [[nodiscard]] std::optional<Made> make(PartText& text, const std::string& name,
                                         const std::string& output,
                                         std::uint64_t part_bytes,
                                         const std::function<void()>& before);
  void take_old_away(std::int64_t cut);

  std::string folder_;
  std::string place_;  ///< of what is ours alone
  PartStore* store_;   ///< null: the folder itself
  UnsharedDatabase notes_;
};

}  // namespace semsite
