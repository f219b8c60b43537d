#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/body.hpp"

namespace semsite {

/// What a server says that the bytes of its answer come to.
struct PublishedDigest {
  std::string field;      ///< header that said so: "Repr-Digest", …
  std::string algorithm;  ///< "sha-512", "sha-256", "sha" or "md5"
  std::string value;      ///< the bytes, not encoded
};

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

  /// Throws DocumentError("fetch.digest") in place of the end if the bytes are others.
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
