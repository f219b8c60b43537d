#pragma once

#include <string>

#include "plan/access_plan.hpp"
#include "report/terminal.hpp"

namespace semsite {

/// `semsite plan` for people: each dataset, every way, the choice and its reason.
[[nodiscard]] std::string plan_text(const AccessPlan& plan,
                                    Colours colours = Colours::off);

}  // namespace semsite
