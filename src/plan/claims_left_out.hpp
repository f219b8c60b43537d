#pragma once

#include <string>
#include <vector>

#include "discover/site_profile.hpp"
#include "plan/access_plan.hpp"

namespace semsite {

/// The dataset without names of other hosts that nobody confirms, but for its IRI. What
/// goes is told in `notes`.
[[nodiscard]] DatasetFact without_claims(const DatasetFact& fact,
                                         std::vector<std::string>& notes);

/// Notes in `plan` that a dataset with a claimed IRI is left out; the first few are told
/// one by one.
void leave_out_claim(const DatasetFact& fact, AccessPlan& plan);
/// How many there were.
void tell_claims_left_out(AccessPlan& plan);

}  // namespace semsite
