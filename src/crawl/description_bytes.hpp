#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "base/mutex.hpp"
#include "base/sha256.hpp"

namespace semsite {

/// Ends after so many bytes: throws DocumentError("description.too-long") if there are
/// more.
class FirstBytes final : public ByteSource {
 public:
  FirstBytes(ByteSource& inner, std::uint64_t most)
      : inner_(inner), most_(most), left_(most) {}
  [[nodiscard]] Block read() override;

 private:
  ByteSource& inner_;
  std::uint64_t most_, left_;
};

/// Adds up what a body comes to.
class DigestedBytes final : public ByteSource {
 public:
  DigestedBytes(std::unique_ptr<ByteSource> inner, Sha256& digest)
      : inner_(std::move(inner)), digest_(digest) {}
  [[nodiscard]] Block read() override;

 private:
  std::unique_ptr<ByteSource> inner_;
  Sha256& digest_;
};

/// What could not be read of a document. Thread-safe.
class LostStatements final : public Diagnostics {
 public:
  void report(const Fault& fault) override;
  /// "3 statements of URL could not be read …"; empty: all were. For one thread, at the
  /// end.
  [[nodiscard]] std::string problem(const std::string& url) const;

 private:
  mutable Mutex mutex_;
  std::uint64_t count_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::string first_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
