#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "base/hash.hpp"
#include "base/mutex.hpp"
#include "index/document_record.hpp"
#include "index/index_key.hpp"
#include "index/link_counts.hpp"
#include "index/text_tokens.hpp"
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

/// A small map from texts to values that is emptied again and again without giving its
/// memory back. The texts must outlive their use. One thread.
template <typename Value>
class TermMap {
 public:
  /// The value of `text`, made by default if it is new.
  Value& operator[](std::string_view text) {
    if ((items_.size() + 1) * 2 > slots_.size()) grow();
    const std::size_t hash = text_hash(text);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].epoch == epoch_; at = (at + 1) & mask) {
      auto& item = items_[slots_[at].item];
      if (item.first == text) return item.second;
    }
    slots_[at] = {epoch_, static_cast<std::uint32_t>(items_.size())};
    return items_.emplace_back(text, Value{}).second;
  }

  [[nodiscard]] const std::vector<std::pair<std::string_view, Value>>& items() const {
    return items_;
  }

  void clear() {
    items_.clear();
    ++epoch_;
  }

 private:
  struct Slot {
    std::uint64_t epoch = 0;
    std::uint32_t item = 0;
  };

  void grow() {
    slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, {});
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      std::size_t at = text_hash(items_[i].first) & mask;
      while (slots_[at].epoch == epoch_) at = (at + 1) & mask;
      slots_[at] = {epoch_, static_cast<std::uint32_t>(i)};
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::pair<std::string_view, Value>> items_;
  std::uint64_t epoch_ = 1;
};

/// Finds the keys under which a document is found, and what is told of it there
/// (docs/index.md lists them). For many documents one after another; one thread.
class DocumentKeys {
 public:
  /// Appends each key and its payload (both with their length in front).
  /// Returns the length of the document: the words of its literals.
  std::uint64_t append(const DocumentRecord& record, std::string& out);
  /// Appends the keys of the links of all these documents, in the same form; their
  /// payloads are counts.
  void append_links(std::string& out) { links_.append_to(out); }

 private:
  struct Word {
    std::uint32_t half_weights = 0;
    std::uint32_t last = 0;  ///< its last place
    std::string places;
  };

  void put_pair(std::string_view property, std::string_view value, std::string& out);
  void add_facts(const DocumentRecord& record, std::string& out);
  void add_iris(std::string& out);
  void add_words(std::string_view text, WordField field);
  void append_words(std::string& out);
  void put(std::string& out, char kind, std::string_view text, std::string_view payload);

  Tokenizer tokenizer_;
  TermMap<std::uint8_t> iris_;    ///< where they stand
  TermMap<bool> named_;           ///< IRIs whose local names count as words
  TermMap<bool> spaces_;          ///< seen already
  TermMap<std::uint32_t> words_;  ///< index in `found_`
  std::vector<Word> found_;
  std::vector<std::string> host_texts_;
  std::uint32_t place_ = 0;
  std::uint64_t length_ = 0;
  Arena arena_;
  LinkCounts links_;
  std::string decoded_, key_;
};

}  // namespace semsite
