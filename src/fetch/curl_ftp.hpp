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

/// The command that asks how long the file at `url` is (RFC 3659 §4), for libcurl to send
/// before the transfer; a failure of it is none (`*`). Empty: the name cannot be sent.
[[nodiscard]] std::string ftp_size_command(std::string_view url);

/// What tells one version of a file from another, in the form of a weak `ETag`: when it
/// was written (seconds since 1970), and how long it is. A file that is put there with
/// its former time has another length, mostly.
[[nodiscard]] std::string ftp_entity_tag(std::int64_t modified, std::uint64_t bytes);
/// The length in such a tag; none: it is no such tag.
[[nodiscard]] std::optional<std::uint64_t> length_in_ftp_tag(std::string_view etag);

/// What the server says of the length of the whole file, in replies on the control
/// connection. libcurl would stop where SIZE ends, and nobody would see that more comes.
class FtpSize {
 public:
  /// A line of a reply. Those to MDTM and SIZE have one number, 213.
  void take(std::string_view line);
  [[nodiscard]] std::optional<std::uint64_t> bytes() const {
    return size_ ? size_ : of_transfer_;
  }

 private:
  std::optional<std::uint64_t> size_, of_transfer_;
};

/// What libcurl knows of a file on an FTP server when its first byte comes, or when it
/// has ended.
struct FtpFile {
  std::optional<std::uint64_t> length;   ///< of what comes
  std::optional<std::uint64_t> whole{};  ///< of all of it
  std::optional<std::int64_t> modified;  ///< MDTM, seconds since 1970
  std::uint64_t from = 0;                ///< where it begins (REST)
  bool has_range = false;
  bool is_unchanged = false;  ///< no newer than was asked for
};
/// The same as the head of an answer over HTTP: 200, 206, 304 or 416, with
/// `Content-Length`, `Content-Range`, `Last-Modified`, `ETag` and `Date` as far as they
/// are known.
[[nodiscard]] ResponseHead ftp_head(const FtpFile& file,
                                    std::chrono::system_clock::time_point now);

/// The status over HTTP that says the same as a transfer that ended with `code` (a
/// CURLcode) and the server's last reply (RFC 959 §4.2); 0: it is a failure of the
/// connection or of the server like others.
[[nodiscard]] int ftp_status(int code, long reply);

}  // namespace semsite
