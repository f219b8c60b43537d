#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reading/parse_job.hpp"
#include "turtle/turtle_scanner.hpp"

namespace semsite {

/// Cuts Turtle or TriG into pieces of whole statements; each takes along what was in
/// force before it (a TurtleContext). Graph blocks are cut inside, too.
class TurtleSplitter final : public Splitter {
 public:
  /// A piece ends with the first statement end at or behind `piece_bytes`.
  TurtleSplitter(const SplitJob& job, TurtleDialect dialect, std::size_t piece_bytes);

  /// Throws DocumentError("turtle.too-long") for a statement above
  /// `limits.literal_bytes`, and what the source throws.
  std::optional<Piece> next() override;

 private:
  [[nodiscard]] std::string_view text() const {
    return std::string_view{*buffer_}.substr(start_);
  }
  void note(const StatementMark& mark);
  void give_up(const TurtleProblem& problem);
  Piece cut(std::size_t size);
  void pass(std::size_t size);
  void fill();
  void read_more();
  void refuse_long_statement();
  void skip_byte_order_mark();

  ByteSource& bytes_;
  Diagnostics& diagnostics_;
  std::size_t limit_;  ///< bytes of one statement
  std::size_t piece_bytes_;
  StatementScanner scanner_;

  std::shared_ptr<std::string> buffer_ = std::make_shared<std::string>();
  bool buffer_is_shared_ = false;  ///< pieces look into it: it must not change
  std::size_t start_ = 0;          ///< of the open piece in the buffer
  std::uint64_t offset_ = 0;       ///< of the open piece in the document
  std::uint64_t line_ = 1;         ///< of the open piece
  std::uint64_t column_ = 1;       ///< of the open piece, in bytes
  bool at_document_start_ = true;
  bool ended_ = false;
  bool is_given_up_ = false;    ///< `failure_` comes next, whatever text there is
  std::exception_ptr failure_;  ///< thrown once the whole statements are out

  std::shared_ptr<TurtleEnv> env_;        ///< in force at the end of `statements_`
  std::shared_ptr<TurtleEnv> piece_env_;  ///< in force at the start of the piece
  std::optional<TurtleGraph> graph_;
  std::optional<TurtleGraph> piece_graph_;
  std::vector<StatementMark> statements_;
  std::vector<TurtleToken> tokens_;  ///< theirs
  bool is_cut_ = false;              ///< the document ends inside the last of them
  std::uint64_t next_sequence_ = 0;
};

/// SplitFn of Turtle and of TriG.
[[nodiscard]] std::unique_ptr<Splitter> make_turtle_splitter(const SplitJob& job);
[[nodiscard]] std::unique_ptr<Splitter> make_trig_splitter(const SplitJob& job);

}  // namespace semsite
