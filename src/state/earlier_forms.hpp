#pragma once

#include <cstdint>

#include "store/database.hpp"

namespace semsite {

/// The form of a state of version 0.1.0, and of the last one before what stands in the
/// tables had names.
inline constexpr int kFormOfVersion01 = 6;
inline constexpr int kLastNumberedForm = 7;

/// Makes the present form of a state of an earlier one (docs/internals/states.md), in a
/// transaction of the caller's. Throws RunError, with what to do, if that cannot be done.
void bring_up_to_date(Database& database, std::int64_t form)
    SEMSITE_REQUIRES(database.mutex());

/// Lets the tables of an earlier form be read as those of the present one, as far as a
/// summary needs them. Nothing is written to the file.
void read_as_present(UnsharedDatabase& database, std::int64_t form);

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
