#pragma once

#include <span>

#include "validate/rule.hpp"

namespace semsite {

/// The parts of `validation_rules()`, each in a file of its own.
[[nodiscard]] std::span<const ValidationRule> robots_rule_table();
[[nodiscard]] std::span<const ValidationRule> sitemap_rule_table();
[[nodiscard]] std::span<const ValidationRule> dataset_rule_table();
[[nodiscard]] std::span<const ValidationRule> extension_rule_table();
[[nodiscard]] std::span<const ValidationRule> diwoo_rule_table();
[[nodiscard]] std::span<const ValidationRule> page_rule_table();

}  // namespace semsite
