#include "state/walk_table.hpp"

namespace semsite {

void WalkTable::put(std::string_view dataset, std::string_view endpoint,
                    std::string_view text) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{database_, "INSERT OR REPLACE INTO walk VALUES (?, ?, ?, ?)"};
  put.text(dataset).text(endpoint).number(run_).text(text).run();
}

std::optional<std::string> WalkTable::find(std::string_view dataset,
                                           std::string_view endpoint) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_, "SELECT text FROM walk WHERE dataset = ? AND endpoint = ? AND run = ?"};
  if (!find.text(dataset).text(endpoint).number(run_).step()) return std::nullopt;
  return find.text_at(0);
}

void WalkTable::forget(std::string_view dataset, std::string_view endpoint) {
  const MutexLock lock{database_.mutex()};
  Database::Query drop{database_, "DELETE FROM walk WHERE dataset = ? AND endpoint = ?"};
  drop.text(dataset).text(endpoint).run();
}

}  // namespace semsite
