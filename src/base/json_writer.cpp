#include "base/json_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

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

void JsonWriter::quote(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    const std::string_view good = text.substr(0, valid_utf8_prefix(text));
    for (const char c : good) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_ += '\\';
        out_ += c;
      } else if (byte < 0x20) {
        fmt::format_to(std::back_inserter(out_), "\\u{:04x}", byte);
      } else {
        out_ += c;
      }
    }
    text.remove_prefix(good.size());
    if (text.empty()) break;
    out_ += "\xEF\xBF\xBD";
    text.remove_prefix(1);
  }
  out_ += '"';
}

}  // namespace semsite
