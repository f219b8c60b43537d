#pragma once

#include <string>
#include <string_view>

#include "unpack/name_set.hpp"

namespace semsite {

/// The files and folders of an archive, to tell whether a link leads to one.
class ArchiveNames {
 public:
  /// Also the folders that the name goes through.
  void add(std::string_view name);
  /// True also where it cannot be told: there were too many names to remember all.
  [[nodiscard]] bool may_contain(std::string_view name) const;

 private:
  NameSet names_;
};

/// Where a symbolic link of this name leads to, as the name of an entry: `a/c.nt` for
/// `a/b/l` to `../c.nt`. Outside of the archive: a name that begins with `/` or `..`.
[[nodiscard]] std::string resolve_link(std::string_view name, std::string_view target);

}  // namespace semsite
