// libFuzzer entry: any bytes as TriG. However the bytes come, wherever the document is
// cut and however many threads read it, the statements and faults must be those of the
// whole. It is also read by Serd (turtle_oracle.hpp): where both read it without a fault,
// they must have read the same statements. What is read, written as TriG and read again
// is the same, too.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/document_reading.hpp"
#include "fuzz/turtle_oracle.hpp"
#include "fuzz/written_text.hpp"
#include "semsite/limits.hpp"
#include "sink/turtle_sink.hpp"
#include "support/sink_text.hpp"
#include "turtle/turtle_parser.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite::test {
namespace {

void compare_with_serd(std::string_view text) {
  if (text.find('\0') != std::string_view::npos || has_doubtful_reference(text) ||
      is_beyond_serd(text))
    return;
  std::optional<Statements> ours = read_statements(
      text,
      [](const SplitJob& job) {
        return TurtleSplitter{job, TurtleDialect::trig, 1024};
      },
      parse_trig_piece);
  if (!ours) return;
  std::ranges::sort(*ours);
  if (const auto other = read_by_serd(SERD_TRIG, text))
    compare(text, *ours, *other, "Serd");
}

void write_and_read(std::string_view text) {
  const std::string lines = with_numbered_labels(read_document("trig", text).lines);
  const std::string written = written_text({}, [&](OutputFile& output) {
    TurtleSink sink{output};
    write_text(sink, lines, "");
  });
  const DocumentReading again = read_document("trig", written);
  if (!again.is_faultless()) broken("what was written is no TriG", written);
  if (with_numbered_labels(again.lines) != lines)
    broken("what was written as TriG is read as something else", text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 16 * kKiB) return 0;
  if (size < 4 * kKiB) test::cut_anywhere(TurtleDialect::trig, text);
  test::compare_with_serd(text);
  test::write_and_read(text);
  return 0;
}
