// libFuzzer entry: any bytes as a file of a Standard-Sitemap, as a page that may name
// one, and as the value of an Opt field.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/page_of_quads.hpp"
#include "parse/standard_location.hpp"
#include "parse/standard_parser.hpp"

namespace semsite::test {
namespace {

void as_file(std::string_view text, Strictness strictness, std::string_view type) {
  NullDiagnostics faults;
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/doc";
  document->media_type = type;
  QuadBuilder quads{
      document, [&](const QuadBatch& batch) {
        for (const Quad& quad : batch.quads())
          for (const Term& term : {quad.subject, quad.predicate, quad.object})
            check_term(term);
      }};
  ParseSettings settings;
  settings.strictness = strictness;
  MemorySource bytes{std::string{text}, 13};
  try {
    parse_standard_sitemap({bytes, quads, faults, Limits{}, settings});
  } catch (const DocumentError&) {  // what cannot be read is no finding
  }
}

void as_page(std::string_view text, std::string_view type) {
  NullDiagnostics faults;
  try {
    const HtmlPage page = read_html_page(
        text, {.media_type = type, .base = "http://example.org/doc"}, {}, faults);
    const auto found = standard_location(location_elements(page), MetaSchema::accepted);
    // Pages that are passed over must not name one.
    if (found && !may_name_standard_sitemap(text) &&
        text.find('&') == std::string_view::npos &&
        text.find('\0') == std::string_view::npos && page.encoding() == "utf-8")
      std::abort();
  } catch (const DocumentError&) {
  }
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 64 * kKiB) return 0;
  test::as_file(text, Strictness::lenient, "");
  test::as_file(text, Strictness::strict, "text/xml; charset=iso-8859-1");
  test::as_page(text, "text/html");
  test::as_page(text, "application/xhtml+xml");
  const std::vector<std::pair<std::string, std::string>> fields{
      {"Opt", std::string{text}}, {"15-Location", std::string{text}}};
  static_cast<void>(standard_location(fields, "http://example.org/doc"));
  return 0;
}
