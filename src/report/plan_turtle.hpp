#pragma once

#include <vector>

#include "plan/access_plan.hpp"
#include "rdf/quad_builder.hpp"

namespace semsite {

/// `semsite plan --format turtle`: every dataset as VoID and DCAT, its endpoints as
/// SPARQL service descriptions (docs/descriptions.md has the mapping). Reading this with
/// `semsite plan` gives the same plan.
void describe_plans(const std::vector<AccessPlan>& plans, QuadBuilder& out);

}  // namespace semsite
