#pragma once

#include <vector>

#include "plan/access_plan.hpp"
#include "plan/make_plan.hpp"

namespace semsite {

/// Says of the endpoints of `plan` where the Graph Store is that has their graphs: the
/// user's one (`--graph-store`), if it is plain which endpoint it belongs to; else one
/// that the dataset's description names, if it is on the endpoint's own site, so that
/// whoever may be asked for the one may be asked for the other. The user's one that
/// belongs to none is told among what is left out.
void find_graph_stores(AccessPlan& plan, const PlanPolicy& policy);

}  // namespace semsite
