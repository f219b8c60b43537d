#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/file_io.hpp"

namespace semsite {

/// Writes a run: records in rising order, each as the number of bytes that it shares with
/// the record before it, the number of the other bytes (both as LEB128), and these bytes.
/// A repetition is left out. One thread.
class RunWriter {
 public:
  /// Throws RunError, as does every other function.
  explicit RunWriter(std::string path);

  void add(std::string_view record);
  /// What was added is on the disk when this returns: for a run that is noted as whole.
  void sync();
  /// Nothing may follow. Returns the size of the file in bytes.
  std::uint64_t finish();

 private:
  void put(std::size_t number);
  void send();

  std::string path_;
  Descriptor file_;
  std::string last_, held_;
  bool any_ = false;
  std::uint64_t written_ = 0;
};

/// Reads a run from its first record to its last. One thread.
class RunReader {
 public:
  /// `buffer_bytes` are read at once. Throws RunError, as does `next`.
  RunReader(std::string path, std::size_t buffer_bytes);

  /// Goes to the next record. False at the end.
  bool next();
  [[nodiscard]] std::string_view record() const { return record_; }
  /// Bytes that it shares with the record before it.
  [[nodiscard]] std::size_t shared() const { return shared_; }

 private:
  [[nodiscard]] bool fill();
  [[nodiscard]] std::size_t number();
  [[noreturn]] void damaged() const;

  std::string path_;
  Descriptor file_;
  std::unique_ptr<char[]> buffer_;
  std::size_t buffer_bytes_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::string record_;
  std::size_t shared_ = 0;
};

/// Bytes at the start of `a` and `b` that are equal, `from` of which are known to be.
[[nodiscard]] std::size_t common_prefix(std::string_view a, std::string_view b,
                                        std::size_t from = 0);

}  // namespace semsite
