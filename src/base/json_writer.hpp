#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Writes JSON (RFC 8259) piece by piece, so that a report or a list of a million entries
/// needs no tree in memory. Bytes that are not UTF-8 become U+FFFD.
///
///   JsonWriter json{2};
///   json.object().key("loc").value(url).key("n").value(3).end();
class JsonWriter {
 public:
  /// `indent` spaces a level; 0 writes everything on one line.
  explicit JsonWriter(int indent = 0) : indent_(indent) {}

  JsonWriter& object() { return open('{', '}'); }
  JsonWriter& array() { return open('[', ']'); }
  /// Closes the innermost object or array.
  JsonWriter& end();
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const std::string& text) { return value(std::string_view{text}); }
  JsonWriter& value(const char* text) { return value(std::string_view{text}); }
  JsonWriter& value(std::uint64_t number);
  JsonWriter& value(std::int64_t number);
  JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& value(double number);
  JsonWriter& value(bool truth);
  JsonWriter& null();

  /// Name and value of one member.
  template <typename Value>
  JsonWriter& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }
  /// The member, or nothing at all when `text` is empty.
  JsonWriter& member_if(std::string_view name, std::string_view text) {
    return text.empty() ? *this : key(name).value(text);
  }

  [[nodiscard]] const std::string& text() const { return out_; }
  /// Empties the writer for the next document.
  void clear() { out_.clear(); }

 private:
  JsonWriter& open(char begin, char closing);
  void before_value();
  void new_line();
  void quote(std::string_view text);

  struct Level {
    char closing;
    bool empty = true;
  };
  int indent_;
  std::string out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace semsite
