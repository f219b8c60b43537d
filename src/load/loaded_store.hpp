#pragma once

#include "load/store.hpp"
#include "load/store_client.hpp"
#include "report/console.hpp"
#include "state/load_table.hpp"

namespace semsite {

/// The store that a load goes into: how it is asked, and what is remembered of it. What
/// is referred to outlives it.
struct LoadedStore {
  StoreClient& client;
  Store& store;
  LoadTable& table;
  Console& console;
};

}  // namespace semsite
