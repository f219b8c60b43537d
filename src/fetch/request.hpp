#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace semsite {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// How the user's name and password go out, to hosts that the user named.
enum class Login {
  none,    ///< not at all: the answer tells what the server wants
  basic,   ///< at once (RFC 7617)
  digest,  ///< RFC 7616: libcurl asks for the challenge first, with an empty body; later
           ///< requests to the same URL (without query) use the nonce again
};

/// One HTTP (or `ftp:`, `file:`) request, before anything is known of the answer.
struct Request {
  std::string url;             ///< absolute, as `request_url` makes it
  std::string method = "GET";  ///< GET, HEAD, POST, PUT or DELETE
  HeaderList headers;          ///< besides those that the transport adds to every request
  std::string body{};          ///< of a POST or PUT
  bool content_coding = true;  ///< accept gzip, br, zstd, deflate and undo them; false
                               ///< asks for `identity` (dumps, ranges)
  /// Its body may be taken in large pieces: each request has a buffer for one, which
  /// costs a small answer more than all the rest.
  bool large = false;
  /// Its reader may want no more than its beginning: see BodyPipe::Begin.
  bool looks_first = false;
  std::uint64_t range_from = 0;               ///< > 0: `Range: bytes=N-`
  std::optional<std::uint64_t> range_last{};  ///< with it, 0 too: `Range: bytes=N-M`
  std::string if_range{};                     ///< validator that guards the range
  std::chrono::milliseconds crawl_delay{0};   ///< robots.txt's; the longer of it and the
                                              ///< transport's own is kept
  std::uint64_t max_bytes = 0;                ///< of the decoded body; 0 = no bound
  /// From its start to the last byte of the answer; 0 = no bound.
  std::chrono::milliseconds whole_within{0};
  /// It may be the `file:` URL of a file of this machine; without it, none is opened.
  bool may_be_local = false;
  Login login = Login::basic;
  /// Never sent again unasked: libcurl repeats what goes out on a connection that was
  /// used before and breaks without an answer, although the server may have done it.
  bool once = false;
  /// With Login::digest: not with the nonce of an earlier challenge, which the server no
  /// longer takes.
  bool new_challenge = false;
  /// Which of the runs that share a transport sends it; 0: there is only one.
  std::uint64_t owner = 0;
};

}  // namespace semsite
