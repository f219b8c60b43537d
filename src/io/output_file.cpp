#include "io/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "io/output_coder.hpp"
#include "io/output_target.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Buffers kept for later texts, and the size above which one is not worth keeping.
constexpr std::size_t kSpareBuffers = 32;
constexpr std::size_t kSpareBytes = 4 * kBlockBytes;

/// The file behind a symbolic link, so that renaming does not replace the link.
std::string behind_links(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return path;
  const std::unique_ptr<char, void (*)(void*)> real{::realpath(path.c_str(), nullptr),
                                                    std::free};
  return real ? real.get() : path;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, Part part) : path_(behind_links(path)) {
  if (path == "-") {
    target_ = std::make_unique<OutputTarget>(STDOUT_FILENO, "standard output");
    return;
  }
  struct stat info {};
  const bool exists = ::stat(path_.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode))
    throw RunError{path + ": cannot write: is a directory, not a file"};
  Descriptor file;
  if (!exists || S_ISREG(info.st_mode)) {
    if (exists && ::access(path_.c_str(), W_OK) != 0)
      throw system_error(path_, "cannot write");
    claim_ = FileClaim::of_output(path_, path_ + ".part");
    part_ = path_ + ".part";
    leaves_part_ = part == Part::go_on && !claim_.made();
    file = claim_.writer();
    if (part == Part::anew) {
      if (!mark_of_part().may_be_overwritten()) throw UsageError{refusal_of_part(part_)};
      own_part({});
      if (::ftruncate(file.get(), 0) != 0) throw system_error(path, "cannot write");
    }
  } else {
    file = Descriptor{::open(path_.c_str(), O_WRONLY | O_CLOEXEC)};
    if (!file.valid()) throw system_error(path, "cannot write");
  }
  target_ = std::make_unique<OutputTarget>(std::move(file), path);
  coder_ = OutputCoder::for_name(path_, *target_);
}

OutputFile::OutputFile(int descriptor, const std::string& name)
    : target_(std::make_unique<OutputTarget>(descriptor, name)) {}

OutputFile::OutputFile(Descriptor file, const std::string& name,
                       const std::string& coded_as)
    : target_(std::make_unique<OutputTarget>(std::move(file), name)),
      coder_(OutputCoder::for_name(coded_as, *target_)) {}

std::unique_ptr<OutputFile> OutputFile::spool_for(const std::string& path) {
  // Beside the output, where there is room for it, if the file system can.
  const std::string real = behind_links(path);
  const std::size_t slash = real.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : real.substr(0, slash + 1);
  Descriptor file{
      path == "-" ? -1 : ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)};
  if (!file.valid()) file = anonymous_file();
  return std::unique_ptr<OutputFile>{
      new OutputFile{std::move(file), "temporary file for " + path, real}};
}

std::unique_ptr<OutputFile> OutputFile::named_spool(const std::string& path,
                                                    const std::string& spool) {
  Descriptor file{::open(spool.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  if (!file.valid()) throw system_error(spool, "cannot write");
  return std::unique_ptr<OutputFile>{
      new OutputFile{std::move(file), spool, behind_links(path)}};
}

PartMark OutputFile::mark_of_part() const {
  return part_.empty() ? PartMark{} : part_mark(claim_.writer().get(), path_);
}

void OutputFile::own_part(std::string_view writer) {
  if (!part_.empty()) mark_part(claim_.writer().get(), path_, writer);
}

std::uint64_t OutputFile::part_bytes() const {
  struct stat info {};
  if (part_.empty() || ::stat(part_.c_str(), &info) != 0) return 0;
  return static_cast<std::uint64_t>(info.st_size);
}

void OutputFile::take_back_name(std::uint64_t bytes, std::string_view writer) {
  struct stat info {};
  if (part_.empty() || part_bytes() > 0 || ::stat(path_.c_str(), &info) != 0 ||
      static_cast<std::uint64_t>(info.st_size) != bytes)
    return;
  Descriptor file{::open(path_.c_str(), O_WRONLY | O_CLOEXEC)};
  if (!file.valid()) return;
  const MutexLock lock{mutex_};
  mark_part(file.get(), path_, writer);
  if (std::rename(path_.c_str(), part_.c_str()) != 0) return;
  target_ = std::make_unique<OutputTarget>(std::move(file), path_);
  coder_ = OutputCoder::for_name(path_, *target_);
}

void OutputFile::take_in_named(const Descriptor& named, OutputPlace place) {
  if (part_.empty() || part_bytes() >= place.on_disk) return;
  const MutexLock lock{mutex_};
  target_->go_on_at(0);
  target_->take_in(named, 0, place.on_disk);
}

void OutputFile::go_on_at(OutputPlace place) {
  const MutexLock lock{mutex_};
  assert(bytes_ == 0 && held_.empty());
  target_->go_on_at(place.on_disk);
  bytes_ = place.bytes;
  has_head_ = place.on_disk > 0;
  if (coder_) coder_->set_written(place.on_disk > 0);
}

OutputPlace OutputFile::position() {
  const MutexLock lock{mutex_};
  return position_now();
}

void OutputFile::sync() {
  const MutexLock lock{mutex_};
  send_held();
  if (coder_) coder_->end();
  target_->sync();
}

void OutputFile::set_frame(OutputFrame frame) {
  const MutexLock lock{mutex_};
  frame_ = std::move(frame);
}

void OutputFile::watch_sections(SectionWatch& watch) {
  const MutexLock lock{mutex_};
  watch_ = &watch;
}

bool OutputFile::has_data() const {
  const MutexLock lock{mutex_};
  return bytes_ > (has_head_ ? frame_.head.size() : 0);
}

/// The head goes out before anything whose place matters.
void OutputFile::lead() {
  if (has_head_) return;
  has_head_ = true;
  if (frame_.head.empty()) return;
  TextBuffer head;
  head.append(frame_.head);
  held_.push_back(std::move(head));
  count(frame_.head.size());
}

OutputPlace OutputFile::position_now() {
  lead();
  send_held();
  if (coder_) coder_->end();
  return {.on_disk = target_->tell(), .bytes = bytes_};
}

void OutputFile::append_spool(OutputFile& spool) {
  const MutexLock lock{mutex_};
  const MutexLock lock_of_spool{spool.mutex_};
  const OutputPlace end = spool.position_now();
  if (end.on_disk == 0) return;
  lead();
  send_held();
  if (coder_) coder_->end();
  target_->take_in(*spool.target_, end.on_disk);
  bytes_ += end.bytes;
  if (coder_) coder_->set_written(true);
  spool.finished_ = true;
}

void OutputFile::append_former(const Descriptor& former, OutputPlace begin,
                               OutputPlace end) {
  const MutexLock lock{mutex_};
  if (begin.on_disk >= end.on_disk) return;
  lead();
  send_held();
  if (coder_) coder_->end();
  target_->take_in(former, begin.on_disk, end.on_disk);
  bytes_ += end.bytes - begin.bytes;
  if (coder_) coder_->set_written(true);
}

OutputFile::~OutputFile() {
  if (!part_.empty() && !finished_ && !leaves_part_) ::unlink(part_.c_str());
}

void OutputFile::append(std::string_view bytes) {
  const MutexLock lock{mutex_};
  lead();
  if (held_.empty() || held_.back().room_left() < bytes.size()) {
    TextBuffer buffer = take_spare();
    static_cast<void>(buffer.room(std::max(bytes.size(), kBlockBytes)));
    held_.push_back(std::move(buffer));
  }
  held_.back().append(bytes);
  count(bytes.size());
}

void OutputFile::append(TextBuffer text) {
  const MutexLock lock{mutex_};
  lead();
  const std::size_t size = text.view().size();
  held_.push_back(std::move(text));
  count(size);
}

TextBuffer OutputFile::spare_buffer() {
  const MutexLock lock{mutex_};
  return take_spare();
}

TextBuffer OutputFile::take_spare() {
  if (spare_.empty()) return {};
  TextBuffer buffer = std::move(spare_.back());
  spare_.pop_back();
  return buffer;
}

void OutputFile::count(std::size_t size) {
  assert(!finished_);
  bytes_ += size;
  held_bytes_ += size;
  if (held_bytes_ >= target_->write_bytes()) send_held();
}

void OutputFile::send_held() {
  std::vector<std::string_view> parts;
  parts.reserve(held_.size());
  for (const TextBuffer& text : held_) parts.push_back(text.view());
  if (coder_) {
    for (const std::string_view part : parts) coder_->write(part);
  } else {
    target_->write(parts);
  }
  forget_held();
}

void OutputFile::forget_held() {
  for (TextBuffer& text : held_) {
    if (spare_.size() == kSpareBuffers) break;
    if (text.capacity() > kSpareBytes) continue;
    text.clear();
    spare_.push_back(std::move(text));
  }
  held_.clear();
  held_bytes_ = 0;
}

void OutputFile::begin_section(Revocable revocable, std::optional<OutputPlace> from) {
  const MutexLock lock{mutex_};
  assert(!finished_);
  lead();
  send_held();
  if (coder_) coder_->end();
  if (watch_ != nullptr) watch_->section_begins();
  if (from) {
    target_->mark(revocable, from->on_disk);
    sections_.push_back({from->bytes, coder_ && from->on_disk > 0});
    return;
  }
  target_->mark(revocable);
  sections_.push_back({bytes_, coder_ && coder_->written()});
}

void OutputFile::commit_section() {
  const MutexLock lock{mutex_};
  assert(!sections_.empty());
  send_held();
  if (coder_) coder_->end();
  target_->keep();
  sections_.pop_back();
  if (watch_ != nullptr) watch_->section_stays();
}

void OutputFile::forget(const Section& section) {
  bytes_ = section.bytes;
  if (coder_) coder_->set_written(section.written);
}

bool OutputFile::discard_section() {
  const MutexLock lock{mutex_};
  assert(!sections_.empty());
  const Section section = sections_.back();
  sections_.pop_back();
  if (!target_->can_take_back()) {
    // A part of it may have gone: then the rest belongs with it, and to a stream its end.
    send_held();
    if (coder_) coder_->end();
    target_->keep();
    if (watch_ != nullptr) watch_->section_stays();
    return false;
  }
  forget_held();
  if (coder_) coder_->abandon();
  target_->take_back();
  forget(section);
  if (watch_ != nullptr) static_cast<void>(watch_->section_goes());
  return true;
}

SetAside OutputFile::set_aside_section() {
  const MutexLock lock{mutex_};
  assert(!sections_.empty());
  const Section section = sections_.back();
  sections_.pop_back();
  send_held();
  if (coder_) coder_->end();
  SetAside out{.file = target_->set_aside(), .bytes = bytes_ - section.bytes};
  if (out.file.valid()) {
    forget(section);
    if (watch_ != nullptr) out.noted = watch_->section_goes();
  } else if (watch_ != nullptr) {
    watch_->section_stays();
  }
  return out;
}

void OutputFile::append_set_aside(const SetAside& aside) {
  const MutexLock lock{mutex_};
  assert(!finished_);
  if (!aside.file.valid()) return;
  lead();
  send_held();
  if (coder_) coder_->end();
  target_->take_in(aside.file);
  bytes_ += aside.bytes;
  if (watch_ != nullptr) watch_->section_returns(aside.noted);
  if (coder_ && aside.bytes > 0) coder_->set_written(true);
}

void OutputFile::finish_part() {
  const MutexLock lock{mutex_};
  assert(sections_.empty() && !finished_);
  send_held();
  if (coder_) coder_->end_all();
  target_->close();
  finished_ = true;
}

void OutputFile::finish() {
  seal();
  name();
}

void OutputFile::seal() {
  const MutexLock lock{mutex_};
  assert(sections_.empty() && !finished_);
  lead();
  if (!frame_.tail.empty()) {
    TextBuffer tail;
    tail.append(frame_.tail);
    held_.push_back(std::move(tail));
    count(frame_.tail.size());
  }
  send_held();
  if (coder_) coder_->end_all();
  if (!part_.empty()) target_->sync();
  target_->close();
  finished_ = true;
}

void OutputFile::name() {
  if (part_.empty()) return;
  if (std::rename(part_.c_str(), path_.c_str()) != 0)
    throw system_error(path_, "cannot rename " + part_ + " to it");
  take_part_mark_away(path_);
  sync_name(path_);
}

}  // namespace semsite
