#include "state/page_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>

namespace semsite {
namespace {

struct Transition {
  PageEvent event;
  PageState from, to;
};

using enum PageState;

/// The table of docs/internals/states.md.
constexpr std::array kTransitions{
    Transition{PageEvent::take, waiting, taken},
    Transition{PageEvent::take, again, taken_again},

    Transition{PageEvent::take_named, waiting, taken},
    Transition{PageEvent::take_named, taken, taken},
    Transition{PageEvent::take_named, again, taken_again},
    Transition{PageEvent::take_named, taken_again, taken_again},
    Transition{PageEvent::take_named, ended, taken_again},
    Transition{PageEvent::take_named, parked, taken_again},
    Transition{PageEvent::take_named, dropped, taken_again},

    Transition{PageEvent::give_back, taken, waiting},
    Transition{PageEvent::give_back, taken_again, again},

    Transition{PageEvent::end, taken, ended},
    Transition{PageEvent::end, taken_again, ended},
    // Its host was given up while its answer was on the way,
    Transition{PageEvent::end, parked, ended},
    // and something wanted it after that.
    Transition{PageEvent::end, again, ended},
    // Somebody else had it, too (`take_named`).
    Transition{PageEvent::end, ended, ended},

    Transition{PageEvent::ask_again, ended, again},
    Transition{PageEvent::ask_again, parked, again},
    Transition{PageEvent::ask_again, dropped, again},

    Transition{PageEvent::park, waiting, parked},
    Transition{PageEvent::park, taken, parked},
    Transition{PageEvent::park, again, parked},
    Transition{PageEvent::park, taken_again, parked},

    Transition{PageEvent::drop, waiting, dropped},
    Transition{PageEvent::drop, taken, dropped},
    Transition{PageEvent::drop, again, dropped},
    Transition{PageEvent::drop, taken_again, dropped},
    Transition{PageEvent::drop, ended, dropped},
    Transition{PageEvent::drop, parked, dropped},

    Transition{PageEvent::undo, waiting, again},
    Transition{PageEvent::undo, taken, again},
    Transition{PageEvent::undo, again, again},
    Transition{PageEvent::undo, taken_again, again},
    Transition{PageEvent::undo, ended, again},
    Transition{PageEvent::undo, parked, again},
    Transition{PageEvent::undo, dropped, ended},
};

struct EventName {
  PageEvent event;
  std::string_view name;
};
constexpr std::array<EventName, 8> kEvents{{{PageEvent::take, "take"},
                                            {PageEvent::take_named, "take_named"},
                                            {PageEvent::give_back, "give_back"},
                                            {PageEvent::end, "end"},
                                            {PageEvent::ask_again, "ask_again"},
                                            {PageEvent::park, "park"},
                                            {PageEvent::drop, "drop"},
                                            {PageEvent::undo, "undo"}}};

/// "1, 2"
std::string codes_of(std::initializer_list<PageState> states) {
  std::string out;
  for (const PageState state : states)
    out += fmt::format("{}{}", out.empty() ? "" : ", ", code_of(state));
  return out;
}

/// The state after `event`, in SQL.
std::string case_of(PageEvent event) {
  std::string out = "CASE state";
  for (const PageStateCode& one : kPageStates)
    if (const auto to = state_after(one.state, event))
      out += fmt::format(" WHEN {} THEN {}", one.code, code_of(*to));
  return out + " END";
}

/// Of what stands in braces in SQL.
std::string meaning_of(std::string_view name) {
  if (name == "to_ask") return codes_of({waiting, again});
  if (name == "pending") return codes_of({waiting, taken, again, taken_again});
  if (name == "over") return codes_of({ended, parked});
  if (name == "settled") return codes_of({ended, parked, dropped});
  for (const PageStateCode& one : kPageStates)
    if (one.name == name) return std::to_string(one.code);
  for (const EventName& one : kEvents)
    if (one.name == name) return case_of(one.event);
  throw std::logic_error{fmt::format("{}: no state of a page, and no event", name)};
}

}  // namespace

std::optional<PageState> state_after(PageState from, PageEvent event) {
  const auto* const found = std::ranges::find_if(
      kTransitions,
      [&](const Transition& one) { return one.event == event && one.from == from; });
  if (found == kTransitions.end()) return std::nullopt;
  return found->to;
}

std::optional<PageState> page_state_of(std::int64_t code) {
  const auto* const found = std::ranges::find(kPageStates, code, &PageStateCode::code);
  if (found == kPageStates.end()) return std::nullopt;
  return found->state;
}

bool is_pending(PageState state) {
  return state == waiting || state == taken || state == again || state == taken_again;
}

std::string page_sql(std::string_view sql) {
  std::string out;
  for (;;) {
    const std::size_t open = sql.find('{');
    out += sql.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = sql.find('}', open);
    out += meaning_of(sql.substr(open + 1, close - open - 1));
    sql.remove_prefix(close + 1);
  }
}

}  // namespace semsite
