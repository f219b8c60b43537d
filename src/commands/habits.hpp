#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/option_table.hpp"

namespace semsite {

/// A word that people type who know curl, wget, rapper, riot, Scrapy or other commands of
/// this kind, and what there is of it here. Plain data.
struct Habit {
  std::string_view typed;      ///< a command, or an option with its dashes
  std::string_view command{};  ///< ours that does it; empty: an option, or nothing does
  std::array<std::string_view, 3> options{};  ///< ours that come nearest, without dashes
  std::string_view remark{};                  ///< how it is done, or why it is not
};

/// All of them; each word stands there once.
[[nodiscard]] std::span<const Habit> habits();

/// What to type instead of `word`, which is no command, behind "there is no command X":
/// begins with "; " or " (". Empty: nothing comes near.
[[nodiscard]] std::string command_advice(const std::string& word);

/// The same of `typed` ("--timeout", "-O"), which `command` (empty: no command at all)
/// has not among the options of `table`. `typed` has no value.
[[nodiscard]] std::string option_advice(std::string_view command,
                                        const OptionTable& table,
                                        const std::string& typed);

/// The option `name` as one types it, and what it is for: "--delay SECONDS: between …".
[[nodiscard]] std::string option_shown(const OptionRow& row);

}  // namespace semsite
