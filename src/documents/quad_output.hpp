#pragma once

#include <memory>

#include "documents/output_form.hpp"
#include "io/output_file.hpp"
#include "jsonld/jsonld_sink.hpp"
#include "jsonld/node_text.hpp"
#include "rdf/quad_sink.hpp"
#include "sink/turtle_sink.hpp"

namespace semsite {

/// How quads are written, whatever the form: what a form does not know counts for others.
struct QuadOutputRules {
  Announcement announcement = Announcement::full;  ///< of RDF 1.2, in Turtle and TriG
  JsonLdRules jsonld{};
  NodeShortening shortening{};  ///< of JSON-LD
};

/// Writes quads to `output`, which outlives the sink, as they come.
[[nodiscard]] std::unique_ptr<QuadSink> make_quad_sink(OutputFormat format,
                                                       OutputFile& output,
                                                       QuadOutputRules rules);

/// What stands before and behind them; `context` as in NodeShortening.
[[nodiscard]] OutputFrame quad_frame(OutputFormat format, std::string_view context);

}  // namespace semsite
