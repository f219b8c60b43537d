#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "reading/outcome.hpp"
#include "state/page_state.hpp"
#include "store/database.hpp"

namespace semsite {

// How values of ours stand in the tables of a state, and back. They stand there by names;
// in `page`, which may have millions of rows, by numbers that the state itself explains
// (tables `page_state` and `page_outcome`). Names and numbers are part of the form of a
// state, whatever becomes of the types here. What is unknown throws RunError: the state
// is damaged, or of a version that knows more.

/// SQLite has signed numbers only.
[[nodiscard]] constexpr std::int64_t as_number(std::uint64_t count) {
  return static_cast<std::int64_t>(count);
}
[[nodiscard]] constexpr std::uint64_t as_count(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}
/// Seconds since 1970.
[[nodiscard]] std::int64_t as_seconds(std::chrono::system_clock::time_point time);

[[nodiscard]] std::string_view stored(Outcome outcome);
[[nodiscard]] Outcome outcome_of(const std::string& path, std::string_view stored);

/// Of a page.
[[nodiscard]] std::int64_t page_code(Outcome outcome);
[[nodiscard]] Outcome page_outcome_of(const std::string& path, std::int64_t code);
[[nodiscard]] PageState page_state_of(const std::string& path, std::int64_t code);

/// How a run stands.
enum class RunStage : std::uint8_t {
  open,   ///< under way, or broken off
  ended,  ///< it has come to its end, and has something
  vain,   ///< it has come to its end, and has got nothing
};
[[nodiscard]] std::string_view stored(RunStage stage);
[[nodiscard]] RunStage run_stage_of(const std::string& path, std::string_view stored);

/// "'a', 'b', 'c'": the names that stand for outcomes, for a CHECK in SQL.
[[nodiscard]] std::string outcome_names();

/// In SQL, an `Outcome` of forms before 8, which had its number, by its name.
[[nodiscard]] std::string outcome_by_number(std::string_view column);

/// Makes the tables that explain the numbers of pages, or adds those that came since.
void put_page_codes(Database& database) SEMSITE_REQUIRES(database.mutex());

/// Refuses what no version of ours that this one knows has written.
[[noreturn]] void refuse_unknown(const std::string& path, std::string_view what,
                                 std::string_view value);

}  // namespace semsite
