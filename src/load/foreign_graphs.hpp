#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "load/graph_rights.hpp"
#include "load/store.hpp"
#include "load/store_client.hpp"
#include "report/console.hpp"
#include "state/load_table.hpp"

namespace semsite {

/// Keeps `--replace` from graphs that are somebody else's. The references outlive it; for
/// one thread.
class ForeignGraphs {
 public:
  struct Means {
    const GraphRights& rights;
    StoreClient& client;
    const Store& store;
    LoadTable& table;
    Console& console;
  };
  explicit ForeignGraphs(Means means) : means_(means) {}

  /// The quads that come now are of this input.
  void read_from(const std::string& input) { input_ = input; }
  /// May they empty the graph? One of another host only if this very state made it: if it
  /// was empty when the first load of this state came to it. Tells the user if not.
  [[nodiscard]] bool may_replace(const std::string& graph);
  /// Of how many graphs that was said; with a last word about them.
  [[nodiscard]] std::uint64_t barred() const { return barred_.size(); }
  void tell(std::uint64_t statements) const;

 private:
  [[nodiscard]] bool is_empty_there(const std::string& graph);

  Means means_;
  std::string input_;
  std::set<std::string> barred_;
};

}  // namespace semsite
