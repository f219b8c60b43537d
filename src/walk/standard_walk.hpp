#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "discover/standard_sitemap.hpp"

namespace semsite {

/// An element of one of the files of a walk.
struct StandardNode {
  std::uint32_t file = 0;     ///< in `StandardSite::files`
  std::uint32_t element = 0;  ///< in that file
  friend auto operator<=>(const StandardNode&, const StandardNode&) = default;
};

/// Parent and child in the node hierarchy. `stands_in`: the file with the nesting, or with
/// the `external`, that says so.
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
  std::vector<File> files;  ///< [0] is the root file; empty: it could not be had
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
  explicit StandardWalk(std::string root, StandardWalkOptions options = {});

  /// URLs to ask for first: the root.
  [[nodiscard]] std::vector<std::string> start();

  struct Answer {
    std::string url;  ///< as it was asked for
    std::shared_ptr<const StandardFile> file;  ///< null: it could not be had
    std::string code, problem;                 ///< then
  };
  /// Takes an answer in any order; gives what else to ask for. When every URL has been
  /// answered, the walk is over.
  [[nodiscard]] std::vector<std::string> follow(Answer answer);

  /// Whether every URL has been answered.
  [[nodiscard]] bool is_done() const { return open_.empty(); }
  /// What it came to; once, at the end.
  [[nodiscard]] StandardSite finish();

 private:
  std::set<std::string, std::less<>> open_;
};

}  // namespace semsite
