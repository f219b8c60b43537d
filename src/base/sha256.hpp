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

/// The same of one text.
[[nodiscard]] std::string sha256_hex(std::string_view text);

/// HMAC-SHA-256 (RFC 2104) of `text`: 32 bytes, not as digits.
[[nodiscard]] std::string hmac_sha256(std::string_view key, std::string_view text);

/// Two lower-case hexadecimal digits for each byte.
[[nodiscard]] std::string hex_digits(std::string_view bytes);

}  // namespace semsite
