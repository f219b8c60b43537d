#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "load/batch_cutter.hpp"
#include "load/store.hpp"
#include "load/store_client.hpp"
#include "report/console.hpp"
#include "state/load_table.hpp"

namespace semsite {

/// Counts the graphs of a load in the store, before and after, and compares with what was
/// loaded. A graph whose name is a blank node has another name there, and is passed over.
///
/// The references outlive it. What cannot be counted is a RunError.
class GraphCheck {
 public:
  struct Means {
    StoreClient& client;
    const Store& store;
    LoadTable& table;  ///< keeps the counts from before for a run that goes on
    Console& console;
    bool replaces = false;  ///< what is in a graph goes first
  };
  explicit GraphCheck(Means means) : means_(means) {}

  /// A graph is about to get its first statement. True if it was counted now and is
  /// empty.
  bool note_before(const std::string& graph);
  /// The different triples of each graph of the input.
  void expect(std::vector<BatchCutter::GraphCount> counts) {
    expected_ = std::move(counts);
  }
  /// Tells what differs; true if nothing does. Where a graph held something before, some
  /// of the triples may have been there already: the number has only to be possible.
  [[nodiscard]] bool passes();

 private:
  [[nodiscard]] std::uint64_t count(const std::string& graph);

  Means means_;
  std::vector<BatchCutter::GraphCount> expected_;
};

}  // namespace semsite
