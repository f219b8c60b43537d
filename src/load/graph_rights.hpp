#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace semsite
