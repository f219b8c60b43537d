#include "discover/dcat_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/text.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

/// What a value for a format says: itself, or the label of what it names.
std::string format_text(const DescriptionGraph& graph, const Value& value) {
  if (value.kind != Value::Kind::blank) return value.text;
  const auto node = graph.node_of(value);
  return node ? text_for_people(graph, *node, Says::label) : std::string{};
}

void read_format(const DescriptionGraph& graph, Node node, Distribution& out,
                 DescriptionNotes& notes) {
  for (const Value& value : graph.values(node, Says::media_type)) {
    if (value.kind == Value::Kind::literal)
      notes.add("dcat.media-type",
                fmt::format("dcat:mediaType \"{}\" is a text; it must be the IRI of a "
                            "media type (DCAT 3 §6.8.16)",
                            excerpt(value.text)));
    out.format.say_type(format_text(graph, value));
  }
  for (const Value& value : graph.values(node, Says::format))
    out.format.say_type(format_text(graph, value));
  for (const Value& value : graph.values(node, Says::compress_format))
    out.format.say_compression(format_text(graph, value));
  for (const Value& value : graph.values(node, Says::package_format))
    out.format.say_packaging(format_text(graph, value));
}

void read_size(const DescriptionGraph& graph, Node node, Distribution& out,
               DescriptionNotes& notes) {
  const Value* const value = graph.first(node, Says::byte_size);
  if (value == nullptr) return;
  out.byte_size = parse_byte_size(value->text);
  if (!out.byte_size)
    notes.add("dcat.byte-size",
              fmt::format("dcat:byteSize \"{}\" is no number", excerpt(value->text)));
}

bool conforms_to(const DescriptionGraph& graph, Node node,
                 bool (*is_specification)(std::string_view)) {
  return std::ranges::any_of(
      graph.values(node, Says::conforms_to),
      [&](const Value& value) { return is_specification(value.text); });
}

bool says_sparql(const DescriptionGraph& graph, Node node) {
  return conforms_to(graph, node, is_sparql_specification);
}

bool is_sparql_service(const DescriptionGraph& graph, Node service) {
  return says_sparql(graph, service) || graph.is(service, DescriptionClass::service) ||
         graph.has(service, Says::endpoint);
}

/// Its root is where graphs are named by `?graph=` (DCAT 3 §6.9).
void add_graph_stores(const DescriptionGraph& graph, Node service, DatasetDraft& draft) {
  constexpr std::size_t kMostStores = 100;
  std::vector<std::string>& stores = draft.said.graph_stores;
  for (const Value& value : graph.values(service, Says::endpoint_url)) {
    std::string url = url_of(graph, value);
    if (!url.empty() && stores.size() < kMostStores &&
        std::ranges::find(stores, url) == stores.end())
      stores.push_back(std::move(url));
  }
}

void read_service(const DescriptionGraph& graph, Node service, DatasetDraft& draft) {
  const bool stores = conforms_to(graph, service, is_graph_store_specification);
  if (stores) add_graph_stores(graph, service, draft);
  if (!is_sparql_service(graph, service)) return;
  // What is said to be a Graph Store takes queries only if that is said, too.
  if (!stores || says_sparql(graph, service))
    for (const Value& value : graph.values(service, Says::endpoint_url))
      add_endpoint(draft, graph, value);
  for (const Value& value : graph.values(service, Says::endpoint))
    add_endpoint(draft, graph, value);
}

void read_distribution(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
                       DescriptionNotes& notes) {
  for (const Value& value : graph.values(node, Says::access_service))
    if (const auto service = graph.node_of(value)) read_service(graph, *service, draft);
  Distribution out;
  out.source = graph.source(node);
  read_standing(graph, node, out);
  read_format(graph, node, out, notes);
  read_size(graph, node, out, notes);
  read_checksums(graph, node, out, notes);
  if (out.format.kind() == DataFormat::Kind::query || says_sparql(graph, node)) {
    for (const Value& value : graph.values(node, Says::access_url))
      add_endpoint(draft, graph, value);
    return;
  }
  std::set<std::string> known;
  for (const Value& value : graph.values(node, Says::download_url)) {
    std::string url = url_of(graph, value);
    if (!url.empty() && out.urls.size() < kMostLocations && known.insert(url).second)
      out.urls.push_back(std::move(url));
  }
  if (!out.urls.empty()) {
    out.format.say_name(out.urls.front());
    draft.distributions.push_back(std::move(out));
  } else if (graph.has(node, Says::access_url) &&
             graph.values(node, Says::access_service).empty()) {
    draft.notes.push_back(
        fmt::format("{} has only an accessURL, which may be any page: not fetched",
                    graph.is_blank(node) ? "a distribution" : graph.name(node)));
  }
}

std::string_view specification(std::string_view iri) {
  for (const std::string_view scheme : {"https://", "http://"})
    if (starts_with_ignoring_case(iri, scheme)) iri.remove_prefix(scheme.size());
  iri = iri.substr(0, iri.find('#'));
  while (iri.ends_with('/')) iri.remove_suffix(1);
  return iri;
}

}  // namespace

bool is_sparql_specification(std::string_view iri) {
  constexpr std::array<std::string_view, 9> kSpecifications{
      "www.w3.org/TR/sparql11-protocol", "www.w3.org/TR/sparql11-query",
      "www.w3.org/TR/sparql11-overview", "www.w3.org/TR/rdf-sparql-protocol",
      "www.w3.org/TR/rdf-sparql-query",  "www.w3.org/TR/sparql12-protocol",
      "www.w3.org/TR/sparql12-query",    "www.w3.org/TR/sparql-protocol",
      "www.w3.org/TR/sparql-query"};
  const std::string_view name = specification(trim(iri));
  return std::ranges::find(kSpecifications, name) != kSpecifications.end();
}

bool is_graph_store_specification(std::string_view iri) {
  const std::string_view name = specification(trim(iri));
  return name == "www.w3.org/TR/sparql11-http-rdf-update" ||
         name == "www.w3.org/TR/sparql12-graph-store-protocol";
}

void read_checksums(const DescriptionGraph& graph, Node node, Distribution& out,
                    DescriptionNotes& notes) {
  for (const Value& value : graph.values(node, Says::checksum)) {
    const auto checksum = graph.node_of(value);
    if (!checksum) continue;
    const Value* const algorithm = graph.first(*checksum, Says::checksum_algorithm);
    const Value* const digits = graph.first(*checksum, Says::checksum_value);
    if (algorithm == nullptr || digits == nullptr) continue;
    if (auto one = make_checksum(algorithm->text, digits->text)) {
      out.checksums.push_back(std::move(*one));
    } else {
      notes.add("dcat.checksum",
                fmt::format("{} {} is no checksum that can be verified",
                            excerpt(algorithm->text), excerpt(digits->text)));
    }
  }
}

void add_file_itself(const DescriptionGraph& graph, const Value& value,
                     DatasetDraft& draft) {
  const std::string url = url_of(graph, value);
  if (url.empty() || !is_rdf_name(url)) return;
  Distribution out;
  out.urls.push_back(url);
  out.format.say_name(url);
  if (value.document < graph.documents().size())
    out.source = graph.documents()[value.document];
  draft.distributions.push_back(std::move(out));
}

void read_dcat(const DescriptionGraph& graph, Node node, std::span<const Node> services,
               DatasetDraft& draft, DescriptionNotes& notes) {
  constexpr std::size_t kMostDistributions = 1000;
  std::size_t count = 0;
  for (const Value& value : graph.values(node, Says::distribution)) {
    if (++count > kMostDistributions) {
      notes.add("description.limit",
                fmt::format("{}: only the first {} distributions were looked at",
                            graph.name(node), kMostDistributions));
      break;
    }
    if (const auto distribution = graph.node_of(value))
      read_distribution(graph, *distribution, draft, notes);
    else
      add_file_itself(graph, value, draft);
  }
  for (const Node service : services) read_service(graph, service, draft);
}

std::vector<Superseded> superseded_datasets(const DescriptionGraph& graph) {
  std::vector<Superseded> out;
  graph.for_each(Says::previous_version, [&](Node newer, const Value& old) {
    if (const auto node = graph.node_of(old); node && *node != newer)
      out.push_back({*node, newer});
  });
  for (Node any = 0; any < graph.size(); ++any) {
    const Value* const current = graph.first(any, Says::has_current_version);
    const auto newest = current == nullptr ? std::nullopt : graph.node_of(*current);
    if (!newest) continue;
    for (const Value& version : graph.values(any, Says::has_version))
      if (const auto old = graph.node_of(version); old && *old != *newest)
        out.push_back({*old, *newest});
    if (*newest != any) out.push_back({any, *newest});
  }
  return out;
}

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
