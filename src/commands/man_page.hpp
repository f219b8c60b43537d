#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// "semsite", or "semsite-fetch" of a command: the name of its page without the section.
[[nodiscard]] std::string man_name(std::string_view command);

/// The manual page of `command` (a name of `commands()`; empty: of semsite itself) as
/// roff, made from the tables of commands and options.
[[nodiscard]] std::string man_page(const std::string& command);

/// Writes the pages of all commands into `folder`, as NAME.1. Throws RunError.
void write_man_pages(const std::string& folder);

}  // namespace semsite
