#include "io/intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/run_file.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// One is filled while others are sorted and written.
constexpr std::size_t kIntakeBuffers = 4;
constexpr std::size_t kLeastIntakeBuffer = std::size_t{256} << 10;
constexpr std::string_view kNoteEnd = ".note";
constexpr const char* kNoteHead = "semsite-slice-run 1";
constexpr const char* kNoteTail = "end";

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// 128 bits, so that two batches of a run never have the same. Not for security.
std::pair<std::uint64_t, std::uint64_t> hash_of(std::string_view text) {
  std::uint64_t a = 0x9E3779B97F4A7C15ULL ^ text.size();
  std::uint64_t b = 0xD1B54A32D192ED03ULL + text.size();
  while (!text.empty()) {
    std::uint64_t words[2] = {0, 0};
    const std::size_t size = std::min(sizeof words, text.size());
    std::memcpy(words, text.data(), size);
    a = mixed(a ^ words[0], 0xA0761D6478BD642FULL ^ words[1]) + b;
    b = mixed(b ^ words[1], 0xE7037ED1A0B428DBULL ^ words[0]) ^ (a >> 32);
    text.remove_prefix(size);
  }
  return {mixed(a, 0x8EBC6AF09C88C6E3ULL), mixed(b, 0x589965CC75374CC3ULL)};
}

}  // namespace

Intake::Intake(const TemporaryFiles& files, IntakeRoom room)
    : files_(files),
      buffer_bytes_(std::max(kLeastIntakeBuffer, room.memory_bytes / kIntakeBuffers)),
      buffers_left_(kIntakeBuffers) {
  if (files_.outlives()) {
    const MutexLock lock{mutex_};
    take_up();
  }
  for (unsigned i = 0; i < std::max(1U, room.threads); ++i)
    threads_.emplace_back([this] { work(); });
}

Intake::~Intake() {
  {
    const MutexLock lock{mutex_};
    ending_ = true;
    sealed_.clear();
  }
  changed_.notify_all();
}

void Intake::take_up() {
  for (const auto& entry : std::filesystem::directory_iterator{files_.folder()}) {
    const std::string file = entry.path().filename().string();
    if (file.ends_with(kNoteEnd))
      read_note(entry.path().string(), file.substr(0, file.size() - kNoteEnd.size()));
  }
  // What is no whole run is of no use, and its name may be wanted.
  files_.clear([this](const std::string& file) SEMSITE_REQUIRES(mutex_) {
    return std::ranges::any_of(
        runs_, [&](const Run& run) { return file.starts_with(run.name); });
  });
}

/// A note that is not whole, or whose files have other sizes, counts for nothing.
void Intake::read_note(const std::string& path, const std::string& name) {
  std::ifstream note{path};
  std::string line;
  if (!std::getline(note, line) || line != kNoteHead) return;
  Run run{.name = name, .kinds = {}};
  std::vector<Hash> batches;
  bool whole = false;
  while (std::getline(note, line)) {
    whole = line == kNoteTail;
    std::istringstream words{line};
    std::string what;
    words >> what;
    if (what == "file") {
      char kind = 0;
      std::uintmax_t size = 0;
      words >> kind >> size;
      std::error_code missing;
      if (std::filesystem::file_size(files_.path(name + kind), missing) != size) return;
      run.kinds += kind;
    } else if (what == "batch") {
      Hash hash;
      words >> std::hex >> hash.first >> hash.second;
      batches.push_back(hash);
    }
  }
  if (!whole) return;
  done_.insert(batches.begin(), batches.end());
  runs_.push_back(std::move(run));
  ++taken_up_;
}

void Intake::add(const RecordTexts& batch) {
  if (batch.ends.empty()) return;
  records_ += batch.ends.size();
  const Hash hash = files_.outlives() ? hash_of(batch.texts) : Hash{};
  if (files_.outlives() && done_.contains(hash)) {
    const MutexLock lock{mutex_};
    ++known_;
    return;
  }
  const MutexLock lock{mutex_};
  if (filling_.buffer && !filling_.buffer->fits(batch.texts.size(), batch.ends.size()))
    seal();
  if (!filling_.buffer) {
    while (!error_ && free_.empty() && buffers_left_ == 0) changed_.wait(mutex_);
    if (error_) std::rethrow_exception(error_);
    if (free_.empty()) {
      --buffers_left_;
      filling_.buffer = std::make_unique<RecordBuffer>(buffer_bytes_);
    } else {
      filling_.buffer = std::move(free_.back());
      free_.pop_back();
    }
    // One batch may be larger than all that a buffer holds, by a line of many megabytes.
    if (!filling_.buffer->fits(batch.texts.size(), batch.ends.size())) {
      filling_.buffer = std::make_unique<RecordBuffer>(
          RecordBuffer::room_for(batch.texts.size(), batch.ends.size()));
      filling_.is_larger = true;
    }
  }
  filling_.buffer->add(batch.texts, batch.ends);
  if (files_.outlives()) filling_.batches.push_back(hash);
}

void Intake::seal() {
  std::string name;
  // An earlier run may have left some of the names.
  do {
    name = fmt::format("run-{:05}-", next_run_++);
  } while (std::ranges::any_of(runs_, [&](const Run& run) { return run.name == name; }));
  sealed_.emplace_back(std::exchange(filling_, {}), std::move(name));
  changed_.notify_all();
}

void Intake::work() {
  MutexLock lock{mutex_};
  for (;;) {
    while (sealed_.empty() && !ending_) changed_.wait(mutex_);
    if (sealed_.empty()) return;
    auto [filling, name] = std::move(sealed_.front());
    sealed_.pop_front();
    ++sorting_;
    lock.unlock();
    try {
      write_run(filling, name);
      lock.lock();
    } catch (...) {
      lock.lock();
      if (!error_) error_ = std::current_exception();
    }
    --sorting_;
    if (filling.is_larger) {
      ++buffers_left_;
    } else {
      filling.buffer->clear();
      free_.push_back(std::move(filling.buffer));
    }
    changed_.notify_all();
  }
}

void Intake::write_run(Filling& filling, const std::string& name) {
  RecordBuffer& buffer = *filling.buffer;
  buffer.sort();
  Run run{.name = name, .kinds = {}};
  std::string note = fmt::format("{}\n", kNoteHead);
  for (std::size_t i = 0; i < buffer.size();) {
    const char kind = buffer[i][0];
    RunWriter writer{files_.path(name + kind)};
    for (; i < buffer.size() && buffer[i][0] == kind; ++i)
      writer.add(buffer[i].substr(1));
    if (files_.outlives()) writer.sync();
    note += fmt::format("file {} {}\n", kind, writer.finish());
    run.kinds += kind;
  }
  if (files_.outlives()) {
    for (const Hash& hash : filling.batches)
      note += fmt::format("batch {:x} {:x}\n", hash.first, hash.second);
    note += fmt::format("{}\n", kNoteTail);
    const std::string path = files_.path(name + std::string{kNoteEnd});
    std::ofstream file{path, std::ios::trunc};
    file << note;
    file.close();
    if (!file) throw RunError{path + ": cannot write the note of a sorted run"};
  }
  const MutexLock lock{mutex_};
  runs_.push_back(std::move(run));
}

void Intake::finish() {
  const MutexLock lock{mutex_};
  if (filling_.buffer) seal();
  while (!error_ && (!sealed_.empty() || sorting_ > 0)) changed_.wait(mutex_);
  if (error_) std::rethrow_exception(error_);
  free_.clear();
  buffers_left_ = 0;
}

std::uint64_t Intake::batches_known() const {
  const MutexLock lock{mutex_};
  return known_;
}

std::vector<std::string> Intake::runs(char kind) const {
  const MutexLock lock{mutex_};
  std::vector<std::string> out;
  for (const Run& run : runs_)
    if (run.kinds.find(kind) != std::string::npos)
      out.push_back(files_.path(run.name + kind));
  std::ranges::sort(out);
  return out;
}

}  // namespace semsite
