#include "slice/slice_record.hpp"

#include <cstring>

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

namespace {

constexpr std::size_t kTakeBytes = std::size_t{256} << 10;
/// Brackets, spaces, dot and newline of a line.
constexpr std::size_t kLineFrame = 12;

char* put(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* put_iri(char* to, std::string_view iri) {
  *to++ = '<';
  to = put(to, iri);
  *to++ = '>';
  return to;
}

}  // namespace

void SliceText::add(std::string_view record, std::size_t shared) {
  const bool same_node = node_bytes_ > 0 && shared >= node_bytes_ &&
                         static_cast<unsigned char>(record[node_bytes_]) < ' ';
  const SliceRecord parts =
      same_node ? SliceRecord{record.substr(0, node_bytes_), record[node_bytes_],
                              record.substr(node_bytes_ + 1)}
                : split_record(record);
  if (!same_node) {
    node_bytes_ = parts.node.size();
    wanted_ = rules_.covers(parts.node);
    if (wanted_) ++documents_;
  }
  if (!wanted_ || repeats_.is_repeated(record)) return;
  char* to = lines_.room(record.size() + 2 * parts.node.size() + kLineFrame);
  if (parts.mark == record_mark::outgoing) {
    to = put_iri(to, parts.node);
    *to++ = ' ';
  }
  to = put(to, parts.rest);
  *to++ = ' ';
  if (parts.mark == record_mark::incoming) {
    to = put_iri(to, parts.node);
    *to++ = ' ';
  }
  to = put_iri(to, parts.node);
  lines_.end_at(put(to, " .\n"));
  ++quads_;
  if (lines_.view().size() >= kTakeBytes) finish();
}

void SliceText::finish() {
  if (lines_.view().empty()) return;
  take_(lines_.view());
  lines_.clear();
}

}  // namespace semsite
