// libFuzzer entry: any bytes as a mapping in RML, and behind the first line "--" as the
// entries of a sitemap that it is run over.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/page_of_quads.hpp"
#include "map/mapping_reader.hpp"
#include "map/mapping_run.hpp"
#include "map/path.hpp"
#include "markup/xml_reader.hpp"

namespace {

using namespace semsite;

/// What the mappings make of the document, which must be N-Quads.
std::string quads_of(const std::shared_ptr<const Mappings>& mappings,
                     std::string_view text, std::size_t step) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/sitemap.xml";
  std::string out;
  QuadBuilder quads{document,
                    [&](QuadBatch batch) { test::append_batch(out, std::move(batch)); }};
  NullDiagnostics faults;
  MappingRun run{{.mappings = mappings, .quads = quads, .diagnostics = faults}};
  MemorySource bytes{std::string{text}, step};
  try {
    read_xml(bytes, run, {}, {.lenient = true});
    run.finish();
  } catch (const DocumentError&) {
    return {};  // libxml2 may tell more or less of what breaks off, by its pieces
  }
  quads.flush();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 16 * kKiB) return 0;
  try {
    (void)parse_path(text.substr(0, text.find('\n')), {{"e", "http://e/"}});
  } catch (const PathError&) {
  }
  const std::size_t cut = std::min(text.find("\n--\n"), size);
  std::shared_ptr<const Mappings> mappings;
  try {
    const MappingSource source{
        .name = "a.ttl", .origin = "a.ttl", .text = std::string{text.substr(0, cut)}};
    mappings = read_mappings({&source, 1});
  } catch (const UsageError&) {
    return 0;
  }
  const std::string_view entries = text.substr(std::min(cut + 4, size));
  (void)quads_of(mappings, entries, kBlockBytes);
  return 0;
}
