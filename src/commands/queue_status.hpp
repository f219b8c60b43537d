#pragma once

#include <string>

#include "commands/message_options.hpp"

namespace semsite {

/// `semsite status --queue`: runs, who asks what, what is left, when it will be done.
struct QueueStatusOptions {
  std::string url;
  std::string name{};  ///< of a series; empty: all
  bool as_json = false;
};

/// Prints it: 0 if the last run of each series is over and complete, 1 otherwise. Throws
/// RunError.
[[nodiscard]] int run_queue_status(const QueueStatusOptions& options,
                                   const MessageOptions& messages);

}  // namespace semsite
