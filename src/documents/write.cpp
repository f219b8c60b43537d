#include "semsite/write.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "documents/quad_output.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

OutputFormat wanted_format(const WriteOptions& options, const std::string& path) {
  const std::string_view name = form_name(path);
  const UnwritableSuffix* const other = unwritable(name);
  if (other != nullptr && (other->packs || options.syntax.empty()))
    throw UsageError{
        fmt::format("{}: {} is not written: {}", path, other->what, other->remedy)};
  if (options.syntax.empty()) {
    const OutputForm* const form = form_of_name(name);
    return form == nullptr ? OutputFormat::nquads : form->format;
  }
  if (const OutputForm* const form = form_of_word(options.syntax)) return form->format;
  throw UsageError{
      fmt::format("syntax \"{}\": no such syntax is written (known_syntaxes has them)",
                  options.syntax)};
}

/// Ends the writing of quads of which one cannot be written.
class RefusedFault final : public Diagnostics {
 public:
  void report(const Fault& fault) override {
    throw DocumentError{std::string{fault.code}, fault.message};
  }
};

[[noreturn]] void refuse(std::string_view what) {
  throw DocumentError{"quad.no-statement", fmt::format("not written: {}", what)};
}

bool is_node(const Term& term) {
  return term.kind == TermKind::iri || term.kind == TermKind::blank;
}

/// RDF 1.2 Concepts §3.1, §3.4: what may stand where, in triple terms, too.
void require_triple(const Term& subject, const Term& predicate, Term object) {
  if (!is_node(subject)) refuse("a subject is neither an IRI nor a blank node");
  if (predicate.kind != TermKind::iri) refuse("a predicate is no IRI");
  while (object.kind == TermKind::triple) {
    const TripleParts parts = parts_of(object);
    if (!is_node(parts.subject)) refuse("a subject is neither an IRI nor a blank node");
    if (parts.predicate.kind != TermKind::iri) refuse("a predicate is no IRI");
    object = parts.object;
  }
  if (object.kind == TermKind::none) refuse("there is no object");
  if (object.kind == TermKind::typed &&
      (object.tag == kRdfLangString || object.tag == kRdfDirLangString))
    refuse("a literal of rdf:langString or rdf:dirLangString is one with a language tag");
}

/// `quad` as it is written. Throws DocumentError if it is no statement.
Quad statement_of(const Quad& quad, OutputFormat format) {
  require_triple(quad.subject, quad.predicate, quad.object);
  if (quad.graph.kind != TermKind::none && !is_node(quad.graph))
    refuse("a graph is neither an IRI nor a blank node");
  if (quad.object.kind == TermKind::triple &&
      (format == OutputFormat::jsonld || format == OutputFormat::ndjson))
    refuse("JSON-LD has no triple terms");
  Quad out = quad;
  if (out.object.kind == TermKind::typed && out.object.tag == kXsdString)
    out.object = {.value = out.object.value, .kind = TermKind::literal};
  return out;
}

/// Always as long and of letters and digits only, so that it ends where it ends.
std::string written_scope(std::string_view scope) {
  constexpr std::size_t kLength = 16;
  const bool is_ours = scope.size() == kLength && std::ranges::all_of(scope, [](char c) {
                         return is_alphanumeric(c);
                       });
  return is_ours ? std::string{scope} : short_hash(fmt::format("scope {}", scope));
}

}  // namespace

struct Writer::State {
  State(std::unique_ptr<OutputFile> to, OutputFormat form, Descriptor memory_file = {})
      : format(form),
        memory(std::move(memory_file)),
        output(std::move(to)),
        sink(make_quad_sink(format, *output, {})) {
    output->set_frame(quad_frame(format, {}));
  }

  void write(const Quads& some) {
    if (is_over) throw UsageError{"the writer has finished, or could not go on"};
    if (some.quads.empty()) return;
    const std::string wanted = written_scope(some.scope);
    if (document == nullptr || document->iri != some.document ||
        document->scope != wanted) {
      end_document();
      document = std::make_shared<Document>();
      document->iri = some.document;
      document->scope = wanted;
      sequence = 0;
    }
    QuadBatch batch{document, sequence};
    batch.reserve(some.quads.size());
    for (const Quad& quad : some.quads) batch.add(statement_of(quad, format));
    RefusedFault refused;
    check_quads(batch, refused);
    // What a failed write has left nobody knows: it is never called whole.
    is_over = true;
    sink->write(batch);
    is_over = false;
    ++sequence;
    written += some.quads.size();
  }

  void end_document() {
    if (document != nullptr) sink->end_document(*document);
    document.reset();
  }

  void finish() {
    if (is_over) throw UsageError{"the writer has finished, or could not go on"};
    is_over = true;
    end_document();
    sink->finish();
    output->finish();
  }

  const OutputFormat format;
  bool is_over = false;
  Descriptor memory;  ///< of `text`
  std::unique_ptr<OutputFile> output;
  std::unique_ptr<QuadSink> sink;
  std::shared_ptr<Document> document;
  std::uint64_t sequence = 0;
  std::uint64_t written = 0;
};

Writer::Writer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;
Writer::~Writer() = default;

Writer Writer::to_file(const std::string& path, const WriteOptions& options) {
  const OutputFormat format = wanted_format(options, path);
  return Writer{std::make_unique<State>(std::make_unique<OutputFile>(path), format)};
}

Writer Writer::to_descriptor(int descriptor, const std::string& name,
                             const WriteOptions& options) {
  const OutputFormat format = wanted_format(options, "-");
  return Writer{
      std::make_unique<State>(std::make_unique<OutputFile>(descriptor, name), format)};
}

Writer Writer::to_text(const WriteOptions& options) {
  const OutputFormat format = wanted_format(options, "-");
  Descriptor memory{::memfd_create("semsite", MFD_CLOEXEC)};
  if (!memory.valid()) memory = anonymous_file();
  auto output = std::make_unique<OutputFile>(memory.get(), "text in memory");
  return Writer{std::make_unique<State>(std::move(output), format, std::move(memory))};
}

Writer::State& Writer::state() const {
  if (state_ == nullptr) throw UsageError{"the writer was moved away"};
  return *state_;
}

void Writer::write(const Quads& quads) { state().write(quads); }

void Writer::finish() { state().finish(); }

std::uint64_t Writer::quads() const { return state().written; }

std::string Writer::text() const {
  if (!state().memory.valid()) throw UsageError{"this writer does not write into memory"};
  struct stat info {};
  std::string out;
  if (::fstat(state_->memory.get(), &info) != 0)
    throw RunError{"text in memory: no size"};
  out.resize(static_cast<std::size_t>(info.st_size));
  for (std::size_t at = 0; at < out.size();) {
    const ssize_t got = ::pread(state_->memory.get(), out.data() + at, out.size() - at,
                                static_cast<off_t>(at));
    if (got <= 0) throw RunError{"text in memory: cannot be read"};
    at += static_cast<std::size_t>(got);
  }
  return out;
}

}  // namespace semsite
