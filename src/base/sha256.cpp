#include "base/sha256.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <string>
#include <string_view>

#include "semsite/errors.hpp"

namespace semsite {

namespace {

/// Looked up once: asking by name takes longer than the sum of a small page.
const EVP_MD* algorithm() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return found;
}

}  // namespace

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> state{EVP_MD_CTX_new(),
                                                           EVP_MD_CTX_free};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  if (EVP_DigestInit_ex(context_->state.get(), algorithm(), nullptr) != 1)
    throw RunError{"SHA-256 cannot be computed here"};
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  EVP_DigestUpdate(context_->state.get(), bytes.data(), bytes.size());
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_->state.get(), digest.data(), &size);
  return hex_digits({reinterpret_cast<const char*>(digest.data()), size});
}

std::string sha256_hex(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return digest.hex();
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (HMAC(algorithm(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           digest.data(), &size) == nullptr)
    throw RunError{"HMAC-SHA-256 cannot be computed here"};
  return {reinterpret_cast<const char*>(digest.data()), size};
}

std::string hex_digits(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const unsigned byte = static_cast<unsigned char>(c);
    for (const unsigned digit : {byte >> 4U, byte & 15U})
      out += "0123456789abcdef"[digit];
  }
  return out;
}

}  // namespace semsite
