#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parse/json_scanner.hpp"
#include "parse/jsonld_parser.hpp"
#include "reading/parse_job.hpp"

namespace semsite {

/// Cuts JSON-LD into pieces: whole documents one after another (JSON lines and the like),
/// the items of a top-level array, and the items of a `@graph` with only a `@context`
/// before it.
///
/// Up to 4 MiB a document is read whole. A longer one is cut into its items if its form
/// allows that; members behind such a `@graph` would change what was said before and end
/// the reading. Any other document is held up to `limits.literal_bytes`.
class JsonLdSplitter final : public Splitter {
 public:
  struct Sizes {
    std::size_t piece_bytes = std::size_t{256} * 1024;
    std::size_t whole_bytes = std::size_t{4} * 1024 * 1024;
  };
  JsonLdSplitter(const SplitJob& job, Sizes sizes);

  /// Throws DocumentError: "jsonld.too-long", "jsonld.key-after-graph",
  /// "json.too-deep", "json.syntax" (between items), "json.encoding", and what the
  /// contexts and the source throw.
  std::optional<Piece> next() override;

 private:
  enum class Mode : std::uint8_t { documents, items, behind_graph, over };

  [[nodiscard]] std::string_view text() const {
    return std::string_view{*buffer_}.substr(start_);
  }
  std::optional<Piece> next_documents();
  std::optional<Piece> next_items();
  [[nodiscard]] bool is_long(std::size_t end) const;
  std::optional<Piece> next_of_long();
  [[noreturn]] void refuse_long_document() const;
  void pass_graph_end();
  bool start_items();
  bool start_graph(std::size_t begin);
  Piece cut(std::size_t size, JsonLdPiece::Form form);
  void pass(std::size_t size);
  /// False at the end of the input.
  bool fill();
  void read_block();
  void tell_encoding();
  void tell(std::string_view code, std::string_view message);
  [[nodiscard]] bool has_more();
  [[noreturn]] void refuse(std::string code, std::string_view why) const;

  SplitJob job_;
  Sizes sizes_;
  std::shared_ptr<const JsonLdSource> source_;
  ContextPtr active_;
  JsonScanner scanner_;
  Mode mode_ = Mode::documents;
  bool in_graph_ = false;     ///< the items are those of a @graph
  bool is_held_ = false;      ///< the open document cannot be cut
  std::size_t boundary_ = 0;  ///< up to here the text can be cut off

  std::shared_ptr<std::string> buffer_ = std::make_shared<std::string>();
  bool buffer_is_shared_ = false;
  std::size_t start_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t next_sequence_ = 0;
  JsonDecoder decoder_;
  bool told_encoding_ = false;
  bool ended_ = false;
  std::exception_ptr failure_;
};

/// SplitFn of JSON-LD.
[[nodiscard]] std::unique_ptr<Splitter> make_jsonld_splitter(const SplitJob& job);

}  // namespace semsite
