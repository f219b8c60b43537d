#include "documents/quad_output.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "io/output_coder.hpp"
#include "sink/document_lanes.hpp"
#include "table/separated_text.hpp"

namespace semsite {
namespace {

using Suffixes = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kNQuads{".nq", ".nquads"};
constexpr std::array<std::string_view, 2> kNTriples{".nt", ".ntriples"};
constexpr std::array<std::string_view, 3> kTurtle{".ttl", ".turtle", ".n3"};
constexpr std::array<std::string_view, 1> kTrig{".trig"};
constexpr std::array<std::string_view, 3> kJsonLd{".jsonld", ".json-ld", ".json"};
constexpr std::array<std::string_view, 1> kCsv{".csv"};
constexpr std::array<std::string_view, 1> kTsv{".tsv"};
constexpr std::array<std::string_view, 2> kNdjson{".ndjson", ".jsonl"};

constexpr std::array<OutputForm, 8> kForms{{
    {OutputFormat::nquads, "nquads", "nq", kNQuads},
    {OutputFormat::ntriples, "ntriples", "nt", kNTriples},
    {OutputFormat::turtle, "turtle", "ttl", kTurtle},
    {OutputFormat::trig, "trig", "trig", kTrig},
    {OutputFormat::jsonld, "jsonld", "jsonld", kJsonLd},
    {OutputFormat::csv, "csv", "csv", kCsv},
    {OutputFormat::tsv, "tsv", "tsv", kTsv},
    {OutputFormat::ndjson, "ndjson", "ndjson", kNdjson},
}};

constexpr std::string_view kOtherSyntax =
    "write .ttl, .trig, .nt or .nq, and let a converter (rapper, riot) make it of that";
constexpr std::string_view kTable =
    "write .csv or .ndjson, and let DuckDB, pandas or a spreadsheet make it of that";
constexpr std::string_view kPage = "write .ttl to read it; a page of the run is --report";
constexpr std::string_view kPack =
    "write .gz, .zst, .xz or .bz2, or no suffix of a compression, and pack the file";

constexpr std::array kUnwritable{
    UnwritableSuffix{".rdf", "RDF/XML", kOtherSyntax},
    UnwritableSuffix{".owl", "RDF/XML", kOtherSyntax},
    UnwritableSuffix{".rdfs", "RDF/XML", kOtherSyntax},
    UnwritableSuffix{".rdfxml", "RDF/XML", kOtherSyntax},
    UnwritableSuffix{".xml", "XML", kOtherSyntax},
    UnwritableSuffix{".trix", "TriX", kOtherSyntax},
    UnwritableSuffix{".hdt", "HDT", "write .nt, and let rdf2hdt make it of that"},
    UnwritableSuffix{".brf", "RDF Binary", kOtherSyntax},
    UnwritableSuffix{".trdf", "RDF Thrift", kOtherSyntax},
    UnwritableSuffix{".jelly", "Jelly", kOtherSyntax},
    UnwritableSuffix{".yaml", "YAML", kOtherSyntax},
    UnwritableSuffix{".yml", "YAML", kOtherSyntax},
    UnwritableSuffix{".parquet", "Parquet", kTable},
    UnwritableSuffix{".arrow", "Arrow", kTable},
    UnwritableSuffix{".feather", "Arrow", kTable},
    UnwritableSuffix{".avro", "Avro", kTable},
    UnwritableSuffix{".orc", "ORC", kTable},
    UnwritableSuffix{".xlsx", "a spreadsheet", kTable},
    UnwritableSuffix{".xls", "a spreadsheet", kTable},
    UnwritableSuffix{".ods", "a spreadsheet", kTable},
    UnwritableSuffix{".db", "a database", kTable},
    UnwritableSuffix{".sqlite", "a database", kTable},
    UnwritableSuffix{".duckdb", "a database", kTable},
    UnwritableSuffix{".sql", "SQL", kTable},
    UnwritableSuffix{".html", "HTML", kPage},
    UnwritableSuffix{".htm", "HTML", kPage},
    UnwritableSuffix{".xhtml", "HTML", kPage},
    UnwritableSuffix{".pdf", "PDF", kPage},
    UnwritableSuffix{".doc", "a document of a word processor", kPage},
    UnwritableSuffix{".docx", "a document of a word processor", kPage},
    UnwritableSuffix{".odt", "a document of a word processor", kPage},
    UnwritableSuffix{".png", "an image", kPage},
    UnwritableSuffix{".svg", "an image", kPage},
    UnwritableSuffix{".dot", "a graph of Graphviz", kPage},
    UnwritableSuffix{".graphml", "GraphML", kPage},
    UnwritableSuffix{".zip", "a zip archive", kPack, true},
    UnwritableSuffix{".7z", "a 7z archive", kPack, true},
    UnwritableSuffix{".rar", "a rar archive", kPack, true},
    UnwritableSuffix{".tar", "a tar archive", kPack, true},
    UnwritableSuffix{".tgz", "a tar archive", kPack, true},
    UnwritableSuffix{".tbz2", "a tar archive", kPack, true},
    UnwritableSuffix{".txz", "a tar archive", kPack, true},
    UnwritableSuffix{".cpio", "a cpio archive", kPack, true},
    UnwritableSuffix{".lz4", "an lz4 file", kPack, true},
    UnwritableSuffix{".lz", "an lzip file", kPack, true},
    UnwritableSuffix{".lzma", "an lzma file", kPack, true},
    UnwritableSuffix{".br", "a Brotli file", kPack, true},
    UnwritableSuffix{".z", "a file of compress", kPack, true},
};

/// The name of the file alone: a dot of a folder says nothing.
std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::span<const OutputForm> output_forms() { return kForms; }

const OutputForm& form_of(OutputFormat format) {
  return *std::ranges::find(kForms, format, &OutputForm::format);
}

std::span<const UnwritableSuffix> unwritable_suffixes() { return kUnwritable; }

const OutputForm* form_of_word(std::string_view word) {
  const auto* const found = std::ranges::find_if(kForms, [&](const OutputForm& form) {
    return equal_ignoring_case(word, form.name) ||
           equal_ignoring_case(word, form.short_name);
  });
  return found == kForms.end() ? nullptr : found;
}

std::string_view form_name(std::string_view path) {
  const std::string_view name = path == "-" ? std::string_view{} : file_name(path);
  return name.substr(0, name.size() - OutputCoder::suffix_of(name).size());
}

const OutputForm* form_of_name(std::string_view name) {
  const auto* const found = std::ranges::find_if(kForms, [&](const OutputForm& form) {
    return std::ranges::any_of(form.suffixes, [&](std::string_view suffix) {
      return ends_with_ignoring_case(name, suffix);
    });
  });
  return found == kForms.end() ? nullptr : found;
}

const UnwritableSuffix* unwritable(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kUnwritable, [&](const UnwritableSuffix& one) {
        return ends_with_ignoring_case(name, one.suffix);
      });
  return found == kUnwritable.end() ? nullptr : found;
}

namespace {

std::unique_ptr<QuadSink> make_quad_records(OutputFile& output, Separated form) {
  return std::make_unique<TextSink>(output,
                                    [form](TextBuffer& out, const QuadBatch& batch) {
                                      append_quad_records(out, batch, form);
                                    });
}

}  // namespace

std::unique_ptr<QuadSink> make_quad_sink(OutputFormat format, OutputFile& output,
                                         QuadOutputRules rules) {
  switch (format) {
    case OutputFormat::nquads:
      return std::make_unique<NQuadsSink>(output);
    case OutputFormat::ntriples:
      return std::make_unique<NQuadsSink>(output, GraphTerms::drop);
    case OutputFormat::turtle:
      return std::make_unique<TurtleSink>(output, GraphTerms::drop, rules.announcement);
    case OutputFormat::trig:
      return std::make_unique<TurtleSink>(output, GraphTerms::keep, rules.announcement);
    case OutputFormat::jsonld:
      return std::make_unique<JsonLdStreamSink>(output, rules.jsonld,
                                                std::move(rules.shortening));
    case OutputFormat::csv:
      return make_quad_records(output, Separated::csv);
    case OutputFormat::tsv:
      return make_quad_records(output, Separated::tsv);
    case OutputFormat::ndjson:
      break;
  }
  return make_node_lines(output, rules.jsonld);
}

OutputFrame quad_frame(OutputFormat format, std::string_view context) {
  switch (format) {
    case OutputFormat::jsonld:
      return jsonld_frame(context);
    case OutputFormat::csv:
      return {.head = quad_columns(Separated::csv)};
    case OutputFormat::tsv:
      return {.head = quad_columns(Separated::tsv)};
    default:
      return {};
  }
}

}  // namespace semsite
