#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text_buffer.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// How the fields of a record are told apart.
enum class Separated : std::uint8_t {
  csv,  ///< RFC 4180: commas, quotes where needed, CRLF
  tsv,  ///< IANA text/tab-separated-values: tabs, LF; `\t` `\n` `\r` `\\` are escapes
};

/// Whether an empty field is a text of no characters, or nothing. CSV tells the two apart
/// by quotes, TSV does not.
enum class EmptyField : std::uint8_t { nothing, text };

/// Appends one field, without what separates it from others.
void append_field(std::string& out, std::string_view text, Separated form,
                  EmptyField empty = EmptyField::nothing);
/// `,` or a tab.
[[nodiscard]] char field_separator(Separated form);
[[nodiscard]] std::string_view record_end(Separated form);

/// The names of the columns of quads, as the first record of an output.
[[nodiscard]] std::string quad_columns(Separated form);

/// Appends a record for each quad: subject, predicate, object, object_type ("iri",
/// "blank", "literal"), datatype, language, direction, graph. Throws DocumentError for a
/// term that cannot be written, and has appended nothing of its quad then.
void append_quad_records(TextBuffer& out, const QuadBatch& batch, Separated form);

}  // namespace semsite
