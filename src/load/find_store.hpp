#pragma once

#include <optional>
#include <string>

#include "load/store.hpp"
#include "load/store_client.hpp"
#include "report/console.hpp"

namespace semsite {

/// What the user says of a store.
struct StoreWish {
  std::string url;                       ///< an endpoint, or what stands before it
  std::optional<LoadProtocol> protocol;  ///< none: find out
  std::string query_url;                 ///< empty: find out
  bool replaces = false;                 ///< graphs are replaced, so N-Quads are no way
};

/// Asks the store what it takes: at `wish.url`, and at the places beside and below it
/// that stores are known to use. Adds no statement: the bodies that it sends are empty.
/// Throws RunError with what was answered if nothing takes data.
[[nodiscard]] Store find_store(const StoreWish& wish, StoreClient& client,
                               Console& console);

}  // namespace semsite
