#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "load/batch_cutter.hpp"
#include "load/loaded_store.hpp"

namespace semsite {

/// A site, or another source on the web, that may have said what is loaded.
struct GraphSpeaker {
  std::vector<std::string> holders{};  ///< that it is from (holder_of)
  /// IRIs, and beginnings of IRIs, that these hosts were found to speak for.
  std::vector<std::string> graphs{}, prefixes{};

  [[nodiscard]] bool speaks_for(std::string_view graph) const;
};

/// Whose graphs a load may empty. Data from the web names graphs as it likes: those of
/// others are left alone, unless this load's own state has made them. The right belongs
/// to the pair of who said a quad and whose graph it names.
struct GraphRights {
  std::vector<std::string> trusted{};  ///< by the user (is_held_by)
  /// By input: whose quads may stand there. None: it is the user's own, who may do as he
  /// likes. Where there are several, nothing tells whose a quad is.
  std::map<std::string, std::vector<GraphSpeaker>, std::less<>> speakers{};

  /// May quads of `input` empty the graph, whoever filled it? Only if each of its
  /// speakers may. Empty: the nameless one, which is nobody's.
  [[nodiscard]] bool allow(std::string_view input, std::string_view graph) const;
};

/// Counts the graphs of a load in the store, before and after, and compares with what was
/// loaded. A graph whose name is a blank node has another name there, and is passed over.
///
/// The references outlive it. What cannot be counted is a RunError.
class GraphCheck {
 public:
  /// The table keeps the counts from before for a run that goes on. With `replaces`, what
  /// is in a graph goes first.
  explicit GraphCheck(LoadedStore loaded, bool replaces = false)
      : loaded_(loaded), replaces_(replaces) {}

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

  LoadedStore loaded_;
  bool replaces_;
  std::vector<BatchCutter::GraphCount> expected_;
};

/// Keeps `--replace`, and lists of changes, from emptying graphs that are somebody
/// else's. The references outlive it; for one thread.
class ForeignGraphs {
 public:
  ForeignGraphs(LoadedStore loaded, const GraphRights& rights)
      : loaded_(loaded), rights_(rights) {}

  /// The quads that come now are of this input.
  void read_from(const std::string& input) { input_ = input; }
  /// May they empty the graph? One of another host only if this very state made it: if it
  /// was empty when the first load of this state came to it. Tells the user if not.
  [[nodiscard]] bool may_replace(const std::string& graph);
  /// May they be told to lose quads that the input once had? The same, but for graphs
  /// that nobody has made yet.
  [[nodiscard]] bool may_take_out_of(const std::string& graph);
  /// The graph is about to get its first quads.
  void note_filling(const std::string& graph);
  /// Of how many graphs that was said; with a last word about them.
  [[nodiscard]] std::uint64_t barred() const { return barred_.size(); }
  void tell(std::uint64_t statements) const;

 private:
  [[nodiscard]] bool is_ours(const std::string& graph);
  void bar(const std::string& graph, std::string_view what);
  [[nodiscard]] bool is_empty_there(const std::string& graph);

  LoadedStore loaded_;
  const GraphRights& rights_;
  std::string input_;
  std::set<std::string> barred_;
};

}  // namespace semsite
