#include "commands/workshop.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "base/url.hpp"
#include "commands/form_options.hpp"
#include "commands/rdf_options.hpp"
#include "commands/values.hpp"
#include "commands/web_origin.hpp"
#include "fetch/mapped_transport.hpp"
#include "jsonld/compaction.hpp"
#include "jsonld/jsonld_sink.hpp"
#include "parse/jsonld_contexts.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"
#include "sink/nquads_sink.hpp"
#include "sink/text_sink.hpp"
#include "sink/turtle_sink.hpp"
#include "table/separated_text.hpp"
#include "table/table_sink.hpp"

namespace semsite {

class Shortening {
 public:
  explicit Shortening(ContextChoice choice) : choice_(std::move(choice)) {}

  /// Reads the context, if nobody has yet. Throws RunError.
  void begin(const ParseSettings& settings, const Limits& limits) {
    if (compaction_) return;
    try {
      compaction_.emplace(choice_, settings, limits);
    } catch (const DocumentError& error) {
      throw RunError{fmt::format("--context: {} [{}]", error.what(), error.code())};
    }
  }
  [[nodiscard]] const std::string& text() const { return choice_.text; }
  [[nodiscard]] std::string shorten(std::string_view node) {
    return compaction_->compact(node);
  }

 private:
  ContextChoice choice_;
  std::optional<Compaction> compaction_;
};

namespace {

NodeShortening node_shortening(const ShorteningPtr& shortening) {
  if (shortening == nullptr) return {};
  return {.context = shortening->text(), .shorten = [shortening](std::string_view node) {
            return shortening->shorten(node);
          }};
}

std::unique_ptr<QuadSink> make_quad_records(OutputFile& output, Separated form) {
  return std::make_unique<TextSink>(output,
                                    [form](TextBuffer& out, const QuadBatch& batch) {
                                      append_quad_records(out, batch, form);
                                    });
}

/// What may still come of RDF 1.2 (RDF 1.2 Concepts §2.1: basic is without triple terms).
Announcement announcement_of(const Options& options) {
  const OlderRdfRules rules = older_rdf_rules(options);
  if (rules.triple_terms == TripleTermUse::keep) return Announcement::full;
  return rules.directions == DirectionUse::keep ? Announcement::basic
                                                : Announcement::none;
}

std::unique_ptr<QuadSink> make_sink(const Options& options, OutputFile& output,
                                    const ShorteningPtr& shortening) {
  switch (options.format) {
    case OutputFormat::nquads:
      return std::make_unique<NQuadsSink>(output);
    case OutputFormat::ntriples:
      return std::make_unique<NQuadsSink>(output, GraphTerms::drop);
    case OutputFormat::turtle:
      return std::make_unique<TurtleSink>(output, GraphTerms::drop,
                                          announcement_of(options));
    case OutputFormat::trig:
      return std::make_unique<TurtleSink>(output, GraphTerms::keep,
                                          announcement_of(options));
    case OutputFormat::jsonld:
      return std::make_unique<JsonLdStreamSink>(output, options.jsonld,
                                                node_shortening(shortening));
    case OutputFormat::csv:
      return make_quad_records(output, Separated::csv);
    case OutputFormat::tsv:
      return make_quad_records(output, Separated::tsv);
    case OutputFormat::ndjson:
      break;
  }
  return make_node_lines(output, options.jsonld);
}

OutputFrame frame_of(const Options& options) {
  if (is_made_at_the_end(options)) return {};
  switch (options.format) {
    case OutputFormat::jsonld:
      return jsonld_frame(options.context.text);
    case OutputFormat::csv:
      return {.head = quad_columns(Separated::csv)};
    case OutputFormat::tsv:
      return {.head = quad_columns(Separated::tsv)};
    default:
      return {};
  }
}

RowForm row_form(OutputFormat format) {
  if (format == OutputFormat::csv) return RowForm::csv;
  return format == OutputFormat::tsv ? RowForm::tsv : RowForm::ndjson;
}

std::unique_ptr<TemporaryFiles> temporary_files(const Options& options,
                                                const OutputFile& output) {
  if (!options.table) return nullptr;
  return std::make_unique<TemporaryFiles>(temporary_place(options, output), "table",
                                          TemporaryFiles::Lifetime::this_run);
}

/// The sink of the output itself, which may be made when everything has been seen.
std::unique_ptr<QuadSink> target_sink(const Options& options, OutputFile& output,
                                      TemporaryFiles* files, TableSink*& table,
                                      const ShorteningPtr& shortening) {
  if (files != nullptr) {
    auto sink = std::make_unique<TableSink>(*options.table, row_form(options.format),
                                            *files, options.slice_memory, output);
    table = sink.get();
    return sink;
  }
  if (options.jsonld_whole)
    return std::make_unique<JsonLdWholeSink>(
        output, options.jsonld, node_shortening(shortening), options.slice_memory);
  return make_sink(options, output, shortening);
}

const Syntax* wanted_syntax(const std::string& name) {
  if (name.empty()) return nullptr;
  if (const Syntax* syntax = find_syntax(name)) return syntax;
  std::vector<std::string> names;
  for (const Syntax& syntax : syntaxes()) names.emplace_back(syntax.name);
  refuse_word("--syntax", name, names);
}

std::unique_ptr<Transport> open_transport(const Options& options) {
  auto transport = make_transport(options.transport);
  if (options.document_map.empty()) return transport;
  return make_mapped_transport(std::move(transport), options.document_map);
}

/// A state that was emptied is none that may be begun anew in silence.
void check_state(const Options& options) {
  std::error_code unknown;
  if (options.fresh || options.state.empty()) return;
  if (std::filesystem::file_size(options.state, unknown) != 0 || unknown) return;
  if (std::filesystem::file_size(options.output, unknown) == 0 || unknown) return;
  throw UsageError{fmt::format(
      "{}: the state is empty, and {} is not: nothing tells what was got; nothing was "
      "changed. Bring the state back, or take it away, or name another file with -o (or "
      "--state), or give --fresh to begin anew",
      options.state, options.output)};
}

std::unique_ptr<RunState> open_state(const Options& options) {
  if (options.command != "fetch") return nullptr;
  check_state(options);
  return std::make_unique<RunState>(
      options.state, options.fresh ? RunState::Use::begin_anew : RunState::Use::go_on);
}

TextOutput::Form text_form(const Options& options) {
  return options.format == OutputFormat::nquads ? TextOutput::Form::nquads
                                                : TextOutput::Form::other;
}

}  // namespace

Workshop::Workshop(const Options& options, std::stop_token stop)
    : console(options.verbosity, options.log, colours_of(options.colour, STDERR_FILENO)),
      transport(open_transport(options)),
      retriever(*transport, clock, counters, console,
                {.agent = "semsite",
                 .retry = options.retry,
                 .ignore_robots = options.ignore_robots,
                 .limits = options.limits},
                stop),
      state(open_state(options)),
      contexts(retriever, clock,
               {.obey_robots = options.command == "fetch" || options.command == "plan" ||
                               options.command == "validate",
                .limits = options.limits,
                .state = state.get()}),
      settings(options.parse),
      cancel_(stop, [this] { transport->cancel(); }) {
  settings.contexts = &contexts;
  if (const OlderRdfRules rules = older_rdf_rules(options); rules.changes_anything())
    older = std::make_unique<OlderRdf>(rules);
  settings.jsonld_contexts = make_jsonld_contexts();
  for (const std::string& line : options.odd_sites) console.warning(line);
  if (!options.format_note.empty()) console.info(options.format_note);
  if (options.ignore_robots)
    console.warning(
        "--ignore-robots: robots.txt is not obeyed; do this only to sites of "
        "your own");
}

std::unique_ptr<Quarantine> quarantine_of(const Options& options) {
  if (options.quarantine.empty()) return nullptr;
  return std::make_unique<Quarantine>(options.quarantine);
}

Target::Target(const Options& options, OutputFile::Part part)
    : output(options.output, part),
      shortening(options.context.text.empty()
                     ? nullptr
                     : std::make_shared<Shortening>(options.context)),
      files(temporary_files(options, output)),
      sink(target_sink(options, output, files.get(), table, shortening)),
      texts(*sink, output, text_form(options)),
      quarantine(quarantine_of(options)) {
  output.set_frame(frame_of(options));
  if (part == OutputFile::Part::anew) begin(options, Quarantine::Begin::anew);
}

void Target::begin(const Options& options, Quarantine::Begin how) {
  if (quarantine) quarantine->begin(how);
  note_origin(options, [&](int file) { note_web_origin(file, options.urls); });
}

void Target::settle() {
  if (quarantine) quarantine->settle();
}

void Target::note_origin(const Options& options,
                         const std::function<void(int)>& note) const {
  if (options.output == "-") return note(STDOUT_FILENO);
  if (!output.is_file()) return;
  const Descriptor file{::open(output.part().c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
  if (file.valid()) note(file.get());
}

Harvester Target::harvester(const Options& options, Workshop& shop,
                            std::stop_token stop) {
  if (shortening) shortening->begin(shop.settings, options.limits);
  return make_harvester(options, shop, *sink, quarantine.get(), std::move(stop));
}

Harvester make_harvester(const Options& options, Workshop& shop, QuadSink& sink,
                         Quarantine* quarantine, std::stop_token stop) {
  return {.sink = sink,
          .graph = options.graph,
          .limits = options.limits,
          .counters = shop.counters,
          .console = shop.console,
          .quarantine = quarantine,
          .on_error = options.on_error,
          .syntax = wanted_syntax(options.syntax),
          .workers = worker_count(),
          .stop = std::move(stop),
          .settings = shop.settings,
          .older = shop.older.get()};
}

std::unique_ptr<Outlet> make_outlet(const Options& options, const Target& target,
                                    const std::string& path) {
  auto out = std::make_unique<Outlet>();
  out->path = path;
  out->output = path.empty() ? OutputFile::spool_for(options.output)
                             : OutputFile::named_spool(options.output, path);
  out->sink = make_sink(options, *out->output, target.shortening);
  out->texts = std::make_unique<TextOutput>(*out->sink, *out->output, text_form(options));
  return out;
}

std::string temporary_place(const Options& options, const OutputFile& output) {
  if (!options.temporary.empty()) return options.temporary;
  if (output.is_file())
    return std::filesystem::absolute(options.output).parent_path().string();
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

unsigned worker_count() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace semsite
