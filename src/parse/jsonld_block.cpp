#include "parse/jsonld_block.hpp"

#include <functional>
#include <memory>

#include "parse/json_repair.hpp"
#include "parse/jsonld_parser.hpp"
#include "parse/jsonld_reading.hpp"
#include "parse/term_mover.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {
namespace {

/// The page with the base that holds for the block; its headers are not the block's.
Document document_of(const Document& page, const JsonLdBlock& block) {
  Document document;
  document.iri = page.iri;
  document.got_from = page.got_from;
  document.base = block.base;
  return document;
}

/// Wrappers that hide a script from old browsers are an error of JSON-LD in HTML
/// (JSON-LD API, tests te014–te016), though a plain one.
std::string_view script_text(const JsonLdBlockJob& job) {
  return job.settings.strictness == Strictness::strict ? job.block.text
                                                       : unwrapped_script(job.block.text);
}

}  // namespace

void parse_jsonld_block(const JsonLdBlockJob& job, QuadBuilder& quads) {
  const Document document = document_of(quads.document(), job.block);
  const auto source = make_jsonld_source(document, job.limits, job.settings);
  QuadBatch batch{std::make_shared<const Document>(document)};
  JsonLdReading reading{{.text = script_text(job),
                         .first_line = job.block.first_line,
                         .place = JsonPlace::page,
                         .batch = batch,
                         .diagnostics = job.diagnostics,
                         .limits = job.limits,
                         .settings = job.settings,
                         .tree_bytes = job.tree_bytes},
                        *source,
                        source->start,
                        {.prefix = job.block.label_prefix}};
  TermMover mover{quads};
  const std::function<void()> drain = [&] { mover.move_all(batch); };
  reading.set_drain(&drain);
  reading.read_only();
  drain();
}

std::string expand_jsonld_block(const JsonLdBlockJob& job) {
  Document document;
  document.base = job.block.base;
  return expand_jsonld(script_text(job), document, JsonPlace::page, job.diagnostics,
                       job.limits, job.settings);
}

}  // namespace semsite
