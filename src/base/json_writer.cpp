#include "base/json_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>

#include "base/byte_scan.hpp"
#include "base/utf8.hpp"

namespace semsite {

JsonWriter& JsonWriter::open(char begin, char closing) {
  before_value();
  out_ += begin;
  levels_.push_back({closing});
  return *this;
}

JsonWriter& JsonWriter::end() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty) new_line();
  out_ += level.closing;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  quote(name);
  out_ += indent_ > 0 ? ": " : ":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  before_value();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
  before_value();
  fmt::format_to(std::back_inserter(out_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
  before_value();
  fmt::format_to(std::back_inserter(out_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  before_value();
  fmt::format_to(std::back_inserter(out_), "{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  before_value();
  out_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::null() {
  before_value();
  out_ += "null";
  return *this;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  if (!levels_.back().empty) out_ += ',';
  levels_.back().empty = false;
  new_line();
}

void JsonWriter::new_line() {
  if (indent_ == 0) return;
  out_ += '\n';
  out_.append(levels_.size() * static_cast<std::size_t>(indent_), ' ');
}

namespace {

/// What terminals may take for a command, or for the direction of what follows, though
/// JSON allows it (RFC 8259 §7).
bool steers(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0x61C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Bytes that may begin one of those that are not ASCII.
bool may_steer(unsigned char byte) {
  return byte == 0xC2 || byte == 0xD8 || byte == 0xE2;
}

void append_code(std::string& out, std::uint32_t code_point) {
  fmt::format_to(std::back_inserter(out), "\\u{:04x}", code_point);
}

/// Of UTF-8 without control characters of ASCII.
void append_shown(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (may_steer(static_cast<unsigned char>(text[at]))) {
      const Utf8Char whole = decode_utf8(text.substr(at));
      if (steers(whole.code_point)) {
        append_code(out, static_cast<std::uint32_t>(whole.code_point));
        at += whole.length - 1;
        continue;
      }
    }
    out += text[at];
  }
}

}  // namespace

void JsonWriter::quote(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    const std::string_view good = text.substr(0, valid_utf8_prefix(text));
    const char* const end = good.data() + good.size();
    for (const char* at = good.data(); at != end;) {
      const ByteScan scan = scan_to<LiteralStop>(at, end);
      const std::string_view run{at, static_cast<std::size_t>(scan.stop - at)};
      if (scan.ascii)
        out_ += run;
      else
        append_shown(out_, run);
      at = scan.stop;
      if (at == end) break;
      if (*at == '"' || *at == '\\')
        (out_ += '\\') += *at;
      else
        append_code(out_, static_cast<unsigned char>(*at));
      ++at;
    }
    text.remove_prefix(good.size());
    if (text.empty()) break;
    out_ += "\xEF\xBF\xBD";
    text.remove_prefix(1);
  }
  out_ += '"';
}

}  // namespace semsite
