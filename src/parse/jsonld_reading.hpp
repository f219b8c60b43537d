#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_repair.hpp"
#include "parse/jsonld_expand.hpp"
#include "parse/jsonld_parser.hpp"
#include "parse/jsonld_to_rdf.hpp"
#include "parse/jsonld_view.hpp"
#include "rdf/quad_batch.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// A text that holds JSON-LD, and where its quads and faults go.
struct JsonLdReadJob {
  std::string_view text;
  std::uint64_t first_line = 1;
  JsonPlace place = JsonPlace::document;
  QuadBatch& batch;  ///< keeps the texts of all that is read
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings;
  std::uint64_t tree_bytes = 0;  ///< that the tree of the page takes
};

/// Reads the JSON-LD documents of one text, repairs included.
class JsonLdReading {
 public:
  JsonLdReading(const JsonLdReadJob& job, const JsonLdSource& source, ContextPtr active,
                BlankLabels labels);
  JsonLdReading(const JsonLdReading&) = delete;
  JsonLdReading& operator=(const JsonLdReading&) = delete;
  ~JsonLdReading() = default;

  /// See RdfEmitter::set_drain; to be called where all quads of a page would be too much
  /// at once.
  void set_drain(const std::function<void()>* drain) { emitter_.set_drain(drain); }

  /// The one document that the text is; throws DocumentError, nothing added then.
  void read_only();
  /// Documents one after another. A single one may throw as read_only does if `form` is
  /// whole; of several the faulty ones are reported.
  void read_documents(JsonLdPiece::Form form);
  /// Items with commas between them.
  void read_items();
  /// The one document of the text, expanded; valid as long as this and the batch.
  [[nodiscard]] ItemList expand_only();

 private:
  struct Found {
    JsonValue value{};
    std::size_t end = 0;  ///< offset behind it
    JsonProblem problem{};
  };

  void check_encoding(const JsonLdReadJob& job);
  void note(std::string_view code, const std::string& message);
  Found read_value(std::size_t at, JsonLdPiece::Form form);
  Found found(const JsonReader::Result& read, std::size_t end);
  std::optional<Found> read_repaired(std::size_t at, std::size_t end);
  void add_document(JsonValue document);
  bool add_in_items(JsonValue document);
  void add_item(ContextView& view, JsonValue item);
  void begin(std::size_t at);
  void report_repairs(const RepairedJson& repaired, std::size_t at);
  [[nodiscard]] std::size_t next_value(std::size_t at) const;
  [[nodiscard]] std::size_t value_end(std::size_t at) const;
  [[nodiscard]] std::size_t line_end_of_value(std::size_t at);
  /// Is there work left for a repair of `size` bytes? Takes it off.
  [[nodiscard]] bool may_repair(std::size_t size);
  [[nodiscard]] std::uint64_t line_at(std::size_t offset) const;
  [[nodiscard]] DocumentError error_of(const JsonProblem& problem) const;
  void report(const DocumentError& error, std::size_t begin, std::size_t end);
  /// Throws if a fault ends the reading, reports it otherwise.
  void fail(const DocumentError& error, std::size_t begin, std::size_t end);

  QuadBatch& batch_;
  Diagnostics& diagnostics_;
  const ParseSettings& settings_;
  JsonPlace place_;
  std::uint64_t first_line_;
  std::string repaired_encoding_;
  std::string_view text_;               ///< as read, valid UTF-8
  mutable std::size_t counted_to_ = 0;  ///< line feeds before here:
  mutable std::uint64_t counted_lines_ = 0;
  mutable std::size_t line_start_ = 0;  ///< of the line counted to
  std::uint64_t document_line_ = 0;     ///< where the document at hand begins
  std::size_t line_end_ = 0;            ///< found last by line_end_of_value, 0 = none yet
  bool is_line_ = false;                ///< and what came of it
  /// Bytes that may still be gone over for repairs: faulty documents without number must
  /// not each look at the rest of the text.
  std::size_t repair_work_;
  ContextEnvironment environment_;
  ContextPtr active_;
  ContextViews views_;
  JsonArena json_{views_.meter().room()};
  JsonArena tree_{views_.meter().room()};
  JsonText work_;
  JsonReader reader_;
  Expander expander_;
  BlankLabels labels_;
  RdfEmitter emitter_;
};

}  // namespace semsite
