#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/body.hpp"

namespace semsite {

/// What the bytes of an answer must come to.
struct PublishedDigest {
  std::string field;      ///< header of the answer that said so: "Repr-Digest", …; or
                          ///< URL of the description that does
  std::string algorithm;  ///< "sha-512", "sha-256", "sha" or "md5"
  std::string value;      ///< the bytes, not encoded
  enum class By : std::uint8_t {
    server,       ///< fault "fetch.digest"
    description,  ///< fault "fetch.checksum"
  } by = By::server;
};

/// A digest that the description at `source` gives; nothing if `hex` is none of
/// `algorithm`, or if that cannot be checked.
[[nodiscard]] std::optional<PublishedDigest> described_digest(std::string_view algorithm,
                                                              std::string_view hex,
                                                              std::string source);
/// Is `a` of a better algorithm than `b`?
[[nodiscard]] bool is_stronger(const PublishedDigest& a, const PublishedDigest& b);

/// The strongest digest of the whole answer that can be checked: `Repr-Digest` and
/// `Content-Digest` (RFC 9530 §2–3), the older `Digest` (RFC 3230) and `Content-MD5`.
/// Nothing for a part of a document, for one whose content coding is undone on the way,
/// and for values that cannot be read.
[[nodiscard]] std::optional<PublishedDigest> published_digest(const ResponseHead& head);

/// Passes bytes on and compares them, at their end, with a digest.
class DigestCheck final : public ByteSource {
 public:
  DigestCheck(std::unique_ptr<ByteSource> inner, PublishedDigest digest, std::string url);
  ~DigestCheck() override;

  /// Throws DocumentError("fetch.digest" or "fetch.checksum") in place of the end if the
  /// bytes are others.
  [[nodiscard]] Block read() override;

 private:
  struct Context;

  std::unique_ptr<ByteSource> inner_;
  PublishedDigest digest_;
  std::string url_;
  std::unique_ptr<Context> context_;
  bool checked_ = false;
};

}  // namespace semsite
