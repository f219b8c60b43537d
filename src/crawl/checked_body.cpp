#include "crawl/checked_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "crawl/cause.hpp"
#include "discover/data_format.hpp"
#include "fetch/body.hpp"
#include "fetch/published_digest.hpp"
#include "semsite/errors.hpp"
#include "unpack/brotli_source.hpp"
#include "unpack/budget.hpp"
#include "unpack/gzip_source.hpp"
#include "unpack/sniff.hpp"
#include "unpack/zstd_source.hpp"

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

namespace {

std::string name_of(std::string_view coding) {
  std::string name = lower_ascii(trim(coding));
  return name == "x-gzip" ? "gzip" : name;
}

/// Deflate as HTTP means it is zlib's (RFC 9110 §8.4.1.2), but bare streams are sent,
/// too.
bool is_zlib(std::string_view head) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(head[i]));
  };
  return (byte(0) & 0x0FU) == 8 &&
         (head.size() < 2 || (byte(0) * 256 + byte(1)) % 31 == 0);
}

/// What may be of any length has the usual slack, a short document not much more than its
/// own bound.
std::uint64_t slack_of(std::uint64_t max_bytes) {
  if (max_bytes == 0) return IdleBound::kSlackBytes;
  return std::clamp(max_bytes, 2 * std::uint64_t{kBlockBytes}, IdleBound::kSlackBytes);
}

std::unique_ptr<ByteSource> plain_of(std::unique_ptr<PeekSource> coded,
                                     std::string_view coding, const std::string& url,
                                     std::uint64_t max_bytes) {
  using Wrapper = GzipSource::Wrapper;
  const std::string_view head = coded->peek(2);
  if (head.empty()) return coded;  // nothing is coded as nothing, by some
  const Wrapper wrapper = coding == "gzip" ? Wrapper::gzip
                          : is_zlib(head)  ? Wrapper::zlib
                                           : Wrapper::none;
  auto bound = std::make_unique<IdleBound>(url, slack_of(max_bytes));
  std::unique_ptr<ByteSource> packed = bound->input(std::move(coded));
  std::unique_ptr<ByteSource> plain;
  if (coding == "zstd")
    plain = std::make_unique<ZstdSource>(std::move(packed), url);
  else if (coding == "br")
    plain = std::make_unique<BrotliSource>(std::move(packed), url);
  else
    plain = std::make_unique<GzipSource>(std::move(packed), url, wrapper);
  return count_given(std::move(plain), std::move(bound));
}

class CodedBody final : public ByteSource {
 public:
  CodedBody(std::unique_ptr<ByteSource> coded, std::string coding, std::string url,
            std::uint64_t max_bytes)
      : coded_(std::make_unique<PeekSource>(std::move(coded))),
        coding_(std::move(coding)),
        url_(std::move(url)),
        max_bytes_(max_bytes) {}

  [[nodiscard]] Block read() override {
    if (over_) throw too_large();
    Block block = plain();
    bytes_ += block.bytes.size();
    if (max_bytes_ == 0 || bytes_ <= max_bytes_) return block;
    over_ = true;
    block.bytes.remove_suffix(static_cast<std::size_t>(bytes_ - max_bytes_));
    if (block.empty()) throw too_large();
    return block;
  }

 private:
  [[nodiscard]] Block plain() {
    try {
      if (!plain_) plain_ = plain_of(std::move(coded_), coding_, url_, max_bytes_);
      return plain_->read();
    } catch (const DocumentError& error) {
      // What the transfer itself says is no matter of the coding.
      if (!error.code().starts_with("unpack.")) throw;
      throw FetchError{FetchFailure::bad_coding,
                       fmt::format("{}: the content coding {} cannot be undone: {}", url_,
                                   coding_, error.what())};
    }
  }

  [[nodiscard]] FetchError too_large() const {
    return {FetchFailure::too_large,
            fmt::format("{}: the body is longer than the {} allowed here", url_,
                        human_bytes(max_bytes_))};
  }

  std::unique_ptr<PeekSource> coded_;
  std::unique_ptr<ByteSource> plain_;
  std::string coding_, url_;
  std::uint64_t max_bytes_;
  std::uint64_t bytes_ = 0;
  bool over_ = false;
};

class UnaskedCoding final : public ByteSource {
 public:
  UnaskedCoding(std::unique_ptr<ByteSource> bytes, std::string coding, std::string url)
      : bytes_(std::move(bytes)), coding_(std::move(coding)), url_(std::move(url)) {}

  [[nodiscard]] Block read() override {
    if (!begun_) begin();
    return bytes_->read();
  }

 private:
  void begin() {
    begun_ = true;
    auto peeked = std::make_unique<PeekSource>(std::move(bytes_));
    bytes_ = std::make_unique<MemorySource>("");  // if the first byte fails
    const Packing packing = sniff_packing(peeked->peek(4));
    const bool is_coded = (coding_ == "gzip" && packing == Packing::gzip) ||
                          (coding_ == "zstd" && packing == Packing::zstd);
    bytes_ = std::move(peeked);
    if (is_coded)
      bytes_ = std::make_unique<CodedBody>(std::move(bytes_), coding_, url_, 0);
  }

  std::unique_ptr<ByteSource> bytes_;
  std::string coding_, url_;
  bool begun_ = false;
};

}  // namespace

bool can_undo(std::string_view coding) {
  const std::string name = name_of(coding);
  return name == "gzip" || name == "zstd" || is_of_transfers_only(name);
}

bool is_of_transfers_only(std::string_view coding) {
  const std::string name = name_of(coding);
  return name == "deflate" || name == "br";
}

std::unique_ptr<ByteSource> undo_coding(std::unique_ptr<ByteSource> coded,
                                        std::string_view coding, std::string url,
                                        std::uint64_t max_bytes) {
  return std::make_unique<CodedBody>(std::move(coded), name_of(coding), std::move(url),
                                     max_bytes);
}

std::unique_ptr<ByteSource> undo_unasked(std::unique_ptr<ByteSource> coded,
                                         std::string_view coding, std::string url) {
  return std::make_unique<UnaskedCoding>(std::move(coded), name_of(coding),
                                         std::move(url));
}

}  // namespace semsite
