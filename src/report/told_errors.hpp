#pragma once

#include <cstdint>

namespace semsite {

/// How many errors all consoles of this process have told. With `-q` only the first of a
/// run's errors is: one line says that it is not complete, and why.
[[nodiscard]] std::uint64_t told_errors();

}  // namespace semsite
