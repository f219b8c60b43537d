#include "slice/slice_text.hpp"

#include <cstring>

#include "slice/slice_record.hpp"

namespace semsite {
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
