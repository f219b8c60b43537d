#pragma once

#include <cstdint>
#include <mutex>

#include "store/database.hpp"

namespace semsite::test {

/// The first column of the first row, asked for under the lock: a thread may be settling
/// what was written before.
inline std::int64_t number_of(Database& database, const char* sql) {
  const std::scoped_lock lock{database.mutex()};
  return database.number(sql);
}

}  // namespace semsite::test
