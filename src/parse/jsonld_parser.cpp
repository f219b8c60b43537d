#include "parse/jsonld_parser.hpp"

#include <functional>
#include <utility>

#include "base/utf8.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/jsonld_reading.hpp"
#include "parse/jsonld_write.hpp"
#include "parse/piece_parts.hpp"
#include "parse/term_mover.hpp"
#include "rdf/page_meter.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

ContextPtr with_expand_context(ContextReader& reader, const ContextPtr& active,
                               const JsonLdSource& source, const Limits& limits,
                               const std::string& text) {
  if (!is_utf8(text))
    throw DocumentError{"json.bad-utf8", "the context to expand with is not UTF-8"};
  JsonText work{text};
  JsonArena arena;
  const JsonReader::Result read = read_json(work, arena, limits.json_depth);
  if (!read.problem.code.empty())
    throw DocumentError{std::string{read.problem.code},
                        "the context to expand with: " + read.problem.message};
  const JsonValue* const inner = read.value.find("@context");
  return reader.process(active, {.value = inner != nullptr ? *inner : read.value,
                                 .base_url = source.base.text()});
}

}  // namespace

std::shared_ptr<const JsonLdSource> make_jsonld_source(const Document& document,
                                                       const Limits& limits,
                                                       const ParseSettings& settings) {
  auto source = std::make_shared<JsonLdSource>(JsonLdSource{
      .contexts = settings.jsonld_contexts != nullptr ? settings.jsonld_contexts
                                                      : make_jsonld_contexts(),
      .base = BaseIri{document.base},
      .start = nullptr,
      .named_by = NamedBy::document(document.got_from)});
  source->start = source->contexts->initial();
  const std::optional<std::string> link =
      linked_context(document.links, document.media_type);
  if (settings.expand_context.empty() && !link) return source;
  const ContextEnvironment environment{.contexts = *source->contexts,
                                       .settings = settings,
                                       .limits = limits,
                                       .document_base = source->base,
                                       .named_by = source->named_by};
  ContextReader reader{environment};
  if (!settings.expand_context.empty()) {
    ContextEnvironment of_user = environment;
    of_user.named_by = NamedBy::user();
    ContextReader expanding{of_user};
    source->start = with_expand_context(expanding, source->start, *source, limits,
                                        settings.expand_context);
  }
  if (link)
    source->start = reader.process(source->start,
                                   {.value = JsonValue::of_text(JsonKind::string, *link),
                                    .base_url = document.base});
  return source;
}

namespace {

/// `drain` takes out what the batch holds; null: it stays there.
void read_piece(const PieceJob& job, const std::function<void()>* drain) {
  const auto* const context = static_cast<const JsonLdPiece*>(job.piece.context.get());
  const bool is_page = job.batch.document().meter != nullptr;
  const LargePageTurn turn{is_page ? job.piece.text.bytes.size() : 0};
  JsonLdReading reading{{.text = job.piece.text.bytes,
                         .first_line = job.piece.text.first_line,
                         .batch = job.batch,
                         .diagnostics = job.diagnostics,
                         .limits = job.limits,
                         .settings = job.settings},
                        *context->source,
                        context->active,
                        {.piece = job.piece.sequence}};
  reading.set_drain(drain);
  if (context->form == JsonLdPiece::Form::items) {
    reading.read_items();
  } else {
    reading.read_documents(context->form);
  }
}

/// The same to the last quad, after a failure too, unless too much is held already.
/// `finish`: takes out the last ones.
void read_and_drain(const PieceJob& job, const std::function<void()>& drain,
                    const std::function<void()>& finish) {
  try {
    read_piece(job, &drain);
  } catch (const PageLimit&) {
    throw;
  } catch (const DocumentError&) {
    finish();  // what was read before counts
    throw;
  }
  finish();
}

}  // namespace

void parse_jsonld_piece(const PieceJob& job) {
  if (job.hand_on == nullptr) return read_piece(job, nullptr);
  PieceParts parts{job.batch, *job.hand_on};
  read_and_drain(
      job, [&] { parts.hand_on(); }, [&] { parts.finish(); });
}

void parse_jsonld_page_piece(const PieceJob& job, QuadBuilder& quads) {
  TermMover mover{quads};
  const auto drain = [&] { mover.move_all(job.batch); };
  read_and_drain(job, drain, drain);
}

std::string expand_jsonld(std::string_view text, const Document& document,
                          JsonPlace place, Diagnostics& diagnostics, const Limits& limits,
                          const ParseSettings& settings) {
  const auto source = make_jsonld_source(document, limits, settings);
  QuadBatch texts{std::make_shared<const Document>(document)};
  JsonLdReading reading{{.text = text,
                         .place = place,
                         .batch = texts,
                         .diagnostics = diagnostics,
                         .limits = limits,
                         .settings = settings},
                        *source,
                        source->start,
                        {}};
  return write_expanded(reading.expand_only());
}

}  // namespace semsite
