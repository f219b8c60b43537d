#include "documents/quad_output.hpp"

#include <utility>

#include "sink/nquads_sink.hpp"
#include "sink/text_sink.hpp"
#include "table/separated_text.hpp"

namespace semsite {
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
