#include "parse/jsonld_block.hpp"

#include <array>
#include <memory>

#include "parse/json_repair.hpp"
#include "parse/jsonld_parser.hpp"
#include "parse/jsonld_reading.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {
namespace {

/// Copies the terms of quads into the batch that a builder fills, each run of equal texts
/// once.
class TermMover {
 public:
  explicit TermMover(QuadBuilder& quads) : quads_(quads) {}

  void move(const Quad& quad) {
    const Quad copy{.subject = moved(quad.subject, 0),
                    .predicate = moved(quad.predicate, 1),
                    .object = moved(quad.object, 2),
                    .graph = moved(quad.graph, 3)};
    if (quads_.add(copy)) known_ = {};
  }

 private:
  struct Known {
    std::string_view from{};
    std::string_view to{};
  };

  Term moved(const Term& term, std::size_t place) {
    Term copy = term;
    copy.value = moved(term.value, known_[place]);
    copy.tag = moved(term.tag, known_[place + 4]);
    return copy;
  }

  std::string_view moved(std::string_view text, Known& known) {
    if (text.empty()) return {};
    if (known.from.data() != text.data() || known.from.size() != text.size())
      known = {.from = text, .to = quads_.keep(text)};
    return known.to;
  }

  QuadBuilder& quads_;
  std::array<Known, 8> known_{};
};

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
                         .settings = job.settings},
                        *source,
                        source->start,
                        {.prefix = job.block.label_prefix}};
  reading.read_only();
  TermMover mover{quads};
  for (const Quad& quad : batch.quads()) mover.move(quad);
}

std::string expand_jsonld_block(const JsonLdBlockJob& job) {
  Document document;
  document.base = job.block.base;
  return expand_jsonld(script_text(job), document, JsonPlace::page, job.diagnostics,
                       job.limits, job.settings);
}

}  // namespace semsite
