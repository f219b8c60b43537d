#include "commands/workshop.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/file_io.hpp"
#include "base/holder.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "commands/output_options.hpp"
#include "commands/rdf_options.hpp"
#include "commands/run_account.hpp"
#include "commands/values.hpp"
#include "documents/quad_output.hpp"
#include "jsonld/compaction.hpp"
#include "jsonld/jsonld_sink.hpp"
#include "map/mapping_use.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"
#include "sink/turtle_sink.hpp"
#include "state/state_summary.hpp"
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

/// What may still come of RDF 1.2 (RDF 1.2 Concepts §2.1: basic is without triple terms).
Announcement announcement_of(const FormOptions& form) {
  const OlderRdfRules rules = older_rdf_rules(form);
  if (rules.triple_terms == TripleTermUse::keep) return Announcement::full;
  return rules.directions == DirectionUse::keep ? Announcement::basic
                                                : Announcement::none;
}

std::unique_ptr<QuadSink> make_sink(const FormOptions& form, OutputFile& output,
                                    const ShorteningPtr& shortening) {
  return make_quad_sink(form.format, output,
                        {.announcement = announcement_of(form),
                         .jsonld = form.jsonld,
                         .shortening = node_shortening(shortening)});
}

OutputFrame frame_of(const FormOptions& form) {
  if (is_made_at_the_end(form)) return {};
  return quad_frame(form.format, form.context.text);
}

RowForm row_form(OutputFormat format) {
  if (format == OutputFormat::csv) return RowForm::csv;
  return format == OutputFormat::tsv ? RowForm::tsv : RowForm::ndjson;
}

std::unique_ptr<TemporaryFiles> temporary_files(const OutputOptions& options,
                                                const OutputFile& output) {
  if (!options.form.table) return nullptr;
  return std::make_unique<TemporaryFiles>(
      temporary_place(options.sort, output, options.path), "table",
      TemporaryFiles::Lifetime::this_run);
}

/// The sink of the output itself, which may be made when everything has been seen.
std::unique_ptr<QuadSink> target_sink(const OutputOptions& options, OutputFile& output,
                                      TemporaryFiles* files, TableSink*& table,
                                      const ShorteningPtr& shortening) {
  const FormOptions& form = options.form;
  if (files != nullptr) {
    auto sink = std::make_unique<TableSink>(*form.table, row_form(form.format), *files,
                                            options.sort.memory_bytes, output);
    table = sink.get();
    return sink;
  }
  if (form.jsonld_whole)
    return std::make_unique<JsonLdWholeSink>(
        output, form.jsonld, node_shortening(shortening), options.sort.memory_bytes);
  return make_sink(form, output, shortening);
}

const Syntax* wanted_syntax(const std::string& name) {
  if (name.empty()) return nullptr;
  if (const Syntax* syntax = find_syntax(name)) return syntax;
  std::vector<std::string> names;
  for (const Syntax& syntax : syntaxes()) names.emplace_back(syntax.name);
  refuse_word("--syntax", name, names);
}

TextOutput::Form text_form(const FormOptions& form) {
  return form.format == OutputFormat::nquads ? TextOutput::Form::nquads
                                             : TextOutput::Form::other;
}

}  // namespace

Workshop::Workshop(Needs needs, std::stop_token stop)
    : console(console_of(needs.messages)),
      run(console,
          {.transport = needs.network.transport,
           .document_map = needs.documents == nullptr ? DocumentMap{} : *needs.documents,
           .retry = needs.network.retry,
           .ignore_robots = needs.network.ignore_robots,
           .contexts_obey_robots = needs.obey_robots,
           .limits = needs.network.limits,
           .parse = needs.parse,
           .shared = needs.transport},
          std::move(needs.state), std::move(stop)),
      account(needs.account),
      network_(needs.network) {
  if (needs.older.changes_anything()) older = std::make_unique<OlderRdf>(needs.older);
  for (const std::string& line : needs.warnings) console.warning(line);
  for (const std::string& line : needs.notes) console.info(line);
  if (!needs.note.empty()) console.info(needs.note);
  if (needs.network.ignore_robots)
    console.warning(
        "--ignore-robots: robots.txt is not obeyed; do this only to sites of "
        "your own");
}

Workshop::~Workshop() {
  if (account != nullptr) account->note_requests(run.counters.requests);
}

S3Store& Workshop::s3() {
  const MutexLock lock{mutex_};
  if (!s3_)
    s3_ = std::make_unique<S3Access>(
        network_.s3, network_.transport, network_.retry,
        S3Watch{.detail = [this](const std::string& what) { console.detail(what); },
                .count = [this] { ++run.counters.requests; },
                .answers = &run.counters.answers},
        run.stop);
  return s3_->store();
}

std::vector<std::string> Workshop::tell_unmatched() {
  constexpr std::string_view kCode = "map.unmatched";
  constexpr std::size_t kMostTold = 20;
  if (run.settings.mapping_use == nullptr) return {};
  std::vector<std::string> out = run.settings.mapping_use->unmatched();
  for (std::string& note : out) note += fmt::format(" [{}]", kCode);
  const std::size_t told = std::min(out.size(), kMostTold);
  for (std::size_t i = 0; i < told; ++i) console.info(out[i], {.code = kCode});
  if (told < out.size())
    console.info(
        fmt::format("{} more of that kind", count_of(out.size() - told, "note")));
  return out;
}

std::unique_ptr<Quarantine> quarantine_at(const std::string& path) {
  if (path.empty()) return nullptr;
  return std::make_unique<Quarantine>(path);
}

Target::Target(const OutputOptions& options, const std::vector<std::string>& sources,
               OutputFile::Part part)
    : output(options.path, part),
      shortening(options.form.context.text.empty()
                     ? nullptr
                     : std::make_shared<Shortening>(options.form.context)),
      files(temporary_files(options, output)),
      sink(target_sink(options, output, files.get(), table, shortening)),
      texts(*sink, output, text_form(options.form)),
      quarantine(quarantine_at(options.faults.quarantine)),
      options_(options),
      sources_(sources) {
  output.set_frame(frame_of(options.form));
  if (part == OutputFile::Part::anew) begin(Quarantine::Begin::anew);
}

void Target::begin(Quarantine::Begin how) {
  if (quarantine) quarantine->begin(how);
  note_origin([&](int file) { note_web_origin(file, sources_); });
}

void Target::settle() {
  if (quarantine) quarantine->settle();
}

void Target::note_origin(const std::function<void(int)>& note) const {
  if (options_.path == "-") return note(STDOUT_FILENO);
  if (!output.is_file()) return;
  const Descriptor file{::open(output.part().c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.valid()) note(file.get());
}

Harvester Target::harvester(const HarvestWish& wish, Workshop& shop,
                            std::stop_token stop) {
  if (shortening) shortening->begin(shop.run.settings, shop.run.limits);
  return make_harvester(wish, shop, *sink, quarantine.get(), std::move(stop));
}

std::unique_ptr<Outlet> Target::outlet(const std::string& path) const {
  auto out = std::make_unique<Outlet>();
  out->path = path;
  out->output = path.empty() ? OutputFile::spool_for(options_.path)
                             : OutputFile::named_spool(options_.path, path);
  out->sink = make_sink(options_.form, *out->output, shortening);
  out->texts =
      std::make_unique<TextOutput>(*out->sink, *out->output, text_form(options_.form));
  return out;
}

Harvester make_harvester(const HarvestWish& wish, Workshop& shop, QuadSink& sink,
                         Quarantine* quarantine, std::stop_token stop) {
  return {.sink = sink,
          .graph = wish.graph,
          .limits = shop.run.limits,
          .counters = shop.run.counters,
          .console = shop.console,
          .quarantine = quarantine,
          .on_error = wish.on_error,
          .syntax = wanted_syntax(wish.syntax),
          .workers = core_count(),
          .stop = std::move(stop),
          .settings = shop.run.settings,
          .older = shop.older.get()};
}

std::vector<std::string> web_holders(const std::string& input) {
  std::set<std::string> out;
  if (is_file_url(input)) {
    const std::string path = file_path(input);
    out = web_mark(path);
    for (const std::string& site : fetched_sites(path + ".state"))
      out.insert(holder_of(site));
  } else {
    out.insert(holder_of(input));
  }
  return {out.begin(), out.end()};
}

void note_web_origin(int descriptor, const std::vector<std::string>& inputs) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) return;
  std::set<std::string> holders;
  if (info.st_size > 0) holders = web_mark(descriptor);  // appended to
  for (const std::string& input : inputs) {
    if (input == "-") continue;  // what the user sends through a pipe is his
    const std::vector<std::string> some = web_holders(input);
    holders.insert(some.begin(), some.end());
  }
  set_web_mark(descriptor, holders);
}

void note_unknown_origin(int descriptor) {
  std::set<std::string> holders = web_mark(descriptor);
  holders.emplace();
  set_web_mark(descriptor, holders);
}

}  // namespace semsite
