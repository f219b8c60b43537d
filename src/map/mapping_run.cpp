#include "map/mapping_run.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"

namespace semsite {

MappingRun::MappingRun(MappingJob job)
    : job_(std::move(job)),
      dialect_([this](std::string_view code, std::string message) {
        note(code, std::move(message));
      }),
      mapper_(*job_.mappings, job_.quads,
              {.url = job_.quads.document().iri,
               .index_url = job_.index_url,
               .strict = job_.strict},
              [this](std::string_view code, std::string message, EntryMapper::Loss loss) {
                report(code, std::move(message), loss);
              }),
      sight_(job_.use == nullptr ? std::nullopt
                                 : std::optional{MappingSight{job_.mappings}}),
      matcher_(
          job_.mappings->trie, job_.bounds,
          [this](const EntryRecord& record, XmlMatcher::Excess excess) {
            take(record, excess);
          },
          sight_ ? &*sight_ : nullptr) {
  job_.quads.share(job_.mappings);
}

/// Of the document itself, not of what the mappings make of it.
void MappingRun::note(std::string_view code, std::string message) {
  if (job_.oddities == MappingJob::Oddities::tell)
    report(code, std::move(message), EntryMapper::Loss::nothing);
}

void MappingRun::report(std::string_view code, std::string message,
                        EntryMapper::Loss loss) {
  Fault fault;
  fault.code = code;
  fault.message = std::move(message);
  fault.skipped = loss == EntryMapper::Loss::term;
  if (position_ != nullptr) {
    fault.line = position_->line();
    fault.column = position_->column();
  }
  job_.diagnostics.report(fault);
}

void MappingRun::start_element(const XmlName& name,
                               std::span<const XmlAttribute> attributes,
                               std::span<const XmlNamespace>) {
  if (!std::exchange(begun_, true)) {
    dialect_.set_root(name);
    for (const XmlAttribute& one : attributes)
      if (one.name.local == "lang" && one.name.prefix == "xml")
        mapper_.set_language(trim(one.value));
  }
  const std::string_view namespace_ =
      dialect_.namespace_of(name, matcher_.in_entry() ? SitemapDialect::Place::in_entry
                                                      : SitemapDialect::Place::outside);
  // An entry that was never closed: its end tag was forgotten, or lost its slash.
  if (matcher_.in_entry() && namespace_ == kSitemapNamespace &&
      (name.local == "url" || name.local == "sitemap")) {
    note("sitemap.structure",
         fmt::format("a \"{}\" begins before the one before it has ended", name.local));
    matcher_.begin_anew();
  }
  const bool was_in_entry = matcher_.in_entry();
  matcher_.start_element(namespace_, name.local, attributes);
  if (!was_in_entry && matcher_.in_entry()) entry_ = name.local;
}

void MappingRun::end_element(const XmlName&) { matcher_.end_element(); }

void MappingRun::characters(std::string_view text) { matcher_.characters(text); }

void MappingRun::comment(std::string_view) { matcher_.interrupt_text(); }

void MappingRun::processing_instruction(std::string_view, std::string_view) {
  matcher_.interrupt_text();
}

void MappingRun::take(const EntryRecord& record, XmlMatcher::Excess excess) {
  if (job_.wants && !job_.wants(entry_)) return;
  if (excess != XmlMatcher::Excess::none)
    report("map.entry-too-large",
           excess == XmlMatcher::Excess::bytes
               ? fmt::format("an entry with more than {} of text; the rest of it is left "
                             "out",
                             human_bytes(job_.bounds.bytes))
               : fmt::format("an entry with more than {} elements or values; the rest of "
                             "it is left out",
                             grouped(job_.bounds.values)),
           EntryMapper::Loss::term);
  mapper_.map(record);
}

}  // namespace semsite
