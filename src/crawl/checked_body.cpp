#include "crawl/checked_body.hpp"

#include <string_view>

#include "crawl/cause.hpp"
#include "crawl/coded_body.hpp"
#include "discover/data_format.hpp"
#include "fetch/published_digest.hpp"

namespace semsite {

/// The body, and the fault that came up when it was read: a reader that has all it needs
/// may never hear of one that comes at the very end.
struct CheckedBody::Shared {
  std::unique_ptr<ByteSource> body;
  std::optional<DocumentError> fault{};
  Cause cause = Cause::other;

  Block read() {
    try {
      return body->read();
    } catch (const DocumentError& error) {
      fault = error;
      cause = cause_of(error);
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

/// A checksum is of the file as it is stored. Servers call the packing of a packed file a
/// content coding; undone on the way, it is another file.
bool is_as_stored(const Location& location, const ResponseHead& head) {
  if (!head.decoded) return true;
  DataFormat format;
  format.say_name(location.url);
  return format.compression().empty() && location.said_compression.empty();
}

/// Is it a plain file that was coded on the way, though nobody asked? Only where all
/// names say so: what `?file=7` is stored as nobody knows.
bool is_coded_unasked(const Location& location, const ResponseHead& head) {
  if (head.decoded || !location.said_compression.empty()) return false;
  DataFormat type;
  type.say_type(head.media_type());
  if (type.packed()) return false;
  for (const std::string* const url : {&location.url, &head.url}) {
    DataFormat format;
    format.say_name(*url);
    if (format.kind() != DataFormat::Kind::rdf || format.packed()) return false;
  }
  return can_undo(head.header("content-encoding"));
}

}  // namespace

CheckedBody::CheckedBody(std::unique_ptr<ByteSource> body, const Location& location,
                         const ResponseHead& head) {
  std::optional<PublishedDigest> best;
  for (const Checksum& checksum : location.checksums) {
    auto digest = described_digest(checksum.algorithm, checksum.hex, location.source);
    if (digest && (!best || is_stronger(*digest, *best))) best = std::move(digest);
  }
  is_undone_ = (best || location.size_is_exact) && is_coded_unasked(location, head);
  if (is_undone_)
    body = undo_unasked(std::move(body), head.header("content-encoding"), location.url);
  if (best && is_as_stored(location, head)) {
    algorithm_ = best->algorithm == "sha" ? "sha-1" : best->algorithm;
    body = std::make_unique<DigestCheck>(std::move(body), std::move(*best), location.url);
  }
  shared_ = std::make_shared<Shared>(Shared{std::move(body)});
}

Cause CheckedBody::cause() const { return shared_->cause; }

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
