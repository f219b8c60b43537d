#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "base/hash.hpp"
#include "discover/dataset_description.hpp"
#include "parse/split_parse.hpp"
#include "parse/syntax.hpp"

namespace semsite::test {

inline const std::string kDescriptionUrl = "http://a.example/void.ttl";

/// Adds a document of Turtle, with the usual prefixes declared, to `graph`.
inline void add_turtle(DescriptionGraph& graph, std::string_view statements,
                       const std::string& url = kDescriptionUrl) {
  std::string text =
      "@prefix void: <http://rdfs.org/ns/void#> .\n"
      "@prefix dcat: <http://www.w3.org/ns/dcat#> .\n"
      "@prefix dct: <http://purl.org/dc/terms/> .\n"
      "@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n"
      "@prefix hydra: <http://www.w3.org/ns/hydra/core#> .\n"
      "@prefix s: <https://schema.org/> .\n"
      "@prefix s1: <http://schema.org/> .\n"
      "@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .\n"
      "@prefix spdx: <http://spdx.org/rdf/terms#> .\n"
      "@prefix media: <http://www.iana.org/assignments/media-types/> .\n"
      "@prefix v: <https://w3id.org/semsite/vocab#> .\n"
      "@prefix : <http://a.example/> .\n";
  text += statements;
  auto document = std::make_shared<Document>();
  document->iri = document->base = document->name = url;
  document->scope = short_hash(url);
  graph.begin_document(url);
  MemorySource bytes{std::move(text)};
  NullDiagnostics nobody;
  parse_document({.syntax = *find_syntax("turtle"),
                  .bytes = bytes,
                  .document = document,
                  .diagnostics = nobody,
                  .measured = Measured::ours({}),
                  .workers = 1,
                  .stop = {}},
                 [&](const QuadBatch& batch) { graph.write(batch); });
}

/// What these statements describe.
inline Descriptions described(std::string_view statements) {
  DescriptionGraph graph;
  add_turtle(graph, statements);
  return read_descriptions(graph, 1000);
}

/// Their only dataset; an empty one if there are none or several.
inline DatasetFact only_dataset(std::string_view statements) {
  Descriptions all = described(statements);
  return all.datasets.size() == 1 ? std::move(all.datasets[0]) : DatasetFact{};
}

}  // namespace semsite::test
