#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validate/findings.hpp"

namespace semsite {

/// What is known of a code: a row of a constant table. docs/validate.md has all of them.
struct ValidationRule {
  std::string_view code;  ///< or, of a family, what its codes begin with ("turtle.")
  Severity severity = Severity::error;
  std::string_view title;   ///< what is wrong, a phrase
  std::string_view rule;    ///< the specification and its section
  std::string_view cost;    ///< what it costs those who read the site by program
  std::string_view remedy;  ///< what to do
};

/// The rule of `code`: its own, else that of its family; null if it is not known.
[[nodiscard]] const ValidationRule* find_rule(std::string_view code);

/// Every rule with a code of its own, then every family, in the order of the docs.
[[nodiscard]] std::span<const ValidationRule> validation_rules();
[[nodiscard]] std::span<const ValidationRule> validation_families();

}  // namespace semsite
