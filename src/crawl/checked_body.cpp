#include "crawl/checked_body.hpp"

#include <string_view>

#include "discover/data_format.hpp"
#include "fetch/published_digest.hpp"

namespace semsite {
namespace {

class SharedSource final : public ByteSource {
 public:
  explicit SharedSource(std::shared_ptr<ByteSource> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] Block read() override { return inner_->read(); }

 private:
  std::shared_ptr<ByteSource> inner_;
};

/// A checksum is of the file as it is stored. Servers call the packing of a packed file a
/// content coding; undone on the way, it is another file.
bool is_as_stored(const Location& location, const ResponseHead& head) {
  if (!head.decoded) return true;
  DataFormat format;
  format.say_name(location.url);
  return format.compression().empty() && location.said_compression.empty();
}

}  // namespace

CheckedBody::CheckedBody(std::unique_ptr<ByteSource> body, const Location& location,
                         const ResponseHead& head) {
  std::optional<PublishedDigest> best;
  for (const Checksum& checksum : location.checksums) {
    auto digest = described_digest(checksum.algorithm, checksum.hex, location.source);
    if (digest && (!best || is_stronger(*digest, *best))) best = std::move(digest);
  }
  if (best && is_as_stored(location, head)) {
    checked_ = true;
    body_ =
        std::make_shared<DigestCheck>(std::move(body), std::move(*best), location.url);
  } else {
    body_ = std::move(body);
  }
}

std::unique_ptr<ByteSource> CheckedBody::source() {
  return std::make_unique<SharedSource>(body_);
}

std::optional<DocumentError> CheckedBody::rest() {
  if (!checked_) return std::nullopt;
  try {
    while (!body_->read().empty()) {
    }
  } catch (const DocumentError& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace semsite
