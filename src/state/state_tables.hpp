#pragma once

#include "store/database.hpp"

namespace semsite {

/// Makes the tables of a state of a fetch, as `RunState::kVersion` has them, in a
/// database that has none (docs/internals/states.md). In a transaction of the caller's.
void make_state_tables(Database& database);

/// The same, one by one, for a state of an earlier form (state/earlier_forms).
void make_run_table(Database& database);
void make_file_tables(Database& database);
void make_confirmation_table(Database& database);
/// Those that came within forms up to 7; what is there already stays.
void make_later_tables(Database& database);

}  // namespace semsite
