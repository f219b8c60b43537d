// libFuzzer entry: any bytes as a JSON-LD context, and behind the first line "--" N-Quads
// that are written as JSON-LD under it. What is written is read as the same statements;
// blank nodes may have other labels, and statements another order.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "fuzz/document_reading.hpp"
#include "fuzz/written_text.hpp"
#include "jsonld/compaction.hpp"
#include "jsonld/jsonld_sink.hpp"
#include "parse/json_reader.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "rdf/iri.hpp"
#include "support/sink_text.hpp"

namespace semsite::test {
namespace {

/// The lines as a set, with one label for all blank nodes: which of them is which cannot
/// be told from the lines of one.
std::set<std::string> statements_of(std::string_view lines) {
  std::set<std::string> out;
  for (const std::string_view line : split(lines, '\n'))
    if (!line.empty()) out.insert(with_numbered_labels(line));
  return out;
}

/// Has it an IRI that readers of JSON-LD repair?
bool has_doubtful_iri(std::string_view line) {
  for (std::size_t at = line.find('<'); at != std::string_view::npos;
       at = line.find('<', at + 1))
    if (needs_iri_repair(line.substr(at + 1, line.find('>', at) - at - 1))) return true;
  return false;
}

/// Without what JSON-LD has no words for: triple terms and base directions.
std::string expressible(std::string_view lines) {
  std::string out;
  for (const std::string_view line : split(lines, '\n'))
    if (!line.empty() && !has_doubtful_iri(line) &&
        line.find("<<(") == std::string_view::npos &&
        line.find("--ltr") == std::string_view::npos &&
        line.find("--rtl") == std::string_view::npos)
      out.append(line).append("\n");
  return out;
}

void check_written(const std::string& context, const std::string& lines,
                   std::string_view text) {
  const std::set<std::string> meant = statements_of(lines);
  for (const bool whole : {true, false}) {
    std::string written;
    try {
      Compaction compaction{{.text = context}, {}, {}};
      const NodeShortening shortening{
          .context = context,
          .shorten = [&](std::string_view node) { return compaction.compact(node); }};
      const OutputFrame frame = whole ? OutputFrame{} : jsonld_frame(context);
      written = written_text(frame, [&](OutputFile& output) {
        if (whole) {
          JsonLdWholeSink sink{output, {}, shortening, 64 * kMiB};
          write_text(sink, lines);
          sink.finish();
        } else {
          JsonLdStreamSink sink{output, {}, shortening};
          write_text(sink, lines);
          sink.finish();
        }
      });
    } catch (const DocumentError&) {
      continue;  // the context is none, or would change what is said
    }
    if (!is_utf8(written)) broken("what was written is no text", text);
    const DocumentReading again = read_document("jsonld", written);
    if (!again.failure.empty()) broken("what was written is no JSON-LD", written);
    const std::set<std::string> got = statements_of(again.lines);
    if (got == meant) continue;
    for (const std::string& line : meant)
      if (!got.contains(line)) std::fprintf(stderr, "lost: %s\n", line.c_str());
    for (const std::string& line : got)
      if (!meant.contains(line)) std::fprintf(stderr, "new: %s\n", line.c_str());
    broken("what was written as JSON-LD is read as something else", written);
  }
}

void check(std::string_view text) {
  const std::size_t cut = std::min(text.find("\n--\n"), text.size());
  const std::string context{text.substr(0, cut)};
  JsonText copy{context};
  JsonArena arena;
  if (!is_utf8(context) || !read_json(copy, arena, 100).problem.code.empty()) return;
  const DocumentReading quads =
      read_document("nquads", text.substr(std::min(cut + 4, text.size())));
  check_written(context, expressible(quads.lines), text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16 * semsite::kKiB) return 0;
  semsite::test::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
