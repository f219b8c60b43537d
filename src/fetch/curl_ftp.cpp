#include "fetch/curl_ftp.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include "base/date.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {

std::string no_ftp_file(std::string_view url) {
  const auto parts = split_url(url);
  const std::string_view path = parts ? parts->path : std::string_view{};
  if (path.empty() || path.ends_with('/'))
    return "it is a folder: what is in it cannot be told over ftp";
  const std::string plain = lower_ascii(path);
  for (const std::string_view odd : {"//", "/./", "/../", "\\", "%2f", "%2e", "%5c"})
    if (plain.find(odd) != std::string::npos)
      return "its path has empty, dot or coded parts, by which robots.txt could be "
             "passed "
             "by: name the file from the top (/a/b.nt)";
  if (plain.ends_with("/.") || plain.ends_with("/.."))
    return "it is a folder: what is in it cannot be told over ftp";
  if (lower_ascii(path.substr(path.rfind('/'))).find(";type=") != std::string::npos)
    return "files are asked for as they are: leave ;type= away";
  return {};
}

ResponseHead ftp_head(const FtpFile& file, std::chrono::system_clock::time_point now) {
  ResponseHead out;
  out.protocol = "ftp";
  out.status = file.is_unchanged ? 304 : file.has_range ? 206 : 200;
  const auto add = [&out](std::string name, std::string value) {
    out.headers.emplace_back(std::move(name), std::move(value));
  };
  add("date", http_date(now));
  if (file.modified)
    add("last-modified", http_date(std::chrono::system_clock::time_point{
                             std::chrono::seconds{*file.modified}}));
  if (file.is_unchanged || !file.length) return out;
  add("content-length", fmt::to_string(*file.length));
  if (file.has_range && *file.length > 0) {
    const std::uint64_t end = file.from + *file.length;
    add("content-range", fmt::format("bytes {}-{}/{}", file.from, end - 1, end));
  }
  return out;
}

int ftp_status(int code, long reply) {
  switch (code) {
    case CURLE_REMOTE_FILE_NOT_FOUND:
      return 404;
    case CURLE_BAD_DOWNLOAD_RESUME:
      return 416;
    case CURLE_LOGIN_DENIED:
    case CURLE_REMOTE_ACCESS_DENIED:
    case CURLE_FTP_COULDNT_RETR_FILE:
    case CURLE_FTP_COULDNT_SET_TYPE:
    case CURLE_FTP_WEIRD_PASV_REPLY:
    case CURLE_WEIRD_SERVER_REPLY:
      break;
    default:
      return 0;
  }
  // Too many users, no data connection, a file that is being written: it may pass.
  if (reply >= 400 && reply < 500) return 503;
  if (reply == 530 || reply == 532) return 403;
  return reply == 550 || reply == 551 || reply == 553 ? 404 : 0;
}

}  // namespace semsite
