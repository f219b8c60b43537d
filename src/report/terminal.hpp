#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

enum class ColourWish : std::uint8_t { automatic, always, never };
enum class Colours : std::uint8_t { off, on };

/// Are colours to be written to `descriptor`? Automatic: on a terminal that is not
/// `TERM=dumb`, unless `NO_COLOR` is set to anything (https://no-color.org); who wishes
/// them always has said so, as that page has it.
[[nodiscard]] Colours colours_of(ColourWish wish, int descriptor);

/// Can the last line of `descriptor` be written over: is it a terminal, and not a dumb
/// one?
[[nodiscard]] bool can_write_over(int descriptor);

/// Does what is written to both come to one reader: one terminal, pipe or file?
[[nodiscard]] bool is_one_place(int descriptor, int other);

/// Columns of the terminal at `descriptor`, now; 80 if it does not say.
[[nodiscard]] std::size_t terminal_width(int descriptor);

/// `text` in bold, yellow bold (warnings) or red bold (errors); as it is without colours.
enum class Emphasis : std::uint8_t { heading, warning, error };
[[nodiscard]] std::string emphasised(std::string_view text, Emphasis emphasis,
                                     Colours colours);

/// `text` with its headings in bold: lines that begin in the first column and end with a
/// colon.
[[nodiscard]] std::string with_headings(std::string_view text, Colours colours);

}  // namespace semsite
