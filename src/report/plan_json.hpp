#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.hpp"
#include "plan/access_plan.hpp"

namespace semsite {

/// A field `name`; null if there is no value.
template <typename Value>
void write_optional(JsonWriter& json, std::string_view name,
                    const std::optional<Value>& value) {
  json.key(name);
  if (value) {
    json.value(*value);
  } else {
    json.null();
  }
}

/// What was learnt about a site, as one JSON object.
void write_profile(JsonWriter& json, const SiteProfile& profile);

/// A field `licenses`; none if there are none.
void write_licences(JsonWriter& json, const std::vector<LicenceStatement>& licences);
/// Fields `authority` and `authority_reason` of a name; none for an empty one.
void write_standing(JsonWriter& json, std::string_view name, const Standings& standings);
/// A field `claims`; none if there are none.
void write_claims(JsonWriter& json, const std::vector<NameClaim>& claims);

/// `semsite plan --format json`: one object for all sites (docs/plan.md has the schema).
[[nodiscard]] std::string plan_json(const std::vector<AccessPlan>& plans);

}  // namespace semsite
