#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "fetch/body.hpp"

namespace semsite {

/// What tells one version of a document from another, as an answer says it.
struct Version {
  std::string etag{}, modified{};
  std::string coding{};  ///< content coding in lower case; empty = none
  [[nodiscard]] bool has_validator() const { return !etag.empty() || !modified.empty(); }
};
[[nodiscard]] Version version_of(const ResponseHead& head);

/// Can both be of the same bytes? Where one has no validator nothing says that it
/// changed.
[[nodiscard]] bool may_be_same(const Version& a, const Version& b);

/// A length that an answer promised of a version: of its coded bytes.
struct LengthPromise {
  Version version{};
  std::uint64_t bytes = 0;
  std::string by{};  ///< "Content-Length", "Content-Range", "the Content-Length of HEAD"
};

/// The fields Content-Length of an answer (RFC 9112 §6.3).
struct ContentLength {
  std::optional<std::uint64_t> bytes{};
  std::string problem{};  ///< if they say two things, or none at all
};
[[nodiscard]] ContentLength read_content_length(const ResponseHead& head);

/// How long the whole is by the Content-Range of an answer that is none to a range. It
/// has no meaning there (RFC 9110 §14.4), but what it says of bytes is said.
[[nodiscard]] std::optional<std::uint64_t> total_of_range(const ResponseHead& head);

/// What `head`, the answer to a request with `method`, promises of the whole document.
[[nodiscard]] std::optional<LengthPromise> promise_of(const ResponseHead& head,
                                                      std::string_view method);

/// Every length that was promised of a document in this run, so that each later answer is
/// held against all of them. Of very many documents the first are forgotten. Thread-safe.
class LengthBook {
 public:
  /// `name`: what was asked for, with all that chooses between representations.
  void note(const std::string& name, const LengthPromise& promise);
  /// Those of the same version.
  [[nodiscard]] std::vector<LengthPromise> of(const std::string& name,
                                              const Version& version) const;

 private:
  static constexpr std::size_t kMostNames = 20'000;
  static constexpr std::size_t kMostPromises = 8;  ///< of one document

  mutable Mutex mutex_;
  std::map<std::string, std::vector<LengthPromise>, std::less<>> promises_
      SEMSITE_GUARDED_BY(mutex_);
  std::deque<std::string> names_ SEMSITE_GUARDED_BY(mutex_);  ///< the oldest first
};

}  // namespace semsite
