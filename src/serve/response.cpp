#include "serve/response.hpp"

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/date.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::pair<int, std::string_view> kReasons[] = {
    {200, "OK"},
    {303, "See Other"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {421, "Misdirected Request"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

std::string_view reason(int status) {
  const auto* const found =
      std::ranges::find(kReasons, status, &std::pair<int, std::string_view>::first);
  return found == std::end(kReasons) ? std::string_view{} : found->second;
}

/// A field of several lines would be several fields, or content.
bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text,
                              [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

class Fields {
 public:
  explicit Fields(int status)
      : text_(fmt::format("HTTP/1.1 {} {}\r\n", status, reason(status))) {}

  void add(std::string_view name, std::string_view value) {
    if (!is_one_line(value)) return;
    text_.append(name).append(": ").append(value).append("\r\n");
  }
  std::string finish() && { return std::move(text_.append("\r\n")); }

 private:
  std::string text_;
};

}  // namespace

std::string response_text(const SiteAnswer& answer, const ResponseForm& form) {
  Fields fields{answer.status};
  fields.add("Date", http_date(form.now));
  fields.add("Server", "semsite/" SEMSITE_VERSION);
  fields.add("X-Content-Type-Options", "nosniff");
  fields.add("Vary", "Accept-Encoding");
  fields.add("Accept-Ranges", "none");
  for (const auto& [name, value] : answer.fields) fields.add(name, value);
  std::string packed;
  std::string_view content;
  if (!answer.type.empty()) {
    fields.add("Content-Type", answer.type);
    content = answer.body;
    if (form.gzip) {
      fields.add("Content-Encoding", "gzip");
      content = packed = gzip_text(answer.body);
    }
  }
  // A 304 says nothing of the length of what it stands for (RFC 9110 §8.6).
  if (answer.status != 304) fields.add("Content-Length", std::to_string(content.size()));
  if (form.closes)
    fields.add("Connection", "close");
  else if (form.says_keep)
    fields.add("Connection", "keep-alive");
  std::string out = std::move(fields).finish();
  if (!form.head_only) out += content;
  return out;
}

SiteAnswer plain_answer(int status, std::string text) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(text)};
}

bool takes_gzip(std::string_view accepted) {
  for (const std::string_view part : split(accepted, ',')) {
    const std::vector<std::string_view> pieces = split(part, ';');
    if (!equal_ignoring_case(trim(pieces.front()), "gzip")) continue;
    if (pieces.size() < 2) return true;
    const std::string_view weight = trim(pieces[1]);
    return !starts_with_ignoring_case(weight, "q=0") ||
           weight.find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

std::string gzip_text(std::string_view text) {
  constexpr std::size_t kMostAtOnce = 1 << 30;  // it counts in 32 bits
  const auto stream = std::make_unique<isal_zstream>();
  std::vector<std::uint8_t> level(ISAL_DEF_LVL2_DEFAULT);
  isal_deflate_init(stream.get());
  stream->level = 2;
  stream->level_buf = level.data();
  stream->level_buf_size = static_cast<std::uint32_t>(level.size());
  stream->gzip_flag = IGZIP_GZIP;
  std::string out;
  std::array<std::uint8_t, 32 * 1024> piece{};
  do {
    const std::string_view next = text.substr(0, kMostAtOnce);
    text.remove_prefix(next.size());
    // ISA-L does not write through this pointer; its interface lacks the const.
    stream->next_in =
        const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(next.data()));
    stream->avail_in = static_cast<std::uint32_t>(next.size());
    stream->end_of_stream = text.empty() ? 1 : 0;
    do {
      stream->next_out = piece.data();
      stream->avail_out = static_cast<std::uint32_t>(piece.size());
      if (isal_deflate(stream.get()) != COMP_OK) throw RunError{"gzip: cannot pack"};
      out.append(reinterpret_cast<const char*>(piece.data()),
                 piece.size() - stream->avail_out);
    } while (stream->avail_out == 0);
  } while (!text.empty());
  return out;
}

}  // namespace semsite
