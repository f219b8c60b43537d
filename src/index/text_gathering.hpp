#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/sha256.hpp"
#include "index/document_record.hpp"

namespace semsite {

/// Puts the statements of one document together, which come in order, and computes what
/// is told of all of them. Memory is bounded by the limit. One thread.
class TextGathering {
 public:
  TextGathering(std::string url, std::uint64_t most_bytes);

  void add_format(std::string_view format) { out_.formats.emplace_back(format); }
  void add_source(std::string_view source);
  /// `s p o`, without ` .`; each once, in the order in which they are compared
  /// (`compared_text`).
  void add(std::string_view statement);

  /// Nothing can be added after that.
  [[nodiscard]] DocumentText finish();

 private:
  DocumentText out_;
  std::uint64_t most_bytes_;
  Sha256 sum_;
  std::string held_;  ///< lines that wait to be hashed, as they are compared
  std::string room_;
};

}  // namespace semsite
