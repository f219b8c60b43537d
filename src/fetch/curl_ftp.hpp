#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/body.hpp"

namespace semsite {

/// Why `url`, of scheme ftp, names no file that can be asked for: a folder, whose listing
/// has no form that is known, or `;type=`, by which it would come as text (RFC 1738
/// §3.2.2). Empty: it does.
[[nodiscard]] std::string no_ftp_file(std::string_view url);

/// What libcurl knows of a file on an FTP server when its first byte comes, or when it
/// has ended.
struct FtpFile {
  std::optional<std::uint64_t> length;   ///< of what comes; SIZE, or the reply to RETR
  std::optional<std::int64_t> modified;  ///< MDTM, seconds since 1970
  std::uint64_t from = 0;                ///< where it begins (REST)
  bool has_range = false;
  bool is_unchanged = false;  ///< no newer than was asked for
};
/// The same as the head of an answer over HTTP: 200, 206 or 304, with `Content-Length`,
/// `Content-Range`, `Last-Modified` and `Date` as far as they are known.
[[nodiscard]] ResponseHead ftp_head(const FtpFile& file,
                                    std::chrono::system_clock::time_point now);

/// The status over HTTP that says the same as a transfer that ended with `code` (a
/// CURLcode) and the server's last reply (RFC 959 §4.2); 0: it is a failure of the
/// connection or of the server like others.
[[nodiscard]] int ftp_status(int code, long reply);

}  // namespace semsite
