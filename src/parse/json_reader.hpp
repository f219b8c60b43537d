#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parse/json_value.hpp"

namespace semsite {

/// A copy of a text that a JSON reader works in: strings are decoded in place, and the
/// values read from it are views into it. Keep it as long as they are used.
class JsonText {
 public:
  explicit JsonText(std::string_view text);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] char* data() { return bytes_.get(); }
  /// Keeps the bytes alive.
  [[nodiscard]] std::shared_ptr<const void> owner() const { return bytes_; }

 private:
  std::shared_ptr<char[]> bytes_;
  std::size_t size_;
};

/// What makes a text no JSON.
struct JsonProblem {
  std::string_view code{};  ///< "json.syntax", …; empty: no problem
  std::string message{};
  std::size_t offset = 0;  ///< in the text
};

/// Reads JSON values one after another (RFC 8259), without recursion.
///
/// Of members with one name the last one's value counts, in the place of the first (as in
/// ECMAScript). The text must be UTF-8, which the caller has checked.
class JsonReader {
 public:
  /// Values go to `arena`; arrays and objects nest at most `depth` deep.
  JsonReader(JsonArena& arena, std::uint32_t depth);
  JsonReader(const JsonReader&) = delete;
  JsonReader& operator=(const JsonReader&) = delete;
  ~JsonReader();

  struct Result {
    JsonValue value{};
    std::size_t end = 0;               ///< offset behind the value
    std::uint64_t repeated = 0;        ///< members that a later one of the name replaced
    std::string_view repeated_name{};  ///< of the first object that has such, in the text
    JsonProblem problem{};
  };
  /// The value at `offset`, white space before it passed over. Codes: "json.syntax",
  /// "json.empty" (nothing there), "json.too-deep", "json.number" (beyond a double's
  /// range), "json.surrogate" (an escape of half a UTF-16 pair).
  [[nodiscard]] Result read(JsonText& text, std::size_t offset);

 private:
  class Builder;
  std::unique_ptr<Builder> builder_;
};

/// What "json.too-deep" says: the limit and its option.
[[nodiscard]] std::string json_too_deep(std::uint32_t depth);

/// Reads the one value of a whole text; what follows it is a problem too.
[[nodiscard]] JsonReader::Result read_json(JsonText& text, JsonArena& arena,
                                           std::uint32_t depth);

}  // namespace semsite
