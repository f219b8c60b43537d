#pragma once

#include <span>
#include <string_view>

namespace semsite {

/// What a manual page says of a command beside its options. A command without notes has
/// a page all the same.
struct ManNotes {
  std::string_view command;
  std::string_view description;  ///< further paragraphs, an empty line between two
  std::string_view examples;     ///< pairs of lines: what it does, and how
  std::string_view files;        ///< pairs of lines: name, and what it is
  std::string_view exit_status;  ///< pairs of lines: number, and when
};

/// The notes of `command`; empty ones if there are none.
[[nodiscard]] ManNotes man_notes(std::string_view command);

}  // namespace semsite
