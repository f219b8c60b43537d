#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/clock.hpp"
#include "base/mutex.hpp"
#include "fetch/answer_tally.hpp"
#include "fetch/body.hpp"
#include "fetch/request.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "s3/credentials.hpp"
#include "s3/s3_address.hpp"
#include "s3/s3_answer.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// Why a store did not do what it was asked for. The codes are "s3.missing", "s3.denied",
/// "s3.clock", "s3.condition", "s3.changed", "s3.answer" and "s3.failed".
class S3Error : public DocumentError {
 public:
  S3Error(std::string code, const std::string& message, int status, std::string fault)
      : DocumentError(std::move(code), message),
        status_(status),
        fault_(std::move(fault)) {}
  /// Of the last answer; 0: none came.
  [[nodiscard]] int status() const { return status_; }
  /// The store's own code: "NoSuchKey"; may be empty.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Of a store that is away or overloaded: later it may do it.
  [[nodiscard]] bool may_pass() const {
    return code() == "s3.failed" && (status_ == 0 || status_ == 429 || status_ >= 500);
  }

 private:
  int status_;
  std::string fault_;
};

/// What a store says of an object.
struct S3Object {
  std::uint64_t bytes = 0;
  std::string etag;    ///< with its quotes
  std::string sha256;  ///< that we noted when we sent it; empty: not known
};

/// On which terms an object is put in its place.
struct S3Condition {
  enum class Kind : std::uint8_t { none, absent, unchanged };
  Kind kind = Kind::none;
  std::string etag{};  ///< that it must still have
};

/// Who is told of requests. Both may be empty; thread-safe.
struct S3Watch {
  std::function<void(const std::string&)> detail{};  ///< each, and each repetition, in
                                                     ///< words without secrets
  std::function<void()> count{};                     ///< each
  AnswerTally* answers = nullptr;                    ///< how each came out; may be null
};

/// Objects of an S3 store. Each request is signed; what may pass is sent again, signed
/// anew, as the policy says. Every function throws S3Error, and DocumentError for
/// credentials. Thread-safe.
class S3Store {
 public:
  struct Settings {
    S3Endpoint endpoint;
    RetryPolicy retry;
    bool is_signed = true;  ///< false: only what everybody may read
    S3Watch watch{};
  };
  /// `transport` and `credentials` outlive it; `credentials` is not asked, and may be
  /// null, where nothing is signed.
  S3Store(Transport& transport, CredentialChain* credentials, const Clock& clock,
          Settings settings, std::stop_token stop);

  /// Nothing: there is no such object.
  [[nodiscard]] std::optional<S3Object> head(const S3Address& address);

  /// The bytes of an object, continued where a transfer breaks off, as long as it is the
  /// same object. The store outlives them.
  struct Opened {
    std::unique_ptr<ByteSource> bytes;
    S3Object object;
    std::string content_type;
  };
  [[nodiscard]] Opened open(const S3Address& address);

  /// All of an object, and its ETag; nothing: there is none. Refuses more than `most`.
  struct Text {
    std::string text;
    std::string etag;
  };
  [[nodiscard]] std::optional<Text> text(const S3Address& address, std::uint64_t most);

  /// Its ETag. "s3.condition": the condition does not hold. An answer of 501 to the
  /// condition comes as S3Error with that status.
  std::string put(const S3Address& address, const std::string& body,
                  const S3Condition& condition = {});

  /// Sends the file `path`, which has so many bytes and this digest, in several pieces if
  /// it is long; they are dropped again if it does not come to an end. The digest is
  /// noted with the object.
  void put_file(const S3Address& address, const std::string& path, std::uint64_t bytes,
                const std::string& sha256);

  /// What is not there is taken away already.
  void remove(const S3Address& address);

  /// All objects whose keys begin as that of `prefix`, in the order of their keys.
  [[nodiscard]] std::vector<S3Listed> list(const S3Address& prefix);

  /// A file longer than that is sent in pieces of that length, or of as much more as it
  /// takes to be no more than 10,000 of them.
  static constexpr std::uint64_t kPieceBytes = 8 * 1024 * 1024;
  /// So many pieces of a file are on their way, and in memory, at once.
  static constexpr std::uint64_t kPiecesAtOnce = 4;

 private:
  class Pieces;
  class Source;
  struct Call;
  struct Answer;
  [[nodiscard]] Request signed_request(const Call& call, AccessKey& key);
  [[nodiscard]] std::unique_ptr<Body> send(const Call& call);
  [[nodiscard]] Answer exchange(const Call& call);
  template <typename Take>
  auto repeat(const Call& call, const Take& take);
  void pause_before_next(const Call& call, Attempt& attempt, const S3Error& error);
  [[nodiscard]] S3Error error_of(const Call& call, const ResponseHead& head,
                                 std::string_view text) const;
  void put_pieces(const S3Address& address, const std::string& upload, Pieces& pieces);
  [[nodiscard]] std::string put_piece(const S3Address& address, const std::string& upload,
                                      std::size_t number, std::string piece);
  void complete(const S3Address& address, const std::string& upload,
                const std::vector<std::string>& tags, std::uint64_t bytes,
                const std::string& sha256);
  void abort(const S3Address& address, const std::string& upload) noexcept;
  [[nodiscard]] double random();

  Transport& transport_;
  CredentialChain* credentials_;
  const Clock& clock_;
  Settings settings_;
  std::stop_token stop_;
  Mutex mutex_;
  std::mt19937 random_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
