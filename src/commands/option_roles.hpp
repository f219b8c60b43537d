#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/option_table.hpp"

namespace semsite {

/// Does an option of `fetch` decide what the output is? If it does, two runs with
/// different texts are different commands for the state.
enum class Shapes {
  nothing,   ///< how it is asked for, how far, what is told, what follows
  output,    ///< each text as it stands; the order of several does not matter
  in_order,  ///< the same, but the later of several wins
  list,      ///< words with commas between them
  ways,      ///< the same, and the ways that are not named follow
  path,      ///< a path
};

/// A row of the table that says it of each option of `fetch`.
struct OptionRole {
  std::string_view name;
  Shapes shapes = Shapes::nothing;
  std::string_view otherwise{};  ///< the text that stands for one that is not given
};

/// Null if the option has no row; then it shapes the output, to be safe.
[[nodiscard]] const OptionRole* role_of(std::string_view name);

/// An option that shapes the output, its texts as they are compared.
struct ShapingOption {
  std::string name;
  std::vector<std::string> texts;  ///< none of a switch
};

/// Those of `given` that shape the output of `fetch`, by name; those that say what holds
/// anyway are left out.
[[nodiscard]] std::vector<ShapingOption> shaping_options(const GivenOptions& given);

}  // namespace semsite
