#include "discover/schema_dataset_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "discover/dcat_reader.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

bool is_about(const DescriptionGraph& graph, Node node, Says term,
              bool (*test)(std::string_view)) {
  return std::ranges::any_of(graph.values(node, term),
                             [&](const Value& value) { return test(value.text); });
}

bool is_harvesting_protocol(std::string_view iri) {
  return iri.find("openarchives.org/pmh") != std::string_view::npos ||
         iri.find("openarchives.org/OAI") != std::string_view::npos;
}

void read_checks(const DescriptionGraph& graph, Node node, Distribution& out,
                 DescriptionNotes& notes) {
  if (const Value* const size = graph.first(node, Says::content_size))
    out.byte_size = parse_byte_size(size->text);
  for (const Value& digest : graph.values(node, Says::sha256)) {
    if (auto checksum = make_checksum("sha256", digest.text)) {
      out.checksums.push_back(std::move(*checksum));
    } else {
      notes.add("schema.sha256",
                fmt::format("sha256 \"{}\" is no such digest in hexadecimal",
                            excerpt(digest.text)));
    }
  }
  // schema.org has no term for other algorithms; some catalogues mix SPDX in.
  read_checksums(graph, node, out, notes);
}

void read_download(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
                   DescriptionNotes& notes) {
  Distribution out;
  out.source = graph.source(node);
  read_standing(graph, node, out);
  for (const Value& value : graph.values(node, Says::encoding_format))
    out.format.say_type(value.text);
  const auto urls = graph.values(node, Says::content_url);
  if (out.format.kind() == DataFormat::Kind::query ||
      is_about(graph, node, Says::usage_info, is_sparql_specification) ||
      is_about(graph, node, Says::conforms_to, is_sparql_specification)) {
    for (const Value& url : urls) add_endpoint(draft, graph, url);
    return;
  }
  if (is_about(graph, node, Says::usage_info, is_harvesting_protocol)) return;
  read_checks(graph, node, out, notes);
  std::set<std::string> known;
  for (const Value& value : urls) {
    std::string url = url_of(graph, value);
    if (!url.empty() && out.urls.size() < kMostLocations && known.insert(url).second)
      out.urls.push_back(std::move(url));
  }
  if (out.urls.empty()) return;
  out.format.say_name(out.urls.front());
  draft.distributions.push_back(std::move(out));
}

}  // namespace

void read_schema_dataset(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
                         DescriptionNotes& notes) {
  constexpr std::size_t kMostDistributions = 1000;
  std::size_t count = 0;
  for (const Value& value : graph.values(node, Says::schema_distribution)) {
    if (++count > kMostDistributions) {
      notes.add("description.limit",
                fmt::format("{}: only the first {} distributions were looked at",
                            graph.name(node), kMostDistributions));
      return;
    }
    if (const auto download = graph.node_of(value))
      read_download(graph, *download, draft, notes);
    else
      add_file_itself(graph, value, draft);
  }
}

}  // namespace semsite
