#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/file_io.hpp"

namespace semsite {

/// A folder for the temporary files of one run, which nobody else uses at the same time.
class TemporaryFiles {
 public:
  enum class Lifetime {
    this_run,   ///< taken away at the end in any case
    until_done  ///< stays if the run is broken off (see `keep`)
  };
  /// Makes the folder `semsite-slice-NAME` in `place`, or takes it over if an earlier run
  /// left it. With `this_run` something that is different each time follows the name, and
  /// what processes that were killed have left under that name is taken away.
  /// Throws RunError if it cannot be made or if another run is using it.
  TemporaryFiles(const std::string& place, const std::string& name, Lifetime lifetime);
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;
  /// Removes the folder with all that is in it, unless it is to be kept.
  ~TemporaryFiles();

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] std::string path(std::string_view name) const;
  [[nodiscard]] bool outlives() const { return lifetime_ == Lifetime::until_done; }

  /// Removes what an earlier run left unless it was for the same `purpose`, any text.
  /// Throws RunError.
  void dedicate(const std::string& purpose) const;
  /// Leaves the files for the next run, if they are of that kind.
  void keep() { kept_ = outlives(); }
  /// Removes all files but those that `stays` is true of, by their names. What makes the
  /// folder ours stays, too.
  void clear(const std::function<bool(const std::string&)>& stays) const;

 private:
  std::string folder_;
  Lifetime lifetime_;
  Descriptor lock_;
  bool kept_ = false;
};

}  // namespace semsite
