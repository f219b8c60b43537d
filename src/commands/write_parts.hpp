#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "commands/message_options.hpp"
#include "commands/network_options.hpp"
#include "commands/output_options.hpp"
#include "commands/run_account.hpp"
#include "commands/workshop.hpp"
#include "parts/manifest.hpp"
#include "parts/part_folder.hpp"
#include "report/console.hpp"
#include "state/state_summary.hpp"

namespace semsite {

/// How the run ended that wrote an output.
struct PartsOrigin {
  int status = 0;             ///< exit status
  std::int64_t finished = 0;  ///< seconds since 1970
  std::vector<ManifestRow> rows;
};

[[nodiscard]] PartsOrigin parts_origin(const RunEnding& ending);

/// The folder that a command writes parts in, with the store that they go to, if any.
class PartsPlace {
 public:
  /// `stop` ends requests to the store. Throws UsageError, StateInUse, RunError.
  PartsPlace(const PartsWish& wish, const NetworkOptions& network,
             const MessageOptions& messages, const std::stop_token& stop);
  PartsPlace(const PartsPlace&) = delete;
  PartsPlace& operator=(const PartsPlace&) = delete;
  ~PartsPlace();

  [[nodiscard]] PartFolder& folder();

 private:
  struct Store;
  std::unique_ptr<Store> store_;  ///< null: they stay in the folder
  std::unique_ptr<PartFolder> folder_;
};

/// Puts the output `output`, which is whole, into parts, and says so. False: it was
/// stopped, and the same command goes on. Throws RunError.
[[nodiscard]] bool write_parts(PartFolder& folder, const PartsWish& wish,
                               const std::string& output, const PartsOrigin& origin,
                               Console& console, const std::stop_token& stop);

/// The same at the end of a command that reads inputs; the output itself goes then.
[[nodiscard]] bool put_into_parts(PartFolder& folder, const OutputOptions& output,
                                  int status, const RunAccount& account, Workshop& shop,
                                  const std::stop_token& stop);

/// A manifest has a row for each input.
[[nodiscard]] RunAccount::Rows wanted_rows(const OutputOptions& output);

}  // namespace semsite
