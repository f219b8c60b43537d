#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "fetch/body.hpp"
#include "fetch/length_book.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// What the bytes of a body could be held against.
struct LengthCheck {
  bool promised = false;  ///< somebody said how many there are
  bool ended = false;     ///< it came to its end, and agreed with all that was promised
  /// Is it known that everything came?
  [[nodiscard]] bool holds() const { return promised && ended; }
};

/// A body that, when it breaks off, asks for its rest: `Range` guarded by `If-Range`
/// (RFC 9110 §13.1.5, §14.2), so that two versions are never mixed. What comes is taken
/// only if it is what was asked for, and its end is believed only if it agrees with every
/// length that was promised.
class ResumingBody final : public ByteSource {
 public:
  struct Means {
    Transport& transport;
    RunCounters& counters;
    Console& console;
    RetryPolicy retry;
    std::stop_token stop;
    bool progress = false;
    /// Made before of the same version: by HEAD, by an answer that broke off.
    std::vector<LengthPromise> promises{};
  };

  /// `body` is the answer to `request`.
  ResumingBody(std::unique_ptr<Body> body, Request request, Means means);

  /// Can a body that breaks off be continued? Only with a validator.
  [[nodiscard]] bool resumable() const { return !validator_.empty(); }
  /// Told further as it is read.
  [[nodiscard]] std::shared_ptr<const LengthCheck> length() const { return check_; }

  /// Throws FetchError when the rest cannot be had; DocumentError when it would not be
  /// the rest of this: "fetch.changed", "fetch.bad-range", "fetch.wrong-length".
  [[nodiscard]] Block read() override;

 private:
  /// The part that the current answer is; nothing of a whole one.
  struct Part {
    std::uint64_t bytes = 0;
    std::uint64_t came = 0;
  };

  /// Asks for the rest after `broken`, until an answer can be taken.
  void resume(const FetchError& broken);
  void ask_for_rest();
  /// Waits for it; how it came out is counted.
  [[nodiscard]] ResponseHead noted_head(Body& body) const;
  void refuse_crumbs();
  /// `from`: where it was to begin.
  [[nodiscard]] std::string refuse_part(const ResponseHead& head,
                                        std::uint64_t from) const;
  [[nodiscard]] bool proves_rest() const;
  void remember(std::string_view bytes);
  [[nodiscard]] bool is_other_version(const ResponseHead& head) const;
  /// Pauses before another attempt; throws when there shall be none.
  void wait_after(const FetchError& broken);
  [[nodiscard]] Block take(Block block);
  /// False: a part has ended, and more is to come.
  [[nodiscard]] bool is_end();
  void end();
  void hold(std::uint64_t bytes) const;
  void promise(std::optional<LengthPromise> promise);
  [[nodiscard]] std::uint64_t coded_bytes() const;
  [[nodiscard]] Block counted(Block block);
  [[noreturn]] void fail_changed(const std::string& why) const;

  std::unique_ptr<Body> body_;
  Request request_;
  Means means_;
  std::optional<TalliedInput> tallied_;
  std::string validator_;  ///< strong ETag or Last-Modified; empty: cannot resume
  Version version_;        ///< of the first answer
  bool decoded_ = false;   ///< a content coding is undone: its length is of other bytes
  std::vector<LengthPromise> promises_;
  std::shared_ptr<LengthCheck> check_ = std::make_shared<LengthCheck>();
  std::optional<Part> part_;
  std::uint64_t received_ = 0;
  std::uint64_t wire_seen_ = 0;
  std::uint64_t skip_ = 0;      ///< bytes of a repeated body that were had before
  std::string tail_;            ///< the last bytes that came, if the rest is to be proved
  std::uint64_t asked_at_ = 0;  ///< where the last request for the rest began
  /// Requests in a row that brought next to nothing.
  struct Crumbs {
    std::uint64_t steps = 0, bytes = 0;
    std::uint64_t broken = 0;  ///< of the steps: no part that came as a whole
    std::chrono::milliseconds took{0};
  };
  Crumbs crumbs_;
  unsigned failures_ = 0;  ///< in a row, without a byte between them
  int last_status_ = 0;    ///< of an answer that was no rest; 0: none
  std::optional<std::chrono::seconds> retry_after_;  ///< that it asked for
  std::string last_problem_;
};

}  // namespace semsite
