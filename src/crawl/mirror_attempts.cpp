#include "crawl/mirror_attempts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace semsite {

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

void MirrorAttempts::begin_pool(const MirrorPool& pool) {
  former_.reset();
  for (const Location& mirror : pool.mirrors)
    if (!former_) former_ = to_.notes.former_whole(plan_, way_name(way_), mirror.url);
}

void MirrorAttempts::begin(bool has_backup, std::optional<OutputPlace> from) {
  to_.output.begin_section(
      has_backup || aside_ || former_ ? Revocable::yes : Revocable::no, from);
  etag_.clear();
  modified_.clear();
  if (from) {
    begin_ = *from;
  } else if (to_.notes.notes()) {
    begin_ = to_.output.position();
  }
}

void MirrorAttempts::set_validators(std::string etag, std::string modified) {
  etag_ = std::move(etag);
  modified_ = std::move(modified);
}

void MirrorAttempts::end(SourceReport& source, bool has_backup) {
  const bool better = !aside_ || source.quads > aside_->quads;
  if (is_good(source.outcome) || (better && !has_backup && !former_)) {
    to_.output.commit_section();
    aside_.reset();
    note(source, begin_);
    return;
  }
  if (!has_backup && former_) {
    to_.output.discard_section();
    source.quads_taken_back += std::exchange(source.quads, 0);
    return keep_former(source);
  }
  if (better) {
    aside_ = {to_.output.set_aside_section(), sources_.size(), source.quads};
  } else {
    to_.output.discard_section();
  }
  source.quads_taken_back += std::exchange(source.quads, 0);
}

void MirrorAttempts::bring_back() {
  if (!aside_) return;
  if (former_) return keep_former(sources_.at(aside_->source));
  const OutputPlace begin = to_.notes.notes() ? to_.output.position() : OutputPlace{};
  to_.output.append_set_aside(aside_->bytes);
  SourceReport& source = sources_.at(aside_->source);
  source.quads += aside_->quads;
  source.quads_taken_back -= aside_->quads;
  note(source, begin);
  aside_.reset();
}

void tell_former(SourceReport& source) {
  if (!source.former_stays) return;
  if (source.code != kFormerStays) source.problem += fmt::format(" [{}]", source.code);
  source.problem += "; what an earlier run had of it stays in the output";
  source.code = kFormerStays;
}

void MirrorAttempts::tell_problem(SourceReport& source, bool has_backup) const {
  if (source.problem.empty()) return;
  source.told = told_problem(source);
  fetch_.console.warning(source.told + (has_backup ? "; trying a mirror" : ""),
                         {.code = source.code, .source = source.url});
}

std::optional<KeptFile> MirrorAttempts::kept_of(const Location& location,
                                                const MirrorPool& pool) const {
  if (auto kept = to_.notes.find(plan_, way_name(way_), location.url)) return kept;
  for (const Location& mirror : pool.mirrors)
    if (auto kept = to_.notes.find(plan_, way_name(way_), mirror.url)) return kept;
  return std::nullopt;
}

void MirrorAttempts::came(const std::string& digest, const std::string& url) {
  came_.try_emplace(digest, url);
}

void MirrorAttempts::note_repeat(const SourceReport& source, const std::string& of,
                                 const std::string& digest) {
  aside_.reset();
  if (!to_.notes.notes() || fetch_.stop.stop_requested()) return;
  KeptFile file = kept_file(source);
  file.begin = file.end = to_.output.position();
  if (const auto twin = to_.notes.find(plan_, way_name(way_), of)) {
    file.begin = twin->begin;
    file.end = twin->end;
  }
  file.same_as = digest;
  to_.notes.put(plan_, way_name(way_), file, to_.output);
}

/// Where the output has the quads of `former_` already: it was another part once more,
/// byte for byte, and that one came again as it was, or could not be had either.
std::optional<KeptFile> MirrorAttempts::there_already() const {
  std::string url;
  if (!former_->same_as.empty()) {
    const auto twin = came_.find(former_->same_as);
    if (twin != came_.end()) url = twin->second;
  }
  const auto copied = std::ranges::find_if(copied_, [this](const KeptFile& one) {
    return one.begin == former_->begin && one.end == former_->end;
  });
  if (copied != copied_.end()) url = copied->url;
  if (url.empty()) return std::nullopt;
  return to_.notes.find(plan_, way_name(way_), url);
}

/// Nothing whole came: the output has what an earlier run had. Of a run that was ended
/// nothing is noted here: it goes on with these files, or its end looks after them.
void MirrorAttempts::keep_former(SourceReport& source) {
  aside_.reset();
  if (fetch_.stop.stop_requested()) return;
  KeptFile file = *former_;
  file.status = 304;
  if (const auto other = there_already()) {
    file.begin = other->begin;
    file.end = other->end;
    file.quads_taken_back = std::max(file.quads_taken_back, file.quads);
    file.quads = 0;
  } else {
    copied_.push_back(*former_);
    file.begin = to_.output.position();
    to_.notes.copy_former(*former_, to_.output);
    file.end = to_.output.position();
    // Those of a part that was another one once more are counted there.
    if (file.quads == 0 && file.begin != file.end) file.quads = file.quads_taken_back;
  }
  file.former_stays = true;
  file.code = kFormerStays;
  file.problem = source.problem;
  to_.notes.put(plan_, way_name(way_), file, to_.output);
  source.quads = file.quads;
  source.former_stays = true;
}

/// Notes that the bytes of `source` are in the output, from `begin` on.
void MirrorAttempts::note(const SourceReport& source, OutputPlace begin) {
  if (!to_.notes.notes() || fetch_.stop.stop_requested()) return;
  KeptFile file = kept_file(source);
  file.begin = begin;
  file.end = to_.output.position();
  file.etag = etag_;
  file.modified = modified_;
  to_.notes.put(plan_, way_name(way_), file, to_.output);
}

}  // namespace semsite
