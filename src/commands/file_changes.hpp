#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/file_io.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Gets whole lines: quads that are gone, then quads that are new.
using ChangedLines =
    std::function<void(std::string_view removed, std::string_view added)>;

/// Every line of an N-Quads output, which may be compressed, with its line end. Throws
/// DocumentError if it is damaged.
void for_each_output_line(const Descriptor& output, const Limits& limits,
                          const std::function<void(std::string_view)>& take);

/// The output of an earlier run and that of this one, as sets of lines: both are sorted
/// on disk, so larger ones take no more memory. Whatever led from one to the other, what
/// this tells is what changed.
class OutputComparison {
 public:
  /// Temporary files go to `files`.
  explicit OutputComparison(const TemporaryFiles& files);

  /// Throw RunError, and DocumentError if an output is damaged.
  void add_former(const Descriptor& output, const Limits& limits);
  void add_present(const Descriptor& output, const Limits& limits);

  /// In sorted order, in pieces; may be asked for repeatedly, once everything was added.
  void each(const ChangedLines& take);

  enum class Side : std::uint8_t { both, removed, added };
  /// Every line of both, in sorted order, without its line end; the same holds.
  void each_line(const std::function<void(Side, std::string_view)>& take);

 private:
  Sorter former_, present_;
};

}  // namespace semsite
