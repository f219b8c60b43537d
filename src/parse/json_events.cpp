#include "parse/json_events.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include "base/text.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_scanner.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

[[noreturn]] void refuse_json(std::string_view code, const JsonPosition& place,
                              const std::string& message) {
  throw DocumentError{std::string{code}, fmt::format("line {}, column {}: {}", place.line,
                                                     place.column, message)};
}

/// The bytes of a source as a stream of the library, which names these functions.
class SourceStream {
 public:
  using Ch = char;

  SourceStream(ByteSource& bytes, std::uint64_t most_bytes)
      : bytes_(bytes), most_bytes_(most_bytes) {
    fill();
  }

  [[nodiscard]] char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char Take() {
    if (at_ == text_.size()) return '\0';
    const char c = text_[at_++];
    if (c == '\n') {
      ++place_.line;
      place_.column = 1;
    } else {
      ++place_.column;
    }
    if (at_ == text_.size()) fill();
    return c;
  }
  [[nodiscard]] std::size_t Tell() const { return before_ + at_; }
  // Of streams that are written to; only named.
  char* PutBegin() { return nullptr; }
  void Put(char) {}
  std::size_t PutEnd(char*) { return 0; }

  [[nodiscard]] const JsonPosition& place() const { return place_; }
  /// Something was read whole: what comes next is measured from here.
  void mark() { marked_ = Tell(); }

 private:
  void fill() {
    if (Tell() - marked_ > most_bytes_)
      refuse_json("json.too-long", place_,
                  fmt::format("a string or a gap is longer than {} (--max-line)",
                              human_bytes(most_bytes_)));
    before_ += at_;
    at_ = 0;
    text_.clear();
    while (text_.empty() && !is_over_) {
      const Block block = bytes_.read();
      if (block.empty()) {
        is_over_ = true;
        decoder_.finish(text_);
      } else {
        decoder_.add(block.bytes, text_);
      }
    }
  }

  ByteSource& bytes_;
  std::uint64_t most_bytes_;
  JsonDecoder decoder_;
  std::string text_;  ///< decoded, of the block at hand
  std::size_t at_ = 0;
  std::size_t before_ = 0;
  std::size_t marked_ = 0;
  bool is_over_ = false;
  JsonPosition place_;
};

/// Takes the events of the library, which names these functions.
class EventTaker {
 public:
  EventTaker(SourceStream& stream, JsonEvents& events, std::uint32_t depth)
      : stream_(stream), events_(events), most_depth_(depth) {}

  bool Null() { return scalar(JsonKind::null, {}); }
  bool Bool(bool truth) {
    return scalar(truth ? JsonKind::true_value : JsonKind::false_value, {});
  }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    return scalar(JsonKind::number, {text, size});
  }
  bool String(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    return scalar(JsonKind::string, {text, size});
  }
  bool Key(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    stream_.mark();
    events_.key({text, size});
    return true;
  }
  bool StartObject() {
    if (!enter()) return false;
    events_.start_object();
    return true;
  }
  bool EndObject(rapidjson::SizeType /*count*/) {
    leave();
    events_.end_object();
    return true;
  }
  bool StartArray() {
    if (!enter()) return false;
    events_.start_array();
    return true;
  }
  bool EndArray(rapidjson::SizeType /*count*/) {
    leave();
    events_.end_array();
    return true;
  }
  // Numbers come as text; these are only named.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  bool scalar(JsonKind kind, std::string_view text) {
    stream_.mark();
    events_.scalar(kind, text);
    return true;
  }
  bool enter() {
    stream_.mark();
    return ++depth_ <= most_depth_;
  }
  void leave() {
    stream_.mark();
    --depth_;
  }

  SourceStream& stream_;
  JsonEvents& events_;
  std::uint32_t most_depth_;
  std::uint32_t depth_ = 0;
};

}  // namespace

void read_json_events(ByteSource& bytes, JsonEvents& events, const Limits& limits) {
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseValidateEncodingFlag;
  SourceStream stream{bytes, limits.literal_bytes};
  events.begin(stream.place());
  EventTaker taker{stream, events, limits.json_depth};
  rapidjson::Reader reader;
  const rapidjson::ParseResult parsed = reader.Parse<kFlags>(stream, taker);
  if (!parsed.IsError()) return;
  const JsonPosition& place = stream.place();
  switch (parsed.Code()) {
    case rapidjson::kParseErrorDocumentEmpty:
      refuse_json("json.empty", place, "there is no JSON here");
    case rapidjson::kParseErrorTermination:
      refuse_json("json.too-deep", place, json_too_deep(limits.json_depth));
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      refuse_json("json.surrogate", place,
                  "an escape gives one half of a UTF-16 surrogate pair");
    case rapidjson::kParseErrorStringInvalidEncoding:
      refuse_json("json.encoding", place, "a string is not UTF-8 (RFC 8259 §8.1)");
    default:
      refuse_json(
          "json.syntax", place,
          fmt::format("this is no JSON: {}", rapidjson::GetParseError_En(parsed.Code())));
  }
}

}  // namespace semsite
