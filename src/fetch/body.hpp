#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/mutex.hpp"
#include "fetch/request.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// Why a request got no whole answer from its server.
enum class FetchFailure {
  none,
  dns,      ///< the host name does not resolve
  connect,  ///< refused, unreachable, connect time-out
  tls,
  stalled,          ///< no byte for `stall_timeout`
  timeout,          ///< no head within `request_timeout`
  slow,             ///< a body below `speed_limit`
  broken,           ///< connection reset or closed in the middle
  wrong_length,     ///< fewer or more bytes than Content-Length
  bad_coding,       ///< the content coding cannot be undone
  refused_address,  ///< private address that the user did not name
  too_large,        ///< over `max_bytes`
  long_header,      ///< the head of the answer has a line too long, or too many
  protocol,         ///< not HTTP, bad URL, unsupported scheme
  file,             ///< a `file:` URL that cannot be read
  cancelled,
};
inline constexpr std::size_t kFetchFailures =
    static_cast<std::size_t>(FetchFailure::cancelled) + 1;
/// Stable text: "dns", "connect", …, "refused-address".
[[nodiscard]] std::string_view failure_name(FetchFailure failure);
/// May the same request work a little later?
[[nodiscard]] bool is_transient(FetchFailure failure);

class FetchError : public DocumentError {
 public:
  FetchError(FetchFailure failure, const std::string& message)
      : DocumentError("fetch." + std::string{failure_name(failure)}, message),
        failure_(failure) {}
  [[nodiscard]] FetchFailure failure() const { return failure_; }

 private:
  FetchFailure failure_;
};

/// What is wrong with a body that came, or with what would be its rest: asking for the
/// rest once more does not mend it.
enum class BodyFault : std::uint8_t {
  broken,        ///< it comes in pieces that are too small
  wrong_length,  ///< more or fewer bytes than somebody promised
  bad_range,     ///< a part that was not asked for
  changed,       ///< the rest is of another version
  checksum,      ///< not the bytes that a description tells of
  digest,        ///< not the bytes that the server announced
};
/// Stable text: "broken", "wrong-length", …
[[nodiscard]] std::string_view body_fault_name(BodyFault fault);

class BodyError : public DocumentError {
 public:
  BodyError(BodyFault fault, const std::string& message)
      : DocumentError("fetch." + std::string{body_fault_name(fault)}, message),
        fault_(fault) {}
  [[nodiscard]] BodyFault fault() const { return fault_; }

 private:
  BodyFault fault_;
};

/// Status line and header fields of one answer.
struct ResponseHead {
  int status = 0;  ///< 200 for a `file:` URL
  std::string url{};
  HeaderList headers{};               ///< names in lower case, in the order received
  std::string address{};              ///< of the server, if known
  std::string protocol{};             ///< "HTTP/1.1", "HTTP/2", "ftp", "file"
  bool decoded = false;               ///< a content coding is undone on the way
  std::chrono::milliseconds took{0};  ///< from the start of the request to its end

  /// First value of a field (name in lower case), empty if absent.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  /// All values of a field, in the order received.
  [[nodiscard]] std::vector<std::string> headers_of(std::string_view name) const;
  /// Bytes of the whole representation, from Content-Length or Content-Range; nothing if
  /// not said or if a content coding was undone.
  [[nodiscard]] std::optional<std::uint64_t> length() const;
  /// Media type in lower case without parameters.
  [[nodiscard]] std::string media_type() const;
};

/// One running request. The head can be waited for, then the body pulled while it
/// arrives; a slow reader pauses the transfer. Destroying it cancels what is left.
class Body : public ByteSource {
 public:
  /// Waits for the head. Throws FetchError when none came.
  [[nodiscard]] virtual const ResponseHead& head() = 0;
  /// Waits for bytes. Throws FetchError after the bytes that did arrive.
  [[nodiscard]] Block read() override = 0;
  /// Bytes that came over the wire so far, before content codings were undone.
  [[nodiscard]] virtual std::uint64_t wire_bytes() const = 0;
};

/// Hand-over of one answer from the network thread to its reader, bounded.
///
/// The network thread never waits here: when the pipe is full, put() says so and the
/// transfer is paused until `on_room` is called. Bytes are gathered in slabs of up to
/// `kBlockBytes`; a block is a view into the filled part of a slab, so that nothing is
/// copied twice. Thread-safe.
class BodyPipe {
 public:
  /// Bytes held before the transfer is paused; the last chunk may go over it.
  static constexpr std::size_t kCapacityBytes = 4 * 1024 * 1024;
  /// How much of it is taken before its reader is known to want the rest.
  static constexpr std::size_t kLookBytes = 32 * 1024;

  enum class Begin : std::uint8_t {
    at_once,  ///< all of it may come
    by_look,  ///< the rest only when the reader has read the beginning and asks for more
  };

  /// `on_room` is called on the reader's thread, outside the lock, when a paused transfer
  /// may go on; `on_abandon` when the reader has gone. Both must stay callable for as
  /// long as the pipe lives.
  BodyPipe(std::function<void()> on_room, std::function<void()> on_abandon,
           Begin begin = Begin::at_once);

  // The network thread's side.
  enum class Put { taken, full, abandoned };
  void put_head(ResponseHead head);
  /// Copies `bytes`, or takes nothing of them if the pipe is full.
  [[nodiscard]] Put put(std::string_view bytes);
  /// Shows the reader bytes that are too few to be worth waking it for each time.
  void flush();
  void finish();
  /// The reader gets what came before, then FetchError. Only the first end counts.
  void fail(FetchFailure failure, std::string message);
  void set_wire_bytes(std::uint64_t bytes) { wire_bytes_ = bytes; }
  /// Is the transfer paused because the reader is slow?
  [[nodiscard]] bool is_full() const;

  // The reader's side: as in Body.
  [[nodiscard]] const ResponseHead& head();
  [[nodiscard]] Block read();
  [[nodiscard]] std::uint64_t wire_bytes() const { return wire_bytes_; }
  /// Nobody reads any more; what is held is freed.
  void abandon();

 private:
  struct Slab;
  struct Failure {
    FetchFailure kind;
    std::string message;
  };
  void append(std::string_view bytes) SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] std::size_t capacity() const SEMSITE_REQUIRES(mutex_);
  [[noreturn]] void throw_failure() const SEMSITE_REQUIRES(mutex_);

  std::function<void()> on_room_;
  std::function<void()> on_abandon_;
  std::atomic<std::uint64_t> wire_bytes_{0};

  mutable Mutex mutex_;
  Condition changed_;
  std::optional<ResponseHead> head_ SEMSITE_GUARDED_BY(mutex_);
  std::deque<std::shared_ptr<Slab>> slabs_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t held_ SEMSITE_GUARDED_BY(mutex_) = 0;      ///< bytes put and not yet read
  std::uint64_t offset_ SEMSITE_GUARDED_BY(mutex_) = 0;  ///< of the next byte to read
  std::size_t next_slab_bytes_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool looks_ SEMSITE_GUARDED_BY(mutex_);  ///< the reader has not asked for the rest yet
  bool full_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool reader_waits_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool ended_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool abandoned_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::optional<Failure> failure_ SEMSITE_GUARDED_BY(mutex_);
};

/// The reader's end of `pipe` as a Body; abandons the pipe when it is destroyed.
[[nodiscard]] std::unique_ptr<Body> read_end(std::shared_ptr<BodyPipe> pipe);

}  // namespace semsite
