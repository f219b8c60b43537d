#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace semsite {

/// What `NAME/latest.json` says: which run of a series that several processes share is
/// the last that is over (docs/cluster.md).
struct LatestRun {
  std::string name;  ///< of the series
  std::uint64_t number = 0;
  std::string manifest;  ///< seen from the folder that holds `NAME/`
};

/// Is the last segment of `place`, a path or URL, the name of such a file?
[[nodiscard]] bool is_called_latest(std::string_view place);
/// Does `text` say that it is one, whole or not?
[[nodiscard]] bool is_latest(std::string_view text);
/// Throws DocumentError: "latest.syntax" (cut off, no JSON, a member that is missing or
/// of another kind, a name that leaves the folder), "latest.version".
[[nodiscard]] LatestRun read_latest(std::string_view text);

/// The name of the mark of a run, beside its manifest.
inline constexpr std::string_view kRunMarkName = "run.json";

/// What the mark of a run says.
struct SharedRunMark {
  std::string name;
  std::int64_t number = 0;
  std::string key;
  std::string queue;  ///< key of the queue
};
/// Nothing: the text is no mark of a run.
[[nodiscard]] std::optional<SharedRunMark> read_run_mark(std::string_view text);

}  // namespace semsite
