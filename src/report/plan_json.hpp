#pragma once

#include <string>

#include "base/json_writer.hpp"
#include "plan/access_plan.hpp"

namespace semsite {

/// What was learnt about a site, as one JSON object.
void write_profile(JsonWriter& json, const SiteProfile& profile);

/// `semsite plan --format json`: one object for all sites (docs/plan.md has the schema).
[[nodiscard]] std::string plan_json(const std::vector<AccessPlan>& plans);

}  // namespace semsite
