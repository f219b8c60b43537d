#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/byte_source.hpp"
#include "fetch/body.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// A body that, when it breaks off, asks for its rest: `Range` guarded by `If-Range`
/// (RFC 9110 §13.1.5, §14.2), so that two versions are never mixed.
class ResumingBody final : public ByteSource {
 public:
  struct Means {
    Transport& transport;
    RunCounters& counters;
    Console& console;
    RetryPolicy retry;
    std::stop_token stop;
    bool progress = false;
  };

  /// `body` is the answer to `request`.
  ResumingBody(std::unique_ptr<Body> body, Request request, Means means);

  /// Can a body that breaks off be continued? Only with a validator.
  [[nodiscard]] bool resumable() const { return !validator_.empty(); }

  /// Throws FetchError when the rest cannot be had, DocumentError("fetch.changed") when
  /// the document is another one by now.
  [[nodiscard]] Block read() override;

 private:
  void resume(const FetchError& broken);
  /// Pauses before another attempt; throws when there shall be none.
  void wait_after(const FetchError& broken);
  [[nodiscard]] Block counted(Block block);

  std::unique_ptr<Body> body_;
  Request request_;
  Means means_;
  std::optional<TalliedInput> tallied_;
  std::string validator_;  ///< strong ETag or Last-Modified; empty: cannot resume
  std::uint64_t received_ = 0;
  std::uint64_t wire_seen_ = 0;
  std::uint64_t skip_ = 0;  ///< bytes of a repeated body that were had before
  bool ended_ = false;
  unsigned failures_ = 0;  ///< in a row, without a byte between them
};

}  // namespace semsite
