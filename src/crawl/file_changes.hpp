#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"
#include "base/limits.hpp"
#include "state/file_table.hpp"

namespace semsite {

/// Files in an N-Quads output, perhaps compressed.
struct OutputFiles {
  const Descriptor* output = nullptr;  ///< null: it is not there any more
  std::vector<KeptFile> files;
};

/// Gets whole lines: quads that are gone, then quads that are new.
using ChangedLines =
    std::function<void(std::string_view removed, std::string_view added)>;

/// Every line of the files, with its line end.
void for_each_output_line(const OutputFiles& from, const Limits& limits,
                          const std::function<void(std::string_view)>& take);

/// Compares what a dataset's files gave in an earlier run with what they give now, as
/// sets of lines. Takes no more memory for larger files: what does not fit is on disk.
/// Throws RunError, and DocumentError if an output is damaged.
void compare_files(const OutputFiles& former, const OutputFiles& now,
                   const Limits& limits, const ChangedLines& take);

}  // namespace semsite
