#pragma once

#include <cstdint>
#include <string>

#include "index/document_record.hpp"

namespace semsite {

/// What a feed has written.
struct FeedCounts {
  std::uint64_t documents = 0;
  std::uint64_t removals = 0;
  std::uint64_t entities = 0;  ///< records of an entity in a document
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;  ///< before compression
  /// Triples whose subject and object are no IRIs, so that no entity has them.
  std::uint64_t left_out = 0;
};

/// Files that another search engine reads. Documents come one after another; one thread.
/// Every function throws RunError when a file cannot be written.
class Feed {
 public:
  virtual ~Feed() = default;
  virtual void put(const DocumentRecord& record) = 0;
  /// The document of that URL is no more. Not every form can say that: UsageError.
  virtual void remove(const std::string& url) = 0;
  /// Nothing comes any more. Without it the last file of each kind is not there.
  virtual void finish() = 0;
  [[nodiscard]] virtual FeedCounts counts() const = 0;
};

}  // namespace semsite
