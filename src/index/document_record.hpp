#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// The statements of one document: of one graph, whatever they stood between.
struct DocumentText {
  std::string url{};  ///< the IRI of the graph
  /// Canonical N-Triples, each once, sorted by bytes; `s p o .` and a newline each.
  std::string statements{};
  std::uint64_t triples = 0;  ///< distinct ones, but for metadata in Sindice's `any23#`
  std::uint64_t bytes = 0;    ///< of all N-Triples lines, those left out included
  /// Triples that are counted but not in `statements`, for the document was too large.
  std::uint64_t left_out = 0;
  /// SHA-256 over all N-Triples lines in order, those left out included and those of
  /// `any23#` not: 64 hexadecimal digits. Equal: the same document.
  std::string checksum{};
  std::vector<std::string> formats{};  ///< what it was read as, in upper case: `NQUADS`
  std::vector<std::string> sources{};  ///< URLs of what it was read from
};

/// A label of a document.
struct DocumentTitle {
  std::string value;
  std::string language;  ///< as written, without `@`; empty: none
  friend bool operator==(const DocumentTitle&, const DocumentTitle&) = default;
};

/// An IRI and how often a document has it.
struct TermCount {
  std::string iri;
  std::uint64_t count = 0;
  friend bool operator==(const TermCount&, const TermCount&) = default;
};

/// All that an index keeps of one document (Sindice's API v3 fields, where they exist;
/// docs/index.md).
struct DocumentRecord {
  DocumentText text;
  std::string dataset;       ///< the registered domain of its URL, or as the user said
  std::int64_t updated = 0;  ///< when it was indexed, seconds since 1970
  std::optional<std::int64_t> lastmod{};  ///< what the document says of its own change
  std::vector<DocumentTitle> titles{};    ///< those of the document's subject first
  std::vector<TermCount> classes{};      ///< objects of rdf:type, the most frequent first
  std::vector<TermCount> properties{};   ///< the most frequent first
  std::vector<std::string> languages{};  ///< primary subtags in lower case, sorted
  /// Titles, classes and properties beyond what a record keeps: counted, not listed.
  std::uint64_t unlisted = 0;
};

/// What bounds one record.
struct RecordLimits {
  std::uint64_t statement_bytes = std::uint64_t{16} << 20U;  ///< `--max-document`
  std::size_t titles = 32;
  std::size_t title_bytes = 1024;
  std::size_t terms = 1024;  ///< classes; also properties
};

/// What all documents of a run share.
struct RecordFacts {
  std::string dataset{};  ///< of all documents; empty: by their URLs
  std::int64_t updated = 0;
  RecordLimits limits{};
};

/// Reads the statements of a document. Thread-safe.
[[nodiscard]] DocumentRecord make_record(DocumentText text, const RecordFacts& facts);

/// The dataset of a URL as Sindice has it: the registered domain of its host (one label
/// below the public suffix), or the host if it has none, such as an address; else what
/// stands before the last `:`, `/` or `#`.
[[nodiscard]] std::string dataset_of(const std::string& url);

/// Is `predicate` one of the properties whose values are titles?
[[nodiscard]] bool is_title_property(std::string_view predicate);

/// Appends all of `record` but its statements, and where these stand in the text of their
/// block.
void append_stored(std::string& out, const DocumentRecord& record, std::uint64_t at);

/// What was stored of one document.
struct StoredRecord {
  DocumentRecord record;  ///< without statements
  std::uint64_t at = 0;   ///< where the statements begin in the text of their block
  std::uint64_t size = 0;
};

/// Reads document `index` of those appended one after another. Throws RunError if they
/// are damaged.
[[nodiscard]] StoredRecord read_stored(std::string_view bytes, std::uint32_t index);

/// Only what tells whether a document has changed.
[[nodiscard]] std::string stored_checksum(std::string_view bytes, std::uint32_t index);

}  // namespace semsite
