#include "serve/request_head.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

/// RFC 9110 §5.6.2.
bool is_token(std::string_view text) {
  static constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

/// What may stand in a field's value (RFC 9110 §5.5).
bool is_value(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= 0x20 && byte != 0x7F);
  });
}

/// No white space, control characters or fragments. Bytes above ASCII, which clients
/// typed at a shell send, mean themselves.
bool is_target(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7F && c != '#';
  });
}

/// Without spaces and tabs at either end, and nothing else.
std::string_view trim_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

class HeadReader {
 public:
  explicit HeadReader(std::string_view bytes) : rest_(bytes) {}

  RequestHead read() {
    read_request_line();
    while (true) {
      const std::string_view line = take_line();
      if (line.empty()) break;
      add_field(line);
    }
    if (!rest_.empty()) fail("The request goes on behind its empty line.");
    decide_host();
    decide_content();
    decide_connection();
    head_.accept_encoding = list("Accept-Encoding");
    head_.if_none_match = list("If-None-Match");
    head_.if_modified_since = list("If-Modified-Since");
    return std::move(head_);
  }

 private:
  [[noreturn]] static void fail(std::string text, int status = 400) {
    throw HeadFault{status, std::move(text)};
  }

  std::string_view take_line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) fail("The request has no end.");
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    // Who takes a lone CR or LF for the end of a line, as others do not, reads another
    // request than they do.
    if (!line.ends_with('\r') || line.find('\r') != line.size() - 1)
      fail("Lines of a request end with CR LF (RFC 9112 section 2.2).");
    return line.substr(0, line.size() - 1);
  }

  void read_request_line() {
    const std::string_view line = take_line();
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == last)
      fail("A request begins with METHOD TARGET HTTP/1.1 (RFC 9112 section 3).");
    const std::string_view method = line.substr(0, first);
    const std::string_view target = line.substr(first + 1, last - first - 1);
    read_version(line.substr(last + 1));
    if (!is_token(method)) fail("This is no method (RFC 9110 section 9.1).");
    if (!is_target(target)) fail("This is no target (RFC 9112 section 3.2).");
    head_.method = method;
    // Targets of other methods may have other forms; they are refused for their method.
    if (method == "GET" || method == "HEAD")
      read_target(target);
    else
      head_.target = target;
  }

  void read_version(std::string_view version) {
    if (version.size() != 8 || !version.starts_with("HTTP/") || !is_digit(version[5]) ||
        version[6] != '.' || !is_digit(version[7]))
      fail("A request line ends with HTTP/1.1 (RFC 9112 section 2.3).");
    if (version[5] != '1') fail("This service speaks HTTP/1.1.", 505);
    head_.minor_0 = version[7] == '0';
  }

  void read_target(std::string_view target) {
    constexpr std::string_view kScheme = "http://";
    if (target.starts_with('/')) {
      head_.target = target;
      return;
    }
    if (!starts_with_ignoring_case(target, kScheme))
      fail("A target is a path or begins with http:// (RFC 9112 section 3.2).");
    target.remove_prefix(kScheme.size());
    const std::size_t path = std::min(target.find_first_of("/?"), target.size());
    called_ = target.substr(0, path);
    if (called_->empty()) fail("The target names no host (RFC 9110 section 4.2.1).");
    target.remove_prefix(path);
    head_.target = target.starts_with('/') ? "" : "/";
    head_.target += target;
  }

  void add_field(std::string_view line) {
    if (line.front() == ' ' || line.front() == '\t')
      fail(
          "A field is of one line, and none begins with a blank (RFC 9112 section 5.2).");
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      fail(
          "A field is NAME: VALUE, without a blank before the colon (RFC 9112 section "
          "5).");
    const std::string_view value = trim_blanks(line.substr(colon + 1));
    if (!is_value(value))
      fail("A field holds no control characters (RFC 9110 section 5.5).");
    fields_.emplace_back(line.substr(0, colon), value);
  }

  [[nodiscard]] std::vector<std::string_view> values(std::string_view name) const {
    std::vector<std::string_view> out;
    for (const auto& [key, value] : fields_)
      if (equal_ignoring_case(key, name)) out.push_back(value);
    return out;
  }

  /// Several fields of a name are one list (RFC 9110 §5.3).
  [[nodiscard]] std::string list(std::string_view name) const {
    std::string out;
    for (const std::string_view value : values(name)) {
      if (!out.empty()) out += ", ";
      out += value;
    }
    return out;
  }

  /// RFC 9112 §3.2, §3.2.2.
  void decide_host() {
    const auto hosts = values("Host");
    if (hosts.size() > 1 || (hosts.empty() && !head_.minor_0))
      fail("A request has one Host field (RFC 9112 section 3.2).");
    if (!hosts.empty()) head_.host = hosts.front();
    if (!called_) return;
    if (head_.host && !equal_ignoring_case(*head_.host, *called_))
      fail("The Host field and the target name different hosts.");
    head_.host = *called_;
  }

  /// RFC 9112 §6. Nothing here takes content: there is no need to understand how it would
  /// be sent, only to be sure where it would begin.
  void decide_content() {
    if (!values("Transfer-Encoding").empty())
      fail("Requests have no content here, and no Transfer-Encoding.");
    const auto lengths = values("Content-Length");
    if (lengths.size() > 1) fail("There is more than one Content-Length.");
    if (lengths.empty()) return;
    constexpr auto kMost =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::string_view length = lengths.front();
    const auto number =
        std::ranges::all_of(length, is_digit) ? parse_uint(length) : std::nullopt;
    if (!number || *number > kMost)
      fail("The Content-Length is no number of bytes (RFC 9110 section 8.6).");
    head_.has_content = *number > 0;
  }

  void decide_connection() {
    bool close = false;
    bool keep = false;
    const std::string wishes = list("Connection");
    for (const std::string_view part : split(wishes, ',')) {
      close = close || equal_ignoring_case(trim_blanks(part), "close");
      keep = keep || equal_ignoring_case(trim_blanks(part), "keep-alive");
    }
    head_.keeps_alive = !close && (keep || !head_.minor_0);
  }

  std::string_view rest_;
  std::optional<std::string_view> called_;
  std::vector<std::pair<std::string_view, std::string_view>> fields_;
  RequestHead head_;
};

}  // namespace

std::size_t end_of_head(std::string_view bytes, std::size_t from) {
  // An end may have begun in what was searched before.
  for (std::size_t at = bytes.find('\n', from < 2 ? 0 : from - 2);
       at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    const std::string_view behind = bytes.substr(at + 1, 2);
    if (behind.starts_with('\n')) return at + 2;
    if (behind == "\r\n") return at + 3;
  }
  return std::string_view::npos;
}

std::variant<RequestHead, HeadFault> read_request_head(std::string_view bytes) {
  try {
    return HeadReader{bytes}.read();
  } catch (HeadFault& fault) {
    fault.text += '\n';
    return std::move(fault);
  }
}

}  // namespace semsite
