#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "commands/fetch_options.hpp"
#include "crawl/output_notes.hpp"
#include "state/run_state.hpp"
#include "store/database.hpp"

namespace semsite {

/// The output of the last run, if nobody has changed it since.
[[nodiscard]] std::optional<OutputNotes::Former> former_output(const std::string& path,
                                                               std::uint64_t bytes,
                                                               Database& state);

/// What earlier runs left to this one. Throws UsageError for a state that was emptied,
/// which is none that may be begun anew in silence, and RunError.
[[nodiscard]] std::unique_ptr<RunState> open_state(const FetchCommandOptions& options);

}  // namespace semsite
