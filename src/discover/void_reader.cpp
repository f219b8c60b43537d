#include "discover/void_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

std::string source_of(const DescriptionGraph& graph, const Value& value) {
  return value.document < graph.documents().size() ? graph.documents()[value.document]
                                                   : std::string{};
}

/// The format that `void:feature` names, if it is the same for all files.
void add_features(const DescriptionGraph& graph, Node node, DatasetDraft& draft) {
  const auto features = graph.values(node, Says::void_feature);
  if (features.size() != 1 || draft.dumps.size() != 1) return;
  DataFormat format;
  format.say_type(features.front().text);
  if (format.kind() == DataFormat::Kind::rdf && draft.dumps[0].media_type.empty())
    draft.dumps[0].media_type = format.media_type();
}

void add_dumps(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
               DescriptionNotes& notes) {
  for (const Value& value : graph.values(node, Says::data_dump)) {
    if (draft.dumps.size() >= kMostLocations) {
      notes.add("description.limit", fmt::format("{}: only the first {} dumps were taken",
                                                 graph.name(node), kMostLocations));
      return;
    }
    DatasetLocation dump;
    dump.url = url_of(graph, value);
    if (dump.url.empty()) {
      notes.add("void.bad-url", fmt::format("void:dataDump {} of {} is no URL; ignored",
                                            excerpt(value.text), graph.name(node)));
      continue;
    }
    if (value.kind == Value::Kind::literal)
      notes.add("void.literal-url",
                fmt::format("void:dataDump {} is a text, not an IRI; taken as one",
                            excerpt(value.text)));
    dump.source = source_of(graph, value);
    DataFormat format;
    format.say_name(dump.url);
    if (format.kind() == DataFormat::Kind::rdf) dump.media_type = format.media_type();
    dump.compression = format.compression();
    dump.packaging = format.packaging();
    draft.dumps.push_back(std::move(dump));
  }
  add_features(graph, node, draft);
}

void add_prefixes(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
                  DescriptionNotes& notes) {
  for (const Value& value : graph.values(node, Says::uri_space)) {
    if (value.kind == Value::Kind::blank || draft.said.prefixes.size() >= 1000) continue;
    if (value.kind == Value::Kind::iri)
      notes.add("void.uri-space",
                fmt::format("void:uriSpace {} is an IRI; it must be a text (VoID §4.4)",
                            value.text));
    const std::string_view prefix = trim(value.text);
    if (prefix.find("://") == std::string_view::npos) {
      notes.add("void.bad-url", fmt::format("void:uriSpace {} begins no URL; ignored",
                                            excerpt(value.text)));
      continue;
    }
    LinkedDataPrefix one{.prefix = closed_prefix(prefix),
                         .slicing = text_for_people(graph, node, Says::slicing)};
    const bool known = std::ranges::any_of(
        draft.said.prefixes,
        [&](const LinkedDataPrefix& other) { return other.prefix == one.prefix; });
    if (!known) draft.said.prefixes.push_back(std::move(one));
  }
}

std::uint64_t triples_of(const DescriptionGraph& graph, Node node) {
  const Value* const value = graph.first(node, Says::triples);
  return value == nullptr ? 0 : parse_uint(trim(value->text)).value_or(0);
}

/// Is the object of `subject void:subset object` the larger one?
bool is_reversed(const DescriptionGraph& graph, Node subject, Node object) {
  const bool linkset = graph.is(subject, DescriptionClass::linkset);
  if (linkset != graph.is(object, DescriptionClass::linkset)) return linkset;
  const std::uint64_t size = triples_of(graph, subject);
  return size > 0 && triples_of(graph, object) > size;
}

}  // namespace

bool is_void_dataset(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::void_dataset) ||
         graph.is(node, DescriptionClass::linkset) || graph.has(node, Says::data_dump) ||
         graph.has(node, Says::sparql_endpoint) || graph.has(node, Says::uri_space);
}

void read_void(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
               DescriptionNotes& notes) {
  add_dumps(graph, node, draft, notes);
  for (const Value& value : graph.values(node, Says::sparql_endpoint))
    add_endpoint(draft, graph, value);
  add_prefixes(graph, node, draft, notes);
  for (const Value& value : graph.values(node, Says::example_resource))
    if (value.kind == Value::Kind::iri && draft.said.samples.size() < kMostLocations)
      draft.said.samples.push_back(value.text);
  for (const Value& value : graph.values(node, Says::root_resource))
    if (value.kind == Value::Kind::iri && draft.roots.size() < kMostLocations)
      draft.roots.push_back(value.text);
}

bool is_no_share(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::linkset) ||
         graph.has(node, Says::linkset_term) ||
         graph.is(node, DescriptionClass::dataset_description) ||
         graph.has(node, Says::partition_class) ||
         graph.has(node, Says::partition_property) || graph.has(node, Says::next_page);
}

std::vector<DatasetPart> dataset_parts(const DescriptionGraph& graph) {
  std::vector<DatasetPart> out;
  const auto add = [&](Node whole, Node part) {
    if (whole == part) return;
    const bool known = std::any_of(
        out.rbegin(),
        out.rbegin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(out.size(), 16)),
        [&](const DatasetPart& one) { return one.whole == whole && one.part == part; });
    if (!known) out.push_back({whole, part});
  };
  graph.for_each(Says::subset, [&](Node subject, const Value& value) {
    const auto object = graph.node_of(value);
    if (!object) return;
    if (is_reversed(graph, subject, *object)) {
      add(*object, subject);
    } else {
      add(subject, *object);
    }
  });
  const auto is_plain = [&](Node node) {
    return (graph.is(node, DescriptionClass::dcat_dataset) ||
            graph.is(node, DescriptionClass::void_dataset) ||
            graph.is(node, DescriptionClass::schema_dataset)) &&
           !graph.is(node, DescriptionClass::catalog) &&
           !graph.is(node, DescriptionClass::data_catalog);
  };
  graph.for_each(Says::has_part, [&](Node whole, const Value& value) {
    const auto part = graph.node_of(value);
    if (part && is_plain(whole) && is_plain(*part)) add(whole, *part);
  });
  graph.for_each(Says::is_part_of, [&](Node part, const Value& value) {
    const auto whole = graph.node_of(value);
    if (whole && is_plain(*whole) && is_plain(part)) add(*whole, part);
  });
  return out;
}

}  // namespace semsite
