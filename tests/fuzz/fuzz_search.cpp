// libFuzzer entry: any bytes as the target of a request to an index, and as a query in
// each language.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/url.hpp"
#include "base/utf8.hpp"
#include "fuzz/document_reading.hpp"
#include "index/ntriple_query.hpp"
#include "index/search.hpp"
#include "parse/json_reader.hpp"
#include "serve/listen_address.hpp"
#include "serve/site.hpp"
#include "support/index_kit.hpp"

namespace semsite::test {
namespace {

constexpr std::int64_t kNow = 1'800'000'000;

/// A small index.
class FilledIndex : public IndexKit {
 public:
  FilledIndex() {
    write(
        [](IndexWriter& writer) {
          writer.put(labelled("http://a.example/1", "River Straße"));
          writer.put(labelled("http://b.example/2", "old bridge over the river"));
          TextGathering text{"http://a.example/3", 1 << 20};
          text.add_format("NQUADS");
          text.add(
              "<http://a.example/3> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
              "<http://schema.org/Person>");
          text.add("<http://a.example/3> <http://xmlns.com/foaf/0.1/name> \"Ann\"@en");
          text.add("<urn:x> <urn:p> <<( <urn:a> <urn:b> \"c\" )>>");
          writer.put(text.finish());
        },
        1'700'000'000);
  }
};

/// Made once.
struct Kit {
  FilledIndex index;
  Site site{{.index = index.place(), .readers = 1, .now = [] { return kNow; }}};
  IndexReader reader{index.place()};
};

Kit& kit() {
  static Kit kit;
  return kit;
}

/// How many nodes a query has; it is bounded in depth, too.
std::size_t size_of(const QueryNode& node, std::string_view text, unsigned depth = 0) {
  if (depth > 200) broken("a query too deep", text);
  std::size_t out = 1;
  for (const QueryNode& child : node.children) out += size_of(child, text, depth + 1);
  return out;
}

template <typename Parse>
void check_query(Parse parse, std::string_view text) {
  try {
    SearchRequest request;
    request.query.children.push_back(parse(text));
    if (size_of(request.query, text) > 20'000) broken("a query too large", text);
    const SearchResult found = kit().reader.search(request);
    if (found.hits.size() > found.total || found.total > 3)
      broken("more found than there is", text);
    std::set<std::string> urls;
    for (const SearchHit& hit : found.hits)
      if (!urls.insert(hit.record.text.url).second) broken("found twice", text);
  } catch (const QueryError& error) {
    if (error.position() > text.size()) broken("a place beyond the query", text);
    if (error.problem().empty()) broken("nothing is wrong", text);
  } catch (const UsageError&) {
    // It asks for what is no text.
  }
}

void check_json(std::string_view body, std::string_view text) {
  JsonText copy{body};
  JsonArena arena;
  if (!read_json(copy, arena, kDeepest).problem.code.empty())
    broken("an answer that is no JSON", text);
}

void check_target(std::string_view text) {
  if (text.find_first_of(std::string_view{"\r\n \0", 4}) != std::string_view::npos)
    return;
  const SiteAnswer answer = kit().site.answer(
      {.method = "GET", .target = std::string{text}, .host = "localhost:7277"});
  const std::set<int> good{200, 303, 304, 400, 404};
  if (!good.contains(answer.status)) broken("an answer with an odd status", text);
  // Documents are given as they are.
  if (!is_utf8(answer.body)) broken("an answer that is no text", text);
  if (answer.type == "application/json") check_json(answer.body, text);
  for (const auto& [name, value] : answer.fields)
    if (std::ranges::any_of(value, [](char c) {
          return static_cast<unsigned char>(c) < ' ' || c == 0x7F;
        }))
      broken("a field with control characters", text);
}

void check_parameters(std::string_view text) {
  const UrlQuery query{text};
  if (query.all().size() > 200) broken("too many parameters", text);
  const std::string written = query.url_text();
  if (written.empty()) return;
  const UrlQuery again{std::string_view{written}.substr(1)};
  if (again.all() != query.all()) broken("parameters are written as others", text);
  if (percent_decode(percent_encode(text)) != text) broken("encoded otherwise", text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 4 * kKiB) return 0;
  static const HostNames names{{}, {"a.example"}};
  (void)names.has(text);
  test::check_parameters(text);
  test::check_query(parse_query, text);
  test::check_query(parse_ntriple_query, text);
  if (text.starts_with('/')) test::check_target(text);
  return 0;
}
