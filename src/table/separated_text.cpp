#include "table/separated_text.hpp"

#include "sink/term_parts.hpp"

namespace semsite {
namespace {

void append_csv(std::string& out, std::string_view text, EmptyField empty) {
  const bool needs_quotes = text.empty()
                                ? empty == EmptyField::text
                                : text.find_first_of("\",\r\n") != std::string_view::npos;
  if (!needs_quotes) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_tsv(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += c;
    }
  }
}

}  // namespace

void append_field(std::string& out, std::string_view text, Separated form,
                  EmptyField empty) {
  if (form == Separated::csv) {
    append_csv(out, text, empty);
  } else {
    append_tsv(out, text);
  }
}

char field_separator(Separated form) { return form == Separated::csv ? ',' : '\t'; }

std::string_view record_end(Separated form) {
  return form == Separated::csv ? "\r\n" : "\n";
}

std::string quad_columns(Separated form) {
  std::string out;
  for (const char* const name : {"subject", "predicate", "object", "object_type",
                                 "datatype", "language", "direction", "graph"}) {
    if (!out.empty()) out += field_separator(form);
    out += name;
  }
  out += record_end(form);
  return out;
}

void append_quad_records(TextBuffer& out, const QuadBatch& batch, Separated form) {
  const Document& document = batch.document();
  const char separator = field_separator(form);
  std::string record, label;
  for (const Quad& quad : batch.quads()) {
    record.clear();
    append_field(record, parts_of(quad.subject, document.scope, label).value, form);
    record += separator;
    append_field(record, parts_of(quad.predicate, document.scope, label).value, form);
    record += separator;
    const TermParts object = parts_of(quad.object, document.scope, label);
    append_field(record, object.value, form, EmptyField::text);
    record += separator;
    record += name_of(object.type);
    for (const std::string_view part :
         {object.datatype, object.language, object.direction}) {
      record += separator;
      append_field(record, part, form);
    }
    record += separator;
    append_field(record,
                 parts_of(written_graph(quad, document), document.scope, label).value,
                 form);
    record += record_end(form);
    out.append(record);
  }
}

}  // namespace semsite
