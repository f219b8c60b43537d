#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// How many errors all consoles of this process have told. With `-q` only the first of a
/// run's errors is: one line says that it is not complete, and why.
[[nodiscard]] std::uint64_t told_errors();

/// Notes, in a sentence, why the run is not complete although no error was told: what it
/// came to. What is noted first counts. Thread-safe.
void note_loss(std::string why);
/// The same of a statement of `document`, or a document, that was skipped for `code`.
void note_skip(std::string_view document, std::string_view code);

/// What was noted first, with how many were skipped of that document; empty: nothing.
[[nodiscard]] std::string first_loss();

}  // namespace semsite
