#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "reading/parse_job.hpp"

namespace semsite {

/// Cuts a line format (N-Triples, N-Quads) into pieces of whole lines, about as large as
/// the source's blocks.
///
/// A piece is a view into the source's block, not a copy. The one line that lies across
/// the cut before it is joined apart: when a piece's `context` is set, it is a `Block`
/// with text that goes before the piece's own. Small blocks are gathered first. A line
/// longer than `limits.literal_bytes` is passed over without being held
/// ("nquads.line-too-long"). A byte order mark at the start is left out.
class LineSplitter final : public Splitter {
 public:
  explicit LineSplitter(const SplitJob& job) : job_(job) {}

  std::optional<Piece> next() override;

 private:
  std::optional<Piece> take(Block block);
  std::optional<Piece> end();
  Piece piece(Block text, std::shared_ptr<const Block> before = {});
  Block joined(std::string text);
  Block placed(std::string_view text, std::shared_ptr<const void> owner);
  std::optional<Block> after_long_line(Block block);
  void forget_long_line();

  SplitJob job_;
  std::string held_;            ///< read, not given yet
  std::size_t held_lines_ = 0;  ///< this many bytes of it are whole lines
  std::uint64_t sequence_ = 0;  ///< of the next piece
  std::uint64_t offset_ = 0;    ///< of the next byte to be given
  std::uint64_t line_ = 1;      ///< its line
  bool in_long_line_ = false;   ///< dropping bytes up to the next line end
  bool ended_ = false;
  std::exception_ptr failure_;  ///< of the source, thrown after the last whole line
};

/// The row's `split` of both line formats.
[[nodiscard]] std::unique_ptr<Splitter> make_line_splitter(const SplitJob& job);

/// The fault of a line above the limit, where it is found whole.
[[nodiscard]] Fault long_line_fault(std::uint64_t line, const Limits& limits);

}  // namespace semsite
