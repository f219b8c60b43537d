#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "commands/message_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

/// What `mappings` is told.
struct MappingsOptions {
  MessageOptions messages;
  std::vector<std::string> places;  ///< files and folders with mappings of the user
  bool functions = false;           ///< list what mappings can call instead
};

[[nodiscard]] OptionTable mappings_table();
[[nodiscard]] MappingsOptions read_mappings_command(const CommandLine& line);

/// Lists the mappings, those of the user included, after having checked each; or the
/// functions that mappings can call. What is wrong goes to `complain`, a line each. The
/// exit status: 2 if a mapping is bad.
[[nodiscard]] int list_mappings(const MappingsOptions& options,
                                const std::function<void(std::string_view)>& print,
                                const std::function<void(std::string_view)>& complain);

/// The same, printed.
[[nodiscard]] int run_mappings(const MappingsOptions& options,
                               const std::stop_token& stop);

}  // namespace semsite
