#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.hpp"
#include "index/document_record.hpp"
#include "io/packed_text.hpp"

namespace semsite {

/// Documents that are stored together, before and after the work on them.
struct DocumentBlock {
  /// Documents whose record is to be made (by `facts`), or is made already.
  struct Item {
    DocumentRecord record{};
    bool is_made = false;
  };
  std::vector<Item> items;

  // What the work gives.
  std::string records;            ///< packed, see append_stored
  std::string contents;           ///< packed statements
  std::vector<std::string> keys;  ///< of each document, see DocumentKeys
  std::string links;  ///< keys of all of them together, see DocumentKeys::append_links
  std::vector<std::uint64_t> lengths;  ///< of each document
};

/// Works on blocks of documents on several threads; gives them back in the order in which
/// they came.
class DocumentPool {
 public:
  DocumentPool(const RecordFacts& facts, unsigned threads);
  DocumentPool(const DocumentPool&) = delete;
  DocumentPool& operator=(const DocumentPool&) = delete;
  /// Drops what has not been taken.
  ~DocumentPool();

  void put(DocumentBlock block);
  /// Blocks that are on their way.
  [[nodiscard]] std::size_t waiting() const {
    const MutexLock lock{mutex_};
    return jobs_.size();
  }
  /// The oldest block, when it is done. Throws what the work has thrown.
  [[nodiscard]] DocumentBlock take();

 private:
  /// Under the pool's mutex, but for what is between `begun` and `done`: the block is the
  /// worker's then.
  struct Job {
    DocumentBlock block;
    bool begun = false;
    bool done = false;
    std::exception_ptr error;
  };
  void work(const std::stop_token& stop);
  /// The oldest that nobody has begun; null if there is none.
  [[nodiscard]] std::shared_ptr<Job> next() const SEMSITE_REQUIRES(mutex_);

  const RecordFacts facts_;
  TextPacker packer_;
  mutable Mutex mutex_;
  StopCondition changed_;
  std::deque<std::shared_ptr<Job>> jobs_ SEMSITE_GUARDED_BY(mutex_);
  std::vector<std::jthread> threads_;
};

}  // namespace semsite
