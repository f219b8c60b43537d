#pragma once

#include <functional>
#include <stop_token>

#include "commands/index_options.hpp"
#include "commands/workshop.hpp"
#include "crawl/fault_log.hpp"
#include "index/document_record.hpp"
#include "io/intake.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// What commands share that read documents: of an index and of a feed.
struct DocumentInputs {
  const IndexOptions& options;
  Workshop& shop;
  FaultLog& faults;
  Quarantine* quarantine;  ///< may be null
  std::stop_token stop;

  /// How reading came out.
  struct Result {
    int status = 0;        ///< exit status so far
    bool stopped = false;  ///< by the first fault, as the user asked; nothing was taken
    bool nothing = false;  ///< not one input could be read
  };
  /// Reads all inputs, sorts in `files`, and gives each document once. `step` is called
  /// often and may throw to stop; nothing is taken once `stop` was asked for. Throws
  /// RunError, StoppedAtFault.
  [[nodiscard]] Result read(const TemporaryFiles& files,
                            const std::function<void()>& step,
                            const std::function<void(DocumentText)>& take) const;

  /// For sorting: half of the user's memory.
  [[nodiscard]] IntakeRoom room() const;
  /// Statements that are in no document.
  void tell_nameless(std::uint64_t count) const;
  /// A document that is larger than `--max-document`.
  void tell_size(const DocumentText& text) const;
};

}  // namespace semsite
