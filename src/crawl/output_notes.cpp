#include "crawl/output_notes.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/text.hpp"

namespace semsite {

std::string state_key(const DatasetPlan& plan) {
  std::string out = plan.site + ' ' + plan.dataset.uri + ' ' + plan.dataset.label;
  // What it was given under a name that it may not use any more, or may use now, is
  // to be had anew.
  if (graph_iri(plan) != plan.dataset.uri) out += " claimed";
  for (const LinkedDataPrefix& prefix : plan.dataset.prefixes) out += ' ' + prefix.prefix;
  // A dump that the user named has nothing else.
  if (plan.sitemap.empty())
    for (const DatasetLocation& dump : plan.dataset.dumps) out += ' ' + dump.url;
  if (!plan.apart.empty()) out += " apart " + plan.apart;
  return out;
}

KeptFile kept_file(const SourceReport& source) {
  KeptFile out;
  out.url = source.url;
  out.outcome = source.outcome;
  out.code = source.code;
  out.problem = source.problem;
  out.final_url = source.final_url;
  out.media_type = source.media_type;
  out.faults = write_fault_counts(source.faults);
  out.status = source.status;
  out.attempts = source.attempts;
  out.bytes = source.bytes;
  out.quads = source.quads;
  out.quads_taken_back = source.quads_taken_back;
  out.documents = source.documents;
  out.expected_bytes = source.expected_bytes;
  out.expected_quads = source.expected_quads;
  return out;
}

void restore(const KeptFile& file, SourceReport& source) {
  source.outcome = file.outcome;
  source.code = file.code;
  source.problem = file.problem;
  source.final_url = file.final_url;
  source.media_type = file.media_type;
  source.faults = read_fault_counts(file.faults);
  source.status = file.status;
  source.attempts = file.attempts;
  source.bytes = file.bytes;
  source.quads = file.quads;
  source.quads_taken_back = file.quads_taken_back;
  source.documents = file.documents;
  source.expected_bytes = file.expected_bytes;
  source.expected_quads = file.expected_quads;
  if (file.former_stays) {
    source.outcome = Outcome::failed;
    source.former_stays = true;
    // They came to an earlier run.
    source.bytes = 0;
    return;
  }
  if (is_good(source.outcome))
    source.length = file.expected_bytes ? "verified" : "unverified";
}

std::optional<KeptFile> OutputNotes::find(const DatasetPlan& plan, std::string_view way,
                                          std::string_view url) {
  if (!table_) return std::nullopt;
  return table_->find(state_key(plan), way, url);
}

std::optional<OutputPlace> OutputNotes::first_place(const DatasetPlan& plan,
                                                    std::string_view way) {
  if (!table_) return std::nullopt;
  return table_->first_place(state_key(plan), way);
}

std::optional<KeptFile> OutputNotes::former(const DatasetPlan& plan, std::string_view way,
                                            std::string_view url) {
  auto file = former_whole(plan, way, url);
  if (!file || !file->same_as.empty() || (file->etag.empty() && file->modified.empty()))
    return std::nullopt;
  return file;
}

std::optional<KeptFile> OutputNotes::former_whole(const DatasetPlan& plan,
                                                  std::string_view way,
                                                  std::string_view url) {
  if (!table_ || former_ == nullptr) return std::nullopt;
  auto file = table_->former(state_key(plan), way, url);
  if (!file || !is_good(file->outcome)) return std::nullopt;
  return file;
}

bool OutputNotes::was_had(const DatasetPlan& plan, std::string_view way,
                          std::string_view url) {
  if (!table_) return false;
  const auto file = table_->former(state_key(plan), way, url);
  return file && is_good(file->outcome);
}

void OutputNotes::copy_former(const KeptFile& file, OutputFile& output) const {
  output.append_former(former_->file, file.begin, file.end);
}

void OutputNotes::put(const DatasetPlan& plan, std::string_view way, const KeptFile& file,
                      OutputFile& output) {
  if (!table_) return;
  output.sync();
  table_->put(state_key(plan), way, file);
}

void OutputNotes::forget(const DatasetPlan& plan, std::string_view way) {
  if (table_) table_->forget(state_key(plan), way);
}

void OutputNotes::put(const DatasetPlan& plan, const KeptPart& part, OutputFile& output) {
  if (!table_) return;
  output.sync();
  table_->put_part(state_key(plan), part);
}

std::optional<KeptPart> OutputNotes::find_part(const DatasetPlan& plan,
                                               std::string_view endpoint,
                                               std::string_view id) {
  if (!table_) return std::nullopt;
  return table_->find_part(state_key(plan), endpoint, id);
}

void OutputNotes::forget_parts(const DatasetPlan& plan, std::string_view endpoint) {
  if (table_) table_->forget_parts(state_key(plan), endpoint);
}

OutputNotes::Moved OutputNotes::take(const DatasetPlan& plan, std::string_view way,
                                     OutputPlace begin) {
  Moved out{.files = {}, .parts = {}, .begin = begin};
  if (!table_) return out;
  out.files = table_->files(state_key(plan), FileTable::Of::this_run);
  std::erase_if(out.files, [&](const KeptFile& file) { return file.way != way; });
  if (way == way_name(Way::sparql)) out.parts = table_->parts(state_key(plan));
  forget(plan, way);
  return out;
}

void OutputNotes::put_back(const DatasetPlan& plan, std::string_view way,
                           const Moved& moved, OutputPlace begin, OutputFile& output) {
  if (!table_) return;
  output.sync();
  table_->put_attempt(state_key(plan), begin, output.position());
  const auto shift = [&](OutputPlace place) {
    return OutputPlace{.on_disk = place.on_disk - moved.begin.on_disk + begin.on_disk,
                       .bytes = place.bytes - moved.begin.bytes + begin.bytes};
  };
  for (KeptFile file : moved.files) {
    file.begin = shift(file.begin);
    file.end = shift(file.end);
    table_->put(state_key(plan), way, file);
  }
  for (KeptPart part : moved.parts) {
    part.begin = shift(part.begin);
    part.end = shift(part.end);
    table_->put_part(state_key(plan), part);
  }
}

OutputNotes OutputNotes::for_spool(const std::string& spool) const {
  return {table_ ? std::optional{table_->for_spool(spool)} : std::nullopt, former_};
}

void OutputNotes::go_on(OutputFile& output, std::uint64_t bytes) {
  if (!table_) return;
  const OutputPlace place = table_->end(bytes);
  table_->forget_behind(place.on_disk);
  output.go_on_at(place);
}

void OutputNotes::settle(OutputPlace place, OutputFile& output) {
  if (!table_) return;
  output.sync();
  table_->settle(place);
}

std::string write_fault_counts(const FaultCounts& faults) {
  std::string out;
  for (const auto& [code, count] : faults)
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", code, count);
  return out;
}

FaultCounts read_fault_counts(std::string_view text) {
  FaultCounts out;
  for (const std::string_view one : split(text, ' ')) {
    const std::size_t at = one.find('=');
    if (at == std::string_view::npos) continue;
    std::uint64_t count = 0;
    std::from_chars(one.data() + at + 1, one.data() + one.size(), count);
    out[std::string{one.substr(0, at)}] += count;
  }
  return out;
}

}  // namespace semsite
