#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/database.hpp"

namespace semsite {

/// How far the harvests of endpoints are: what was still to be asked when a run was
/// broken off, as the walk wrote it. Which parts are in the output stands in the
/// `FileTable`. Thread-safe.
class WalkTable {
 public:
  /// `run`: number of the run; what other runs noted does not count.
  WalkTable(Database& database, std::int64_t run) : database_(database), run_(run) {}

  void put(std::string_view dataset, std::string_view endpoint, std::string_view text);
  [[nodiscard]] std::optional<std::string> find(std::string_view dataset,
                                                std::string_view endpoint);
  void forget(std::string_view dataset, std::string_view endpoint);

 private:
  Database& database_;
  std::int64_t run_;
};

}  // namespace semsite
