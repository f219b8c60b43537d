#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// A script by which `shell` (bash, zsh, fish) completes commands, options, their values
/// and files, made from the tables of commands and options. Throws UsageError for another
/// shell.
[[nodiscard]] std::string completion_script(std::string_view shell);

}  // namespace semsite
