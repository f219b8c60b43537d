#pragma once

#include <string_view>

namespace semsite {

/// What a manual page says of a command beside its options.
struct ManNotes {
  std::string_view description{};  ///< further paragraphs, an empty line between two
  std::string_view examples{};     ///< pairs of lines: what it does, and how
  std::string_view files{};        ///< pairs of lines: name, and what it is
  std::string_view exit_status{};  ///< pairs of lines: number, and when
};

extern const ManNotes kPlanNotes;
extern const ManNotes kFetchNotes;
extern const ManNotes kConvertNotes;
extern const ManNotes kSliceNotes;
extern const ManNotes kLoadNotes;
extern const ManNotes kInspectNotes;
extern const ManNotes kStatusNotes;
extern const ManNotes kCompletionNotes;
extern const ManNotes kManNotes;

}  // namespace semsite
