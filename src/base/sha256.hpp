#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace semsite {

/// Computes a SHA-256 (FIPS 180-4) over bytes that come in parts.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  /// 64 lower-case hexadecimal digits. Nothing can be added after that.
  [[nodiscard]] std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace semsite
