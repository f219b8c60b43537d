#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/archive_handle.hpp"
#include "unpack/budget.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/keyed_hash.hpp"
#include "unpack/sniff.hpp"

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

struct archive_entry;

namespace semsite {

/// The files in one archive that libarchive reads (7z, tar, cpio, rar). Archives one
/// behind another are read as one.
///
/// A link to a file of the archive is no document, for that file is one. A link to what
/// is not in the archive is a document that is missing: a hard one is "unpack.damaged",
/// and a symbolic one comes at the end, as a file whose read() throws "unpack.link".
///
/// What libarchive steps over is told: "unpack.damaged" for a header that it cannot read,
/// "unpack.truncated" for an end that is missing, "unpack.volume" for one part of
/// several, "unpack.trailing" for bytes that are no archive behind the end.
class ArchiveSource final : public Archive {
 public:
  /// `name` is for messages; `depth` is the archive's own, for `budget`.
  ArchiveSource(std::unique_ptr<ByteSource> packed, Packing packing, std::string name,
                Budget& budget, std::uint32_t depth);

  [[nodiscard]] std::optional<std::string> next() override;
  [[nodiscard]] Block read() override;

 private:
  std::optional<std::string> next_file();
  [[nodiscard]] std::string take_name(archive_entry* entry) const;
  void note_warning();
  /// Gives the name of a file; for anything else remembers what it says.
  std::optional<std::string> file_of(archive_entry* entry);
  void check_link(archive_entry* entry, const std::string& name) const;
  std::optional<std::string> next_lost_link();
  void check_end();
  bool find_next_archive();
  [[noreturn]] void fail(const char* code, std::string_view what) const;

  std::unique_ptr<ArchiveHandle> handle_;
  Packing packing_;
  std::string name_;
  Budget& budget_;
  std::uint32_t depth_;
  std::string entry_;
  ArchiveData data_;
  std::string warning_;  ///< of the current entry, to be told behind its data
  std::uint64_t entries_ = 0;
  struct Link {
    std::string name, target;
  };
  ArchiveNames names_;
  std::vector<Link> links_;  ///< symbolic ones, the first of them
  bool lost_link_ = false;   ///< the current entry is one, to what is not there
  bool in_damage_ = false;   ///< a header was unreadable, and no other was found since
  bool ended_ = false;
};

}  // namespace semsite
