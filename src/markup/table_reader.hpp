#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"

namespace semsite {

enum class TableForm : std::uint8_t {
  csv,  ///< RFC 4180: commas, quotes, line ends inside quotes
  tsv,  ///< IANA text/tab-separated-values: tabs, no quotes
};

/// Cuts a table into rows of fields while it is read. CR LF, LF and CR end a row; a byte
/// order mark is passed over. One thread.
class TableReader {
 public:
  /// No row may be longer than `most_row_bytes`.
  TableReader(ByteSource& bytes, TableForm form, std::uint64_t most_row_bytes);

  /// Goes to the next row; false at the end. Throws DocumentError: "table.too-long",
  /// "table.open-quote" (the input ends inside a quote), and what the source throws.
  [[nodiscard]] bool next();

  /// Of the row: decoded, at least one. Valid until the next call.
  [[nodiscard]] std::span<const std::string_view> fields() const { return fields_; }
  /// Where the row begins, from 1.
  [[nodiscard]] std::uint64_t line() const { return row_line_; }
  /// Text stood behind a closing quote (RFC 4180 §2.5).
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

 private:
  enum class Place : std::uint8_t { field_start, plain, quoted, behind_quote };

  [[nodiscard]] bool fill();
  void pass_mark();
  /// Reads one byte; true if it ends the row.
  [[nodiscard]] bool take(char c);
  void take_run();
  void finish_row();

  ByteSource& bytes_;
  std::uint64_t most_row_bytes_;
  char separator_;
  bool has_quotes_;
  Block block_;
  std::string_view rest_;       ///< of the block
  std::size_t mark_bytes_ = 0;  ///< of the byte order mark that were passed over
  bool behind_cr_ = false;
  Place place_ = Place::field_start;
  std::string text_;               ///< the fields of the row, one behind the other
  std::vector<std::size_t> ends_;  ///< of the fields in `text_`
  std::vector<std::string_view> fields_;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 1;
  bool is_malformed_ = false;
};

}  // namespace semsite
