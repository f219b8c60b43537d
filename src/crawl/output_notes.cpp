#include "crawl/output_notes.hpp"

#include "crawl/page_faults.hpp"

namespace semsite {

std::string state_key(const DatasetPlan& plan) {
  std::string out = plan.site + ' ' + plan.dataset.uri + ' ' + plan.dataset.label;
  for (const LinkedDataPrefix& prefix : plan.dataset.prefixes) out += ' ' + prefix.prefix;
  // A dump that the user named has nothing else.
  if (plan.sitemap.empty())
    for (const DatasetLocation& dump : plan.dataset.dumps) out += ' ' + dump.url;
  return out;
}

KeptFile kept_file(const SourceReport& source) {
  KeptFile out;
  out.url = source.url;
  out.outcome = static_cast<int>(source.outcome);
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
  source.outcome = static_cast<Outcome>(file.outcome);
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
}

std::optional<KeptFile> OutputNotes::find(const DatasetPlan& plan, std::string_view way,
                                          std::string_view url) const {
  if (table_ == nullptr) return std::nullopt;
  return table_->find(state_key(plan), way, url);
}

std::optional<OutputPlace> OutputNotes::first_place(const DatasetPlan& plan,
                                                    std::string_view way) const {
  // What is in the real output is not in one that is to be appended to it.
  if (table_ == nullptr || putting_ == Putting::held) return std::nullopt;
  return table_->first_place(state_key(plan), way);
}

std::optional<KeptFile> OutputNotes::former(const DatasetPlan& plan, std::string_view way,
                                            std::string_view url) const {
  if (table_ == nullptr || former_ == nullptr) return std::nullopt;
  auto file = table_->former(state_key(plan), way, url);
  if (!file || (file->etag.empty() && file->modified.empty())) return std::nullopt;
  const auto outcome = static_cast<Outcome>(file->outcome);
  if (outcome != Outcome::whole && outcome != Outcome::faulty) return std::nullopt;
  return file;
}

void OutputNotes::copy_former(const KeptFile& file, OutputFile& output) const {
  output.append_former(former_->file, file.begin, file.end);
}

void OutputNotes::put(const DatasetPlan& plan, std::string_view way, KeptFile file) {
  if (table_ == nullptr) return;
  if (putting_ == Putting::at_once) {
    table_->put(state_key(plan), way, file);
  } else {
    held_.push_back({state_key(plan), std::string{way}, std::move(file)});
  }
}

void OutputNotes::forget(const DatasetPlan& plan, std::string_view way) {
  if (table_ == nullptr) return;
  const std::string key = state_key(plan);
  std::erase_if(held_,
                [&](const Held& one) { return one.dataset == key && one.way == way; });
  table_->forget(key, way);
}

void OutputNotes::settle(OutputPlace place) {
  const auto move = [&](OutputPlace& one) {
    one.on_disk += place.on_disk;
    one.bytes += place.bytes;
  };
  for (Held& one : held_) {
    move(one.file.begin);
    move(one.file.end);
    table_->put(one.dataset, one.way, one.file);
  }
  held_.clear();
}

}  // namespace semsite
