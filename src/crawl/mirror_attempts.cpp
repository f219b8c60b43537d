#include "crawl/mirror_attempts.hpp"

#include <fmt/format.h>

#include <utility>

namespace semsite {

bool is_good(Outcome outcome) {
  return outcome == Outcome::whole || outcome == Outcome::faulty;
}

SourceReport start_source(const DatasetPlan& plan, Way way, const Location& location) {
  SourceReport out;
  out.site = plan.site;
  out.dataset = plan.dataset.uri;
  out.way = way_name(way);
  out.url = location.url;
  out.authority = authority_name(location.fact.authority);
  out.expected_bytes = location.bytes;
  return out;
}

void MirrorAttempts::begin(bool has_backup, std::optional<OutputPlace> from) {
  means_.output.begin_section(has_backup || aside_ ? Revocable::yes : Revocable::no,
                              from);
  etag_.clear();
  modified_.clear();
  if (from) {
    begin_ = *from;
  } else if (means_.notes.notes()) {
    begin_ = means_.output.position();
  }
}

void MirrorAttempts::set_validators(std::string etag, std::string modified) {
  etag_ = std::move(etag);
  modified_ = std::move(modified);
}

void MirrorAttempts::end(SourceReport& source, bool has_backup) {
  const bool better = !aside_ || source.quads > aside_->quads;
  if (is_good(source.outcome) || (better && !has_backup)) {
    means_.output.commit_section();
    aside_.reset();
    note(source, begin_);
    return;
  }
  if (better) {
    aside_ = {means_.output.set_aside_section(), sources_.size(), source.quads};
  } else {
    means_.output.discard_section();
  }
  source.quads_taken_back += std::exchange(source.quads, 0);
}

void MirrorAttempts::bring_back() {
  if (!aside_) return;
  const OutputPlace begin =
      means_.notes.notes() ? means_.output.position() : OutputPlace{};
  means_.output.append_set_aside(aside_->bytes);
  SourceReport& source = sources_.at(aside_->source);
  source.quads += aside_->quads;
  source.quads_taken_back -= aside_->quads;
  note(source, begin);
  aside_.reset();
}

void MirrorAttempts::tell_problem(const SourceReport& source, bool has_backup) const {
  if (source.problem.empty()) return;
  means_.console.warning(fmt::format("{} [{}]{}", source_problem(source), source.code,
                                     has_backup ? "; trying a mirror" : ""),
                         {.code = source.code, .source = source.url});
}

std::optional<KeptFile> MirrorAttempts::kept_of(const Location& location,
                                                const MirrorPool& pool) const {
  if (auto kept = means_.notes.find(plan_, way_name(way_), location.url)) return kept;
  for (const Location& mirror : pool.mirrors)
    if (auto kept = means_.notes.find(plan_, way_name(way_), mirror.url)) return kept;
  return std::nullopt;
}

/// Notes that the bytes of `source` are in the output, from `begin` on.
void MirrorAttempts::note(const SourceReport& source, OutputPlace begin) {
  if (!means_.notes.notes() || means_.stop.stop_requested()) return;
  KeptFile file = kept_file(source);
  file.begin = begin;
  file.end = means_.output.position();
  file.etag = etag_;
  file.modified = modified_;
  means_.notes.put(plan_, way_name(way_), file, means_.output);
}

}  // namespace semsite
