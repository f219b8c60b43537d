#include "semsite/write.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "documents/quad_output.hpp"
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

/// RDF 1.2 Concepts §3.1: what may stand where.
void require_statement(const Quad& quad) {
  const auto is_node = [](const Term& term) {
    return term.kind == TermKind::iri || term.kind == TermKind::blank;
  };
  const char* wrong = nullptr;
  if (!is_node(quad.subject)) wrong = "subject is neither an IRI nor a blank node";
  if (quad.predicate.kind != TermKind::iri) wrong = "predicate is no IRI";
  if (quad.object.kind == TermKind::none) wrong = "quad has no object";
  if (quad.graph.kind != TermKind::none && !is_node(quad.graph))
    wrong = "graph is neither an IRI nor a blank node";
  if (wrong != nullptr)
    throw DocumentError{"quad.no-statement", fmt::format("not written: the {}", wrong)};
}

}  // namespace

struct Writer::State {
  State(std::unique_ptr<OutputFile> to, OutputFormat format, Descriptor memory_file = {})
      : memory(std::move(memory_file)),
        output(std::move(to)),
        sink(make_quad_sink(format, *output, {})) {
    output->set_frame(quad_frame(format, {}));
  }

  void write(const Quads& some) {
    if (some.quads.empty()) return;
    if (document == nullptr || document->iri != some.document ||
        document->scope != some.scope) {
      end_document();
      document = std::make_shared<Document>();
      document->iri = some.document;
      document->scope = some.scope;
      sequence = 0;
    }
    QuadBatch batch{document, sequence};
    batch.reserve(some.quads.size());
    for (const Quad& quad : some.quads) {
      require_statement(quad);
      batch.add(quad);
    }
    RefusedFault refused;
    check_quads(batch, refused);
    sink->write(batch);
    ++sequence;
    written += some.quads.size();
  }

  void end_document() {
    if (document != nullptr) sink->end_document(*document);
    document.reset();
  }

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
  Descriptor memory = anonymous_file();
  auto output = std::make_unique<OutputFile>(memory.get(), "text in memory");
  return Writer{std::make_unique<State>(std::move(output), format, std::move(memory))};
}

void Writer::write(const Quads& quads) { state_->write(quads); }

void Writer::finish() {
  state_->end_document();
  state_->sink->finish();
  state_->output->finish();
}

std::uint64_t Writer::quads() const { return state_->written; }

std::string Writer::text() const {
  if (!state_->memory.valid()) throw UsageError{"this writer does not write into memory"};
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
