#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_source.hpp"
#include "fetch/body.hpp"
#include "plan/access_plan.hpp"
#include "reading/outcome.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// A body that is compared with what descriptions say of the file, whoever reads how much
/// of it.
class CheckedBody {
 public:
  /// `location`: what is being fetched; `head`: of the answer.
  CheckedBody(std::unique_ptr<ByteSource> body, const Location& location,
              const ResponseHead& head);

  /// The bytes, to be read by someone else; once.
  [[nodiscard]] std::unique_ptr<ByteSource> source();

  enum class Bounded { no, yes };
  /// Reads what was left, if there is something to compare it with (`bounded`: its length
  /// is promised): of an archive, its end. The fault that came up, if any. Call after the
  /// reader of `source()` is done.
  [[nodiscard]] std::optional<DocumentError> rest(Bounded bounded = Bounded::no);

  [[nodiscard]] Cause cause() const;  ///< of that fault

  /// By which algorithm it is compared; empty: there is nothing to compare with.
  [[nodiscard]] const std::string& algorithm() const { return algorithm_; }
  /// Does `source()` give other bytes than came, without a content coding?
  [[nodiscard]] bool is_undone() const { return is_undone_; }

 private:
  struct Shared;
  class Source;

  std::shared_ptr<Shared> shared_;
  std::string algorithm_;
  bool is_undone_ = false;
};

/// Content codings that are asked for where a body may be coded, as a value of
/// Accept-Encoding: those whose end can be told. (libcurl undoes others too, but takes a
/// stream that stops in the middle for a whole one.)
inline constexpr std::string_view kCodings = "gzip, deflate, br, zstd";

/// Is `coding`, a value of Content-Encoding, one of them?
[[nodiscard]] bool can_undo(std::string_view coding);

/// Is it one of them that no file is packed in, so that whoever reads a file would not
/// know it by its bytes?
[[nodiscard]] bool is_of_transfers_only(std::string_view coding);

/// The bytes behind a content coding that can be undone. What cannot be unpacked, ends in
/// the middle, or has another checksum than it says, is FetchFailure::bad_coding after
/// the bytes before it; more than `max_bytes` (0: no bound) is FetchFailure::too_large.
[[nodiscard]] std::unique_ptr<ByteSource> undo_coding(std::unique_ptr<ByteSource> coded,
                                                      std::string_view coding,
                                                      std::string url,
                                                      std::uint64_t max_bytes);

/// The same of a coding that nobody asked for, if the bytes begin as its name says.
[[nodiscard]] std::unique_ptr<ByteSource> undo_unasked(std::unique_ptr<ByteSource> coded,
                                                       std::string_view coding,
                                                       std::string url);

}  // namespace semsite
