#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace semsite {

/// Where a page of a crawl stands (docs/internals/states.md).
enum class PageState : std::uint8_t {
  waiting,      ///< no run has asked for it yet, and it is to be asked for
  taken,        ///< the same, and somebody has been given it
  again,        ///< known, and to be asked for once more
  taken_again,  ///< the same, and somebody has been given it
  ended,        ///< it was asked for, or need not be
  parked,       ///< left for another run, with its host
  dropped,      ///< no sitemap lists it any more; it goes when the run has ended
};

/// What changes it.
enum class PageEvent : std::uint8_t {
  take,        ///< a worker is given it
  take_named,  ///< somebody who knows its URL asks for it, whoever else has
  give_back,   ///< a run opens the crawl: who had been given it is gone
  end,         ///< it was asked for
  ask_again,   ///< it is wanted (once more)
  park,        ///< its host is given up
  drop,        ///< every sitemap was read, and none lists it
  undo,        ///< the run that changed it got nothing, and is taken back
};

/// How a state stands in the tables, where each page has a row: by a number. Part of the
/// form of a state: neither is ever given another meaning.
struct PageStateCode {
  PageState state;
  int code;
  std::string_view name;
};
inline constexpr std::array<PageStateCode, 7> kPageStates{{
    {PageState::ended, 0, "ended"},
    {PageState::waiting, 1, "waiting"},
    {PageState::again, 2, "again"},
    {PageState::taken, 3, "taken"},
    {PageState::taken_again, 4, "taken_again"},
    {PageState::parked, 5, "parked"},
    {PageState::dropped, 6, "dropped"},
}};

/// What `event` makes of a page; nothing: it must not happen to one that stands there.
/// This is the only place that says so.
[[nodiscard]] std::optional<PageState> state_after(PageState from, PageEvent event);

[[nodiscard]] constexpr int code_of(PageState state) {
  for (const PageStateCode& one : kPageStates)
    if (one.state == state) return one.code;
  return -1;  // of none
}
/// Nothing: no state has that number.
[[nodiscard]] std::optional<PageState> page_state_of(std::int64_t code);

/// Has it been asked for, or need it not be?
[[nodiscard]] bool is_pending(PageState state);

/// SQL over `page`, with states in braces by name: `{waiting}` is its number; `{to_ask}`
/// (nobody has it), `{pending}` (or somebody has), `{over}` (ended or parked) and
/// `{settled}` (or dropped) are lists of numbers for `state IN (…)`. An event in braces,
/// as in `SET state = {take}`, is the state after it; of a page to which it must not
/// happen it is null, which no row takes: the statement fails, and nothing is changed.
[[nodiscard]] std::string page_sql(std::string_view sql);

}  // namespace semsite
