// libFuzzer entry: any bytes as a link set in each of its two forms, as links and as
// statements.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "discover/signposting.hpp"
#include "fuzz/document_reading.hpp"
#include "parse/linkset.hpp"
#include "rdf/iri.hpp"

namespace semsite::test {
namespace {

void check_links(const std::vector<HeaderLink>& links, std::string_view text) {
  if (links.size() > kMostLinksetLinks) broken("more links than may be", text);
  for (const HeaderLink& link : links)
    for (const std::string& relation : link.relations)
      if (!link.has_relation(relation)) broken("a link has not its own relation", text);
  for (const Signpost& link :
       signposts_of(links, "http://example.org/", {}, Signpost::Carrier::linkset))
    if (!has_scheme(link.target) || !has_scheme(link.context))
      broken("a relative link", text);
}

void check_statements(std::string_view syntax, std::string_view text) {
  const DocumentReading whole = read_document(syntax, text);
  must_come_back(whole, text);
  if (read_document(syntax, text, {.step = 3}) != whole)
    broken("read otherwise in pieces", text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 16 * kKiB) return 0;
  NullDiagnostics nobody;
  try {
    test::check_links(read_linkset_text(text, nobody), text);
  } catch (const DocumentError&) {
    // It is none.
  }
  try {
    test::check_links(read_linkset_json(text, nobody, {}), text);
  } catch (const DocumentError&) {
    // It is none of that form.
  }
  (void)linkset_form(text);
  (void)has_link_contexts(text);
  test::check_statements("linkset", text);
  test::check_statements("linkset+json", text);
  return 0;
}
