#include "io/sorter.hpp"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace semsite {
std::vector<std::string> reduce_runs(std::vector<std::string> paths,
                                     const TemporaryFiles& files, const std::string& name,
                                     std::size_t memory_bytes) {
  for (std::size_t number = 0; paths.size() > kMostRuns; ++number) {
    const auto end = paths.begin() + static_cast<std::ptrdiff_t>(kMostRuns);
    const std::vector<std::string> some{paths.begin(), end};
    std::string merged = files.path(name + "-merged-" + std::to_string(number));
    RunMerge merge{some, memory_bytes};
    RunWriter writer{merged};
    while (merge.next()) writer.add(merge.record());
    writer.finish();
    for (const std::string& path : some) ::unlink(path.c_str());
    paths.erase(paths.begin(), end);
    paths.push_back(std::move(merged));
  }
  return paths;
}

Sorter::Sorter(const TemporaryFiles& files, std::string name, std::size_t memory_bytes)
    : files_(files), name_(std::move(name)), memory_bytes_(memory_bytes) {}

Sorter::~Sorter() {
  for (const std::string& path : runs_) ::unlink(path.c_str());
}

void Sorter::add(std::string_view record) {
  assert(!finished_);
  if (buffer_ && !buffer_->fits(record.size(), 1)) write_run();
  if (!buffer_ || !buffer_->fits(record.size(), 1))
    buffer_ = std::make_unique<RecordBuffer>(
        std::max(memory_bytes_, RecordBuffer::room_for(record.size(), 1)));
  buffer_->add(record);
  any_ = true;
}

void Sorter::write_run() {
  if (buffer_->empty()) return;
  buffer_->sort();
  runs_.push_back(files_.path(name_ + "-" + std::to_string(runs_.size())));
  RunWriter writer{runs_.back()};
  for (std::size_t i = 0; i < buffer_->size(); ++i) writer.add((*buffer_)[i]);
  writer.finish();
  buffer_->clear();
}

const std::vector<std::string>& Sorter::finish() {
  if (finished_) return runs_;
  finished_ = true;
  if (buffer_) write_run();
  buffer_.reset();
  runs_ = reduce_runs(std::move(runs_), files_, name_, memory_bytes_);
  return runs_;
}

RunMerge Sorter::merge() {
  static_cast<void>(finish());
  return RunMerge{runs_, memory_bytes_};
}

}  // namespace semsite
