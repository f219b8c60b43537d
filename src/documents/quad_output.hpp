#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "io/output_file.hpp"
#include "jsonld/jsonld_sink.hpp"
#include "jsonld/node_text.hpp"
#include "rdf/quad_batch.hpp"
#include "sink/turtle_sink.hpp"

namespace semsite {

/// What quads can be written as.
enum class OutputFormat : std::uint8_t {
  nquads,
  ntriples,
  turtle,
  trig,
  jsonld,
  csv,
  tsv,
  ndjson,
};

/// One of them: a row of a constant table.
struct OutputForm {
  OutputFormat format;
  std::string_view name;                       ///< as in `--format`: "nquads"
  std::string_view short_name;                 ///< the other one: "nq"
  std::span<const std::string_view> suffixes;  ///< of files, with the dot
};

/// All forms that can be written.
[[nodiscard]] std::span<const OutputForm> output_forms();
[[nodiscard]] const OutputForm& form_of(OutputFormat format);

/// A suffix of files that are something else, and what to do instead.
struct UnwritableSuffix {
  std::string_view suffix;  ///< with the dot
  std::string_view what;    ///< "RDF/XML"
  std::string_view remedy;
  bool packs = false;  ///< a compression or archive: no `--format` makes one
};
[[nodiscard]] std::span<const UnwritableSuffix> unwritable_suffixes();

/// The form that `word` names, in any case; null if none.
[[nodiscard]] const OutputForm* form_of_word(std::string_view word);

/// What of a path says the form: its last name without the suffix of a compression that
/// we write; empty for "-".
[[nodiscard]] std::string_view form_name(std::string_view path);
/// The form that such a name says; null if none.
[[nodiscard]] const OutputForm* form_of_name(std::string_view name);
/// What it says that nobody writes here; null if nothing.
[[nodiscard]] const UnwritableSuffix* unwritable(std::string_view name);

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
