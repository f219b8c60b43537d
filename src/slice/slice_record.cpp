#include "slice/slice_record.hpp"

namespace semsite {

SliceRecord split_record(std::string_view record) {
  // In UTF-8 only control characters are below the space, and records have one.
  for (std::size_t at = 0; at < record.size(); ++at)
    if (static_cast<unsigned char>(record[at]) < ' ')
      return {record.substr(0, at), record[at], record.substr(at + 1)};
  return {record, '\0', {}};
}

TripleText split_triple(std::string_view text) {
  // Neither subjects nor predicates have spaces.
  const std::size_t first = text.find(' ');
  const std::size_t second = text.find(' ', first + 1);
  return {text.substr(0, first), text.substr(first + 1, second - first - 1),
          text.substr(second + 1)};
}

std::string_view node_of(std::string_view term) {
  return is_iri(term) ? term.substr(1, term.size() - 2) : term;
}

void append_node(std::string& out, std::string_view node) {
  if (is_blank(node)) {
    out += node;
    return;
  }
  out += '<';
  out += node;
  out += '>';
}

void append_triple(std::string& out, const SliceRecord& record) {
  if (record.mark == record_mark::outgoing) {
    append_node(out, record.node);
    out += ' ';
  }
  out += record.rest;
  if (record.mark == record_mark::incoming) {
    out += ' ';
    append_node(out, record.node);
  }
}

}  // namespace semsite
