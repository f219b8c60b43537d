#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"
#include "base/limits.hpp"
#include "slice/sorter.hpp"
#include "slice/temporary_files.hpp"
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

/// Every line of the files, with its line end. Throws DocumentError if an output is
/// damaged.
void for_each_output_line(const OutputFiles& from, const Limits& limits,
                          const std::function<void(std::string_view)>& take);

/// What the files of an earlier run gave and what those of this run give, as sets of
/// lines: both are sorted on disk, so larger files take no more memory. All files of a
/// run belong into one comparison: what moved from one to another has not changed.
class FileComparison {
 public:
  /// Temporary files go to `files`.
  explicit FileComparison(const TemporaryFiles& files);

  /// Throw RunError, and DocumentError if an output is damaged.
  void add_former(const OutputFiles& files, const Limits& limits);
  void add_present(const OutputFiles& files, const Limits& limits);

  /// In sorted order, in pieces; may be asked for repeatedly, once everything was added.
  void each(const ChangedLines& take);

 private:
  Sorter former_, present_;
};

}  // namespace semsite
