#include "commands/reading_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/file_io.hpp"
#include "base/url.hpp"
#include "commands/arguments.hpp"
#include "map/builtin_mappings.hpp"
#include "map/mapping_use.hpp"
#include "parse/json_reader.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {

OptionGroup reading_rows() {
  return {
      .name = "input",
      .heading = "Input",
      .rows = {
          {.name = "syntax",
           .value = "NAME",
           .does =
               "ntriples, nquads, turtle, trig, rdfxml, trix, jsonld, html, rdfa, "
               "microdata, linkset, linkset+json, sitemap, standard-sitemap, sparql-xml, "
               "sparql-json, sparql-csv, sparql-tsv (default: told by content)",
           .words = WordList::syntaxes,
           .common = true},
          {.name = "base",
           .value = "IRI",
           .does = "base for relative references (default: where the document came from)",
           .common = true},
          {.name = "jsonld-mode",
           .value = "json-ld-1.1|json-ld-1.0",
           .does = "rules for JSON-LD (default json-ld-1.1)"},
          {.name = "rdf-direction",
           .value = "i18n-datatype|compound-literal|rdf12",
           .does = "how the direction of text is kept (default: not at all)"},
          {.name = "expand-context",
           .value = "FILE",
           .does = "a JSON-LD context to begin every document with",
           .file = FileUse::reads},
          {.name = "document-map",
           .value = "FILE",
           .does = "JSON that says which files stand for which URLs",
           .file = FileUse::reads},
          {.name = "vocabulary-expansion",
           .does = "of RDFa: what the vocabularies themselves say of the page's terms "
                   "counts too"},
          {.name = "xpath",
           .value = "PATH",
           .does = "of an HTML page, read only what stands inside these elements"},
          {.name = "linkset-anchor",
           .value = "IRI",
           .does = "what links of a link set are about that do not say it (default: they "
                   "are passed over)"},
          {.name = "solutions",
           .does = "of SPARQL results: rows are solutions, even where they could be "
                   "statements"},
          {.name = "strict",
           .does =
               "what breaks a rule of its syntax is a fault, even if it could be mended"},
      }};
}

OptionGroup mapping_rows() {
  return {.name = "mappings",
          .heading = "Mappings",
          .rows = {
              {.name = "mappings",
               .value = "DIR|FILE",
               .does = "also use the mappings there (repeatable); one with the name of a "
                       "built-in one takes its place",
               .repeatable = true,
               .file = FileUse::reads},
          }};
}

RdfDirection read_rdf_direction(const GivenOptions& given) {
  constexpr RdfDirection kDirections[] = {RdfDirection::none, RdfDirection::i18n_datatype,
                                          RdfDirection::compound_literal,
                                          RdfDirection::rdf12};
  return kDirections[given.word("rdf-direction",
                                {"none", "i18n-datatype", "compound-literal", "rdf12"})];
}

/// A relative one would make every IRI of the document a relative one.
std::string read_base(const GivenOptions& given) {
  std::string text = given.text("base");
  if (text.empty() || split_url(text)) return text;
  throw UsageError{
      fmt::format("--base {}: no absolute IRI, such as http://www.example.org/data.ttl{}",
                  text, meant_url(text))};
}

ReadingOptions read_reading_options(const GivenOptions& given) {
  ReadingOptions out;
  out.syntax = given.text("syntax");
  out.parse.xpath = given.text("xpath");
  out.parse.linkset_anchor = given.text("linkset-anchor");
  out.parse.solutions = given.has("solutions");
  if (given.has("strict")) out.parse.strictness = Strictness::strict;
  out.parse.vocabulary_expansion = given.has("vocabulary-expansion");
  if (given.word("jsonld-mode", {"json-ld-1.1", "json-ld-1.0"}) == 1)
    out.parse.jsonld_version = JsonLdVersion::v1_0;
  out.parse.rdf_direction = read_rdf_direction(given);
  try {
    if (given.has("expand-context"))
      out.parse.expand_context = read_file(given.text("expand-context"));
    if (given.has("document-map"))
      out.document_map = read_document_map(given.text("document-map"));
  } catch (const DocumentError& error) {
    throw UsageError{error.what()};
  }
  out.base = read_base(given);
  return out;
}

void read_documents(const CommandLine& line, TransportOptions& transport,
                    ReadingOptions& out) {
  DocumentUrls named = document_urls(line, transport);
  out.urls = std::move(named.urls);
  out.notes = std::move(named.notes);
  out.manifests = std::move(named.manifests);
  out.manifests.check();
}

void read_mapping_options(const GivenOptions& given, ParseSettings& out) {
  out.mappings = mappings_at(given.texts("mappings"));
  if (out.mappings) out.mapping_use = std::make_shared<MappingUse>(out.mappings);
}

void name_files(const DocumentMap& map, NamedFiles& files) {
  for (const auto& [url, path] : map.documents) files.read(path);
}

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_at(const std::string& place) {
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  if (!fs::exists(status))
    throw UsageError{fmt::format("{}: no such file or folder of mappings", place)};
  if (!fs::is_directory(status)) return {place};
  std::vector<fs::path> out;
  for (fs::directory_iterator at{place, error}, end; !error && at != end;
       at.increment(error))
    if (at->path().extension() == ".ttl") out.push_back(at->path());
  if (error) throw UsageError{fmt::format("{}: {}", place, error.message())};
  if (out.empty())
    throw UsageError{fmt::format("{}: no mapping (*.ttl) in this folder", place)};
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::vector<MappingSource> read_mapping_files(const std::vector<std::string>& places) {
  std::vector<MappingSource> out;
  for (const std::string& place : places)
    for (const fs::path& path : files_at(place)) {
      MappingSource source{
          .name = path.filename().string(), .origin = path.string(), .text = {}};
      try {
        source.text = read_file(source.origin);
      } catch (const DocumentError& error) {
        throw UsageError{error.what()};
      }
      std::erase_if(out,
                    [&](const MappingSource& one) { return one.name == source.name; });
      out.push_back(std::move(source));
    }
  return out;
}

std::shared_ptr<const Mappings> mappings_at(const std::vector<std::string>& places) {
  if (places.empty()) return nullptr;
  return read_mappings(mapping_sources(read_mapping_files(places)));
}

namespace {

UsageError no_map(const std::string& path, std::string_view why) {
  return UsageError{fmt::format("--document-map {}: {}", path, why)};
}

std::map<std::string, std::string> paths_of(JsonValue map, std::string_view name,
                                            const std::string& path) {
  std::map<std::string, std::string> out;
  const JsonValue* const member = map.find(name);
  if (member == nullptr) return out;
  if (!member->is_object()) throw no_map(path, fmt::format("{} is no object", name));
  const std::filesystem::path folder = std::filesystem::path{path}.parent_path();
  for (const JsonMember& entry : member->members()) {
    if (!entry.value.is_string())
      throw no_map(path, fmt::format("{}: {} is given no path", name, entry.name()));
    out.emplace(entry.name(), (folder / entry.value.text()).string());
  }
  return out;
}

}  // namespace

DocumentMap read_document_map(const std::string& path) {
  JsonText text{read_file(path)};
  JsonArena arena;
  const JsonReader::Result json = read_json(text, arena, Limits{}.json_depth);
  if (!json.problem.code.empty()) throw no_map(path, json.problem.message);
  if (!json.value.is_object()) throw no_map(path, "is no JSON object");
  return {.documents = paths_of(json.value, "documents", path),
          .prefixes = paths_of(json.value, "prefixes", path)};
}

}  // namespace semsite
