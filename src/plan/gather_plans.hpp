#pragma once

#include <string>
#include <vector>

#include "plan/access_plan.hpp"

namespace semsite {

/// Of the plans of one site, which may have been named several times, by its root and by
/// a sitemap: leaves each dataset, file and list of pages in them once. What is the same
/// is told by the graph that it names and by its locations, in their plain spelling; a
/// dump that the user named is a part of the dataset that has it. The entries of what
/// goes are those of what stays (`more_listings`), and that is said (`left_out`).
void gather_plans(std::vector<AccessPlan>& plans);

/// All places where the ways of a dataset lead, the same whatever their order.
[[nodiscard]] std::string locations_text(const DatasetPlan& plan);

}  // namespace semsite
