#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// Records made of one batch of quads: one text, and where each record ends in it.
struct RecordTexts {
  std::string_view texts;
  std::vector<std::uint32_t> ends;
};

/// The memory and the threads that sort while more is read.
struct IntakeRoom {
  std::size_t memory_bytes;
  unsigned threads;
};

/// Takes the records of all batches and makes sorted runs of them, while the next ones
/// come. The first byte of a record is its kind: each kind has runs of its own, in which
/// this byte is left out.
///
/// If the temporary files outlive a broken-off run, a note beside each run that is
/// complete says of which batches it holds all records. The next run knows these batches
/// by the hash of their records and does not sort them again.
class Intake {
 public:
  /// Takes up the runs that an earlier run left in `files`. `files` outlives the intake.
  Intake(const TemporaryFiles& files, IntakeRoom room);
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;
  /// Waits for the threads; what has not been finished is dropped.
  ~Intake();

  /// Takes the records of a batch. Thread-safe; waits while all memory is in use. Throws
  /// RunError, perhaps for an earlier call.
  void add(const RecordTexts& batch);

  /// Sorts and writes what is left, and gives the memory back.
  void finish();
  /// The files with all records of a kind. After `finish`.
  [[nodiscard]] std::vector<std::string> runs(char kind) const;

  /// Runs that an earlier run left, and batches that were known by them.
  [[nodiscard]] std::size_t runs_taken_up() const { return taken_up_; }
  [[nodiscard]] std::uint64_t batches_known() const;
  /// Records of all batches so far, those that were known included. From any thread.
  [[nodiscard]] std::uint64_t records() const { return records_; }

 private:
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct Filling {
    std::unique_ptr<RecordBuffer> buffer;
    std::vector<Hash> batches;
    bool is_larger = false;  ///< than the others, for one large batch
  };
  struct Run {
    std::string name;
    std::string kinds;
  };

  void take_up() SEMSITE_REQUIRES(mutex_);
  void read_note(const std::string& path, const std::string& name)
      SEMSITE_REQUIRES(mutex_);
  void seal() SEMSITE_REQUIRES(mutex_);
  void work();
  void write_run(Filling& filling, const std::string& name);

  const TemporaryFiles& files_;
  const std::size_t buffer_bytes_;
  std::set<Hash> done_;  ///< batches whose records are in complete runs
  std::size_t taken_up_ = 0;
  std::atomic<std::uint64_t> records_ = 0;

  mutable Mutex mutex_;
  Condition changed_;
  Filling filling_ SEMSITE_GUARDED_BY(mutex_);
  std::deque<std::pair<Filling, std::string>> sealed_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t buffers_left_ SEMSITE_GUARDED_BY(mutex_);  ///< that may still be made
  std::vector<std::unique_ptr<RecordBuffer>> free_ SEMSITE_GUARDED_BY(mutex_);
  std::vector<Run> runs_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t next_run_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::size_t sorting_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::uint64_t known_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool ending_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  std::vector<std::jthread> threads_;
};

}  // namespace semsite
