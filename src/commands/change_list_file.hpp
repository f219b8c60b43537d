#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_source.hpp"
#include "base/sha256.hpp"
#include "rdf/change_list.hpp"
#include "report/changes.hpp"
#include "semsite/limits.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {

/// One thing that a list of changes says. A view, until the next is read.
struct ListedChange {
  enum class Kind : std::uint8_t { removed, added, dropped };
  Kind kind;
  /// A line of N-Quads without its end; of a graph that is dropped, its name in brackets.
  std::string_view text;
};

/// What a list of changes says of itself.
struct ChangeListFacts {
  ChangeForm form = ChangeForm::patch;
  std::optional<ChangeEnds> ends{};  ///< nothing: a list of an earlier version
  // As its last line has them.
  std::uint64_t removed = 0, added = 0, not_expressed = 0;
  // What there is to be sent.
  bool has_removals = false, has_additions = false;
  std::string digest{};  ///< SHA-256 of its text

  [[nodiscard]] bool is_empty() const { return removed + added == 0; }
};

/// Reads a list of changes in either form (docs/changes.md) as its writer wrote it; it
/// may be compressed. Throws RunError where it is none, or was cut off.
class ChangeListReader {
 public:
  ChangeListReader(std::string path, const Limits& limits);

  /// Nothing at the end.
  [[nodiscard]] std::optional<ListedChange> next();
  /// Whole once `next` gave nothing.
  [[nodiscard]] const ChangeListFacts& facts() const { return facts_; }

 private:
  [[nodiscard]] bool next_line();
  [[nodiscard]] std::optional<ListedChange> read_line();
  [[nodiscard]] std::optional<ListedChange> read_operation();
  [[nodiscard]] ListedChange quad_of(std::string_view triple);
  void read_head();
  void read_end();
  void finish();
  [[noreturn]] void refuse_line() const;

  std::string path_;
  std::unique_ptr<Unpacker> unpacker_;
  std::optional<Entry> entry_;
  Block block_;
  std::size_t at_ = 0;  ///< in the block
  std::string line_;
  std::uint64_t number_ = 0;
  ChangeListFacts facts_;
  Sha256 digest_;
  std::uint64_t removed_ = 0, added_ = 0;  ///< met so far
  bool ended_ = false;
  // Of the form of SPARQL Update.
  std::optional<ListedChange::Kind> verb_;
  std::string graph_, quad_;
};

/// Reads all of it. Throws RunError.
[[nodiscard]] ChangeListFacts check_change_list(const std::string& path,
                                                const Limits& limits);

/// The quads that a list adds, as N-Quads.
class ListedAdditions final : public ByteSource {
 public:
  using PassesOver = std::function<bool(const ChangedQuad& quad)>;
  ListedAdditions(const std::string& path, const Limits& limits, PassesOver passes_over)
      : reader_(path, limits), passes_over_(std::move(passes_over)) {}

  [[nodiscard]] Block read() override;
  /// So many were passed over; all once `read` gave nothing.
  [[nodiscard]] std::uint64_t passed_over() const { return passed_over_; }

 private:
  ChangeListReader reader_;
  PassesOver passes_over_;
  std::uint64_t passed_over_ = 0;
};

}  // namespace semsite
