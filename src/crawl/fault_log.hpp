#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "base/diagnostics.hpp"
#include "base/file_claim.hpp"
#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "semsite/errors.hpp"

namespace semsite {

enum class OnError { skip, fail };

/// Where skipped statements are written, for people to mend: for each a comment line
/// `# document:line:column code: message`, then the raw text. Thread-safe.
class Quarantine {
 public:
  /// What becomes of a file that is there already.
  enum class Begin : std::uint8_t { anew, go_on };

  /// Claims the file and changes nothing in it: that is for `begin`, once it is sure that
  /// the run is one. Throws RunError if `path` cannot be written.
  explicit Quarantine(const std::string& path);
  /// Brings it to the disk as far as that can be done.
  ~Quarantine();
  Quarantine(const Quarantine&) = delete;
  Quarantine& operator=(const Quarantine&) = delete;

  /// Comes before the first `write`.
  void begin(Begin how);
  void write(const std::string& document, const Fault& fault);
  /// What was written is on the disk. Throws RunError.
  void settle();

 private:
  /// Statements of the web are the web's, whoever mends them.
  void note_origin(const std::string& document) SEMSITE_REQUIRES(mutex_);
  [[noreturn]] void fail() const;

  std::string path_;
  FileClaim claim_;
  Descriptor file_ SEMSITE_GUARDED_BY(mutex_);
  Mutex mutex_;
  std::string noted_ SEMSITE_GUARDED_BY(mutex_);              ///< the last document
  std::set<std::string> holders_ SEMSITE_GUARDED_BY(mutex_);  ///< of all
};

/// Thrown by FaultLog under `--on-error fail`.
class StoppedAtFault : public DocumentError {
 public:
  using DocumentError::DocumentError;
};

/// Counts the faults of one document by code, prints the first 20, and puts what was
/// skipped into quarantine.
class FaultLog final : public Diagnostics {
 public:
  /// `quarantine` may be null; all references outlive the log.
  FaultLog(std::string document, OnError on_error, Quarantine* quarantine,
           Console& console);

  void report(const Fault& fault) override;

  [[nodiscard]] FaultCounts counts() const;
  [[nodiscard]] std::uint64_t skipped() const;

 private:
  std::string document_;
  OnError on_error_;
  Quarantine* quarantine_;
  Console& console_;
  mutable Mutex mutex_;
  FaultCounts counts_ SEMSITE_GUARDED_BY(mutex_);
  std::uint64_t skipped_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::uint64_t printed_ SEMSITE_GUARDED_BY(mutex_) = 0;
};

}  // namespace semsite
