#pragma once

#include "crawl/output_notes.hpp"
#include "plan/access_plan.hpp"

namespace semsite {

/// Of mirrors that are drawn by chance, the one that an earlier run had comes first: it
/// alone can say that nothing has changed, and blank nodes keep their labels. One that
/// was asked only because others failed, or that has a lower rank, stays behind them.
void put_former_mirrors_first(AccessPlan& plan, OutputNotes& notes);

}  // namespace semsite
