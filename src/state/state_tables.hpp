#pragma once

#include "store/database.hpp"

namespace semsite {

/// Makes the tables of a state of a fetch, as `RunState::kVersion` has them, in a
/// database that has none (docs/internals/states.md). In a transaction of the caller's.
void make_state_tables(Database& database) SEMSITE_REQUIRES(database.mutex());

/// The same, one by one, for a state of an earlier form (state/earlier_forms).
void make_run_table(Database& database) SEMSITE_REQUIRES(database.mutex());
void make_file_tables(Database& database) SEMSITE_REQUIRES(database.mutex());
void make_confirmation_table(Database& database) SEMSITE_REQUIRES(database.mutex());
/// Those that came within forms up to 7; what is there already stays.
void make_later_tables(Database& database) SEMSITE_REQUIRES(database.mutex());

}  // namespace semsite
