#include "crawl/checked_body.hpp"

#include <string_view>

#include "crawl/coded_body.hpp"
#include "discover/data_format.hpp"
#include "fetch/published_digest.hpp"

namespace semsite {

/// The body, and the fault that came up when it was read: a reader that has all it needs
/// may never hear of one that comes at the very end.
struct CheckedBody::Shared {
  std::unique_ptr<ByteSource> body;
  std::optional<DocumentError> fault{};

  Block read() {
    try {
      return body->read();
    } catch (const DocumentError& error) {
      fault = error;
      throw;
    }
  }
};

class CheckedBody::Source final : public ByteSource {
 public:
  explicit Source(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
  [[nodiscard]] Block read() override { return shared_->read(); }

 private:
  std::shared_ptr<Shared> shared_;
};

namespace {

/// A checksum, and a size, is of the file as it is stored. Servers call the packing of a
/// packed file a content coding; what else is coded, is stored plain.
bool is_stored_plain(const Location& location, const ResponseHead& head) {
  for (const std::string* const url : {&location.url, &head.url}) {
    DataFormat format;
    format.say_name(*url);
    if (!format.compression().empty()) return false;
  }
  return location.said_compression.empty();
}

}  // namespace

CheckedBody::CheckedBody(std::unique_ptr<ByteSource> body, const Location& location,
                         const ResponseHead& head) {
  std::optional<PublishedDigest> best;
  for (const Checksum& checksum : location.checksums) {
    auto digest = described_digest(checksum.algorithm, checksum.hex, location.source);
    if (digest && (!best || is_stronger(*digest, *best))) best = std::move(digest);
  }
  const bool is_plain = is_stored_plain(location, head);
  const std::string_view coding = head.header("content-encoding");
  if ((best || location.size_is_exact) && is_plain && !head.decoded && !coding.empty())
    body = undo_unasked(std::move(body), coding, location.url);
  if (best && (is_plain || !head.decoded)) {
    algorithm_ = best->algorithm == "sha" ? "sha-1" : best->algorithm;
    body = std::make_unique<DigestCheck>(std::move(body), std::move(*best), location.url);
  }
  shared_ = std::make_shared<Shared>(Shared{std::move(body)});
}

std::unique_ptr<ByteSource> CheckedBody::source() {
  return std::make_unique<Source>(shared_);
}

std::optional<DocumentError> CheckedBody::rest(Bounded bounded) {
  if (algorithm_.empty() && bounded == Bounded::no) return std::nullopt;
  try {
    while (!shared_->fault && !shared_->read().empty()) {
    }
  } catch (const DocumentError&) {
    // Noted.
  }
  return shared_->fault;
}

}  // namespace semsite
