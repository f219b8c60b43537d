#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Whose graphs a load may empty. Data from the web names graphs as it likes: those of
/// others are left alone, unless this load's own state has made them.
struct GraphRights {
  /// Off: the user's own files, who may do as he likes.
  bool guarded = false;
  std::vector<std::string> holders{};  ///< that the data is from (holder_of)
  std::vector<std::string> trusted{};  ///< by the user (is_held_by)
  /// IRIs, and beginnings of IRIs, that these hosts were found to speak for.
  std::vector<std::string> graphs{}, prefixes{};

  /// May the graph be emptied, whoever filled it? Empty: the nameless one, which is
  /// nobody's.
  [[nodiscard]] bool allow(std::string_view graph) const;
};

}  // namespace semsite
