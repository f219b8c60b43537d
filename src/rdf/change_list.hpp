#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/sha256.hpp"

namespace semsite {

/// How each list of changes begins (docs/changes.md), whatever its form. It is N-Quads
/// or nearly so, but says what became of data: whoever read it as data would have what
/// is gone beside what is new.
inline constexpr std::string_view kChangeListMark = "# semsite changes: ";

/// The first lines of its two forms.
inline constexpr std::string_view kPatchHead =
    "# semsite changes: D = quad removed, A = quad added";
inline constexpr std::string_view kUpdateHead =
    "# semsite changes: SPARQL 1.1 Update, a line ';' after each operation";
/// How the last line begins, with the counts behind it: a list without it was cut off.
inline constexpr std::string_view kChangeListEnd = "# end: ";

/// The name of a content that has no quads.
inline constexpr std::string_view kNoContent = "nothing";

/// The contents of an output between which a list leads, by their names.
struct ChangeEnds {
  std::string from, to;
  friend bool operator==(const ChangeEnds&, const ChangeEnds&) = default;
};

/// The second line of a list, without its line end: `# from NAME to NAME`.
[[nodiscard]] std::string change_ends_line(const ChangeEnds& ends);
/// Nothing if it is another line: lists of earlier versions have none.
[[nodiscard]] std::optional<ChangeEnds> read_change_ends(std::string_view line);

/// Names a set of quads by what it holds, whatever order its file has: `sha256:` and the
/// SHA-256 of its lines, sorted by their bytes, each once and as it is compared
/// (`compared_text`); `nothing` if there are none.
class ContentName {
 public:
  /// The next line in that order, without its line end.
  void add(std::string_view compared);
  /// Nothing can be added after that.
  [[nodiscard]] std::string name();

 private:
  Sha256 digest_;
  bool empty_ = true;
};

}  // namespace semsite
