#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "parse/standard_sitemap.hpp"

namespace semsite {

/// An element of one of the files of a walk.
struct StandardNode {
  std::uint32_t file = 0;     ///< in `StandardSite::files`
  std::uint32_t element = 0;  ///< in that file
  friend auto operator<=>(const StandardNode&, const StandardNode&) = default;
};

/// Parent and child in the node hierarchy. `stands_in`: the file with the nesting, or
/// with the `external`, that says so.
struct StandardEdge {
  std::uint32_t stands_in = 0;
  StandardNode parent, child;
  friend auto operator<=>(const StandardEdge&, const StandardEdge&) = default;
};

/// An `external` that led to nothing, and why.
struct StandardGap {
  StandardNode external;
  std::string url;
  std::string code, problem;
};

/// What a Standard-Sitemap came to: its hierarchy over several files.
struct StandardSite {
  enum class Place : std::uint8_t {
    unreached,
    role_only,  ///< reached where it is excluded, and has a role
    node,       ///< of the hierarchy
  };
  struct File {
    std::shared_ptr<const StandardFile> file;
    std::vector<Place> places;  ///< one for each element
  };
  std::vector<File> files;          ///< [0] is the root file; empty: it could not be had
  std::vector<StandardEdge> edges;  ///< sorted, each once
  std::vector<StandardGap> gaps;
  std::vector<std::string> limits;  ///< what was reached, in sentences

  /// URLs of its pages, sorted, each once: what may be fetched of it. Never one that is
  /// to be posted to.
  [[nodiscard]] std::vector<std::string> pages() const;
};

struct StandardWalkOptions {
  enum class Externals : std::uint8_t {
    none,       ///< one file alone
    same_site,  ///< scheme, host and port of the root file
    any,
  } externals = Externals::same_site;
  std::uint32_t files = kStandardFiles;
  std::uint32_t nodes = kStandardNodes;
  std::uint32_t edges = 1'000'000;
};

/// Goes through the files of one Standard-Sitemap. Asks for nothing itself: gives URLs,
/// and is told what came. Each file is asked for once (document guard), each node gone
/// into once (node guard), so that loops end; meeting a node again adds the edge only.
class StandardWalk {
 public:
  explicit StandardWalk(const std::string& root, StandardWalkOptions options = {});

  /// URLs to ask for first: the root.
  [[nodiscard]] std::vector<std::string> start();

  struct Answer {
    std::string url;                           ///< as it was asked for
    std::shared_ptr<const StandardFile> file;  ///< null: it could not be had
    std::string code, problem;                 ///< then
  };
  /// Takes an answer in any order; gives what else to ask for. When every URL has been
  /// answered, the walk is over.
  [[nodiscard]] std::vector<std::string> follow(Answer answer);

  /// Whether every URL has been answered.
  [[nodiscard]] bool is_done() const { return open_ == 0; }
  /// What it came to; once, at the end.
  [[nodiscard]] StandardSite finish();

 private:
  /// One thing to look at, and below which node.
  struct Step {
    enum class What : std::uint8_t { node, external } what = What::node;
    StandardNode at{};
    StandardNode parent{};  ///< of an external: what it stands below
    bool included = true;   ///< false: nothing here becomes a node of the hierarchy
  };
  /// What became of a URL, without fragment.
  struct Slot {
    enum class State : std::uint8_t { open, had, lost } state = State::open;
    std::uint32_t file = 0;
    std::string code, problem;
    std::vector<Step> waiting;
  };
  struct Mark {
    bool reached = false, node = false;
  };
  /// The root of a file was placed below a node.
  struct Entry {
    std::uint32_t file = 0;
    StandardNode parent;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  static constexpr std::uint64_t kSteps = 4'000'000;
  static constexpr std::size_t kLimitsNoted = 20;

  void push(const Step& step) { steps_.push_back(step); }
  void take(Slot& slot, Answer answer);
  void settle(Slot& slot);
  void go();
  void visit(const Step& step);
  void children(StandardNode container, StandardNode parent, std::uint32_t stands_in,
                bool included);
  void lead(const Step& step);
  void enter(Slot& slot, const Step& step);
  void ask(std::string url, const Step& step);
  void reach(const Step& step, std::uint32_t target);
  void miss(const Step& step, std::string_view code, std::string problem);
  void join(std::uint32_t stands_in, StandardNode parent, StandardNode child);
  void limit(std::string reached);

  StandardWalkOptions options_;
  std::string root_;
  StandardSite out_;
  std::vector<std::vector<Mark>> marks_;  ///< of each file's elements
  std::map<std::string, Slot, std::less<>> asked_;
  std::map<std::string, std::uint32_t, std::less<>> by_url_;  ///< files by final URL
  std::set<Entry> entered_;
  std::set<StandardNode> missed_;
  std::vector<Step> steps_;
  std::vector<std::string> requests_;
  std::uint64_t done_ = 0;
  std::uint64_t elements_ = 0;
  std::uint32_t open_ = 0;
};

}  // namespace semsite
