#include "fetch/curl_ftp.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

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

std::string ftp_size_command(std::string_view url) {
  const std::string path = path_and_query(url);
  const std::string name =
      percent_decode(path.substr(std::min<std::size_t>(1, path.size())));
  const bool is_safe = std::ranges::all_of(
      name, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
  return is_safe && !name.empty() ? "*SIZE " + name : std::string{};
}

std::string ftp_entity_tag(std::int64_t modified, std::uint64_t bytes) {
  return fmt::format("W/\"{}-{}\"", modified, bytes);
}

std::optional<std::uint64_t> length_in_ftp_tag(std::string_view etag) {
  if (!etag.starts_with("W/\"") || !etag.ends_with('"')) return std::nullopt;
  etag = etag.substr(3, etag.size() - 4);
  const std::size_t dash = etag.rfind('-');
  return dash == std::string_view::npos ? std::nullopt
                                        : parse_uint(etag.substr(dash + 1));
}

void FtpSize::take(std::string_view line) {
  constexpr std::size_t kTimeDigits = 14;  // YYYYMMDDHHMMSS
  const std::string_view text = trim(line);
  if (text.starts_with("213 ")) {
    const std::string_view said = trim(text.substr(4));
    const auto number = parse_uint(said);
    if (number && said.size() != kTimeDigits) size_ = *number;
  } else if (text.starts_with("150 ") && text.ends_with(" bytes)")) {
    // "Opening BINARY mode data connection for a.nt (1234 bytes)": many servers say so.
    const std::string_view said = text.substr(0, text.size() - 7);
    of_transfer_ = parse_uint(said.substr(said.rfind('(') + 1));
  }
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
  if (file.modified && file.whole)
    add("etag", ftp_entity_tag(*file.modified, *file.whole));
  if (file.is_unchanged || !file.length) return out;
  if (file.has_range && file.from > 0 && *file.length == 0) {
    // There is nothing at that place any more.
    out.status = 416;
    if (file.whole) add("content-range", fmt::format("bytes */{}", *file.whole));
    return out;
  }
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
    case CURLE_FTP_COULDNT_USE_REST:
    case CURLE_QUOTE_ERROR:  // REST is the one command of ours that may not fail
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
