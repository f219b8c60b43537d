#include "crawl/fault_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "report/console.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kPrintedFaults = 20;

std::string place(const std::string& document, const Fault& fault) {
  if (fault.line == 0) return document;
  if (fault.column == 0) return fmt::format("{}:{}", document, fault.line);
  return fmt::format("{}:{}:{}", document, fault.line, fault.column);
}

/// Or nothing yet, which becomes one.
bool is_plain_file(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
}

}  // namespace

Quarantine::Quarantine(const std::string& path)
    : path_(path),
      claim_(is_plain_file(path) ? FileClaim::of_file(path) : FileClaim{}),
      file_(is_plain_file(path)
                ? claim_.writer()
                : Descriptor{::open(path.c_str(), O_WRONLY | O_CLOEXEC)}) {
  if (!file_.valid()) fail();
}

Quarantine::~Quarantine() {
  try {
    settle();
  } catch (const RunError&) {
    // Whoever had to know has called settle().
  }
}

void Quarantine::fail() const {
  throw RunError{
      fmt::format("{}: cannot write the quarantine: {}", path_, std::strerror(errno))};
}

void Quarantine::begin(Begin how) {
  const MutexLock lock{mutex_};
  if (!is_plain_file(path_)) return;
  if (how == Begin::anew ? ::ftruncate(file_.get(), 0) != 0
                         : ::lseek(file_.get(), 0, SEEK_END) < 0)
    fail();
  if (how == Begin::go_on) holders_.merge(web_mark(path_));
  set_web_mark(file_.get(), holders_);
}

void Quarantine::settle() {
  const MutexLock lock{mutex_};
  sync_file(file_.get(), path_);
  if (claim_.made()) sync_name(path_);
}

void Quarantine::write(const std::string& document, const Fault& fault) {
  std::string text = fmt::format("# {} {}: {}\n", excerpt(place(document, fault), 2000),
                                 fault.code, excerpt(fault.message, 500));
  text += fault.statement;
  if (!text.ends_with('\n')) text += '\n';
  const MutexLock lock{mutex_};
  note_origin(document);
  write_all(file_.get(), text, path_);
}

void Quarantine::note_origin(const std::string& document) {
  if (document == noted_) return;
  noted_ = document;
  const std::size_t known = holders_.size();
  if (is_http(document)) {
    holders_.insert(holder_of(document));
  } else if (is_file_url(document)) {
    holders_.merge(web_mark(file_path(document)));
  }
  if (holders_.size() > known) set_web_mark(file_.get(), holders_);
}

FaultLog::FaultLog(std::string document, OnError on_error, Quarantine* quarantine,
                   Console& console)
    : document_(std::move(document)),
      on_error_(on_error),
      quarantine_(quarantine),
      console_(console) {}

void FaultLog::report(const Fault& fault) {
  const std::string where = place(document_, fault);
  {
    const MutexLock lock{mutex_};
    auto count = counts_.find(fault.code);
    if (count == counts_.end()) count = counts_.emplace(fault.code, 0).first;
    ++count->second;
    if (fault.skipped) {
      ++skipped_;
      note_skip(document_, fault.code);
    }
    if (printed_ < kPrintedFaults) {
      ++printed_;
      console_.warning(fmt::format("{}: {} [{}]", where, fault.message, fault.code),
                       {.code = fault.code,
                        .source = document_,
                        .line = fault.line,
                        .column = fault.column});
      if (printed_ == kPrintedFaults)
        console_.warning(fmt::format("{}: further faults are only counted", document_),
                         {.source = document_});
    }
  }
  if (fault.skipped && quarantine_ != nullptr) quarantine_->write(document_, fault);
  if (fault.skipped && on_error_ == OnError::fail)
    throw StoppedAtFault{
        std::string{fault.code},
        fmt::format("stopped at the first fault (--on-error fail): {}: {}", where,
                    fault.message)};
}

FaultCounts FaultLog::counts() const {
  const MutexLock lock{mutex_};
  return counts_;
}

std::uint64_t FaultLog::skipped() const {
  const MutexLock lock{mutex_};
  return skipped_;
}

}  // namespace semsite
