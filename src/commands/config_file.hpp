#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// A line of a file of options: `name = value`, or the name of a switch alone.
struct ConfigLine {
  std::string section;  ///< the command that it is for; empty: every one
  std::string name;     ///< of an option, without dashes
  std::string value;    ///< without quotes and remarks
  std::string place;    ///< "nightly.conf:3"
};

/// The lines of `text`, which messages call `path`: `#` begins a remark at the start of a
/// line and behind white space, `[fetch]` a section, double quotes keep a value as it
/// stands. Throws UsageError with file and line, never with a value: it may be a secret.
[[nodiscard]] std::vector<ConfigLine> config_lines(std::string_view text,
                                                   const std::string& path);

/// What the file at `path` says for `command`. Options that only other commands have are
/// passed over outside of a section. Every line is checked: throws UsageError, with file
/// and line, for an option or a section that there is not, and with the nearest name.
[[nodiscard]] std::vector<ConfigLine> config_for(const std::string& path,
                                                 const std::string& command);

}  // namespace semsite
