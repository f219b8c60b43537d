#include "parse/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#elif defined(__SSE2__)
#define RAPIDJSON_SSE2
#endif
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

namespace semsite {
namespace {

/// The library reads sixteen bytes at once, up to this far behind the end.
constexpr std::size_t kPadding = 32;
/// Up to here members are compared pair by pair.
constexpr std::size_t kFewMembers = 16;

/// Moves later values of a name that came before into the first place; `name`: of one of
/// them.
std::size_t drop_duplicates(JsonMember* members, std::size_t count,
                            std::string_view& name) {
  const auto merge = [&](std::size_t first, std::size_t later) {
    name = members[first].name();
    members[first].value = members[later].value;
    members[later].name_data = nullptr;
  };
  bool found = false;
  if (count <= kFewMembers) {
    for (std::size_t i = 1; i < count; ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (members[k].hash == members[i].hash && members[k].name_data != nullptr &&
            members[k].name() == members[i].name()) {
          merge(k, i);
          found = true;
          break;
        }
  } else {
    std::vector<std::uint32_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      if (members[a].hash != members[b].hash) return members[a].hash < members[b].hash;
      const int order_of_names = members[a].name().compare(members[b].name());
      return order_of_names != 0 ? order_of_names < 0 : a < b;
    });
    for (std::size_t i = 1, first = 0; i < count; ++i) {
      const JsonMember& a = members[order[first]];
      const JsonMember& b = members[order[i]];
      if (a.hash == b.hash && a.name() == b.name()) {
        merge(order[first], order[i]);
        found = true;
      } else {
        first = i;
      }
    }
  }
  if (!found) return count;
  JsonMember* const end =
      std::remove_if(members, members + count,
                     [](const JsonMember& m) { return m.name_data == nullptr; });
  return static_cast<std::size_t>(end - members);
}

}  // namespace

JsonText::JsonText(std::string_view text)
    : bytes_(std::make_shared_for_overwrite<char[]>(text.size() + kPadding)),
      size_(text.size()) {
  if (!text.empty()) std::memcpy(bytes_.get(), text.data(), text.size());
  std::memset(bytes_.get() + text.size(), 0, kPadding);
}

/// Takes the events of the library, which names these functions.
class JsonReader::Builder {
 public:
  Builder(JsonArena& arena, std::uint32_t depth) : arena_(arena), depth_(depth) {}

  bool Null() { return place(JsonValue{}); }
  bool Bool(bool truth) {
    return place(
        JsonValue::of_truth(truth ? JsonKind::true_value : JsonKind::false_value));
  }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    return place(JsonValue::of_text(JsonKind::number, {text, size}));
  }
  bool String(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    return place(JsonValue::of_text(JsonKind::string, {text, size}));
  }
  bool Key(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    make_room(open_);
    open_.push_back(
        {.name_data = text, .name_size = size, .hash = json_hash({text, size})});
    return true;
  }
  bool StartObject() { return start(JsonKind::object); }
  bool StartArray() { return start(JsonKind::array); }
  bool EndObject(rapidjson::SizeType /*count*/) {
    const std::size_t first = levels_.back().first;
    std::string_view name;
    const std::size_t count =
        drop_duplicates(open_.data() + first, open_.size() - first, name);
    if (repeated_ == 0) repeated_name_ = name;
    repeated_ += open_.size() - first - count;
    auto* const members = arena_.room<JsonMember>(count);
    std::copy_n(open_.data() + first, count, members);
    open_.resize(first);
    levels_.pop_back();
    return place(JsonValue::of_members({members, count}));
  }
  bool EndArray(rapidjson::SizeType /*count*/) {
    const std::size_t first = levels_.back().first;
    const std::size_t count = open_items_.size() - first;
    auto* const items = arena_.room<JsonValue>(count);
    std::copy_n(open_items_.data() + first, count, items);
    open_items_.resize(first);
    levels_.pop_back();
    return place(JsonValue::of_items({items, count}));
  }
  // Numbers come as text; these are only named.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

  void begin() {
    open_.clear();
    open_items_.clear();
    levels_.clear();
    repeated_ = 0;
    too_deep_ = false;
  }
  /// Few documents are so large that the next one should not find their memory.
  void end() {
    constexpr std::size_t kMany = 65'536;
    if (open_.capacity() > kMany) forget(open_);
    if (open_items_.capacity() > kMany) forget(open_items_);
  }
  [[nodiscard]] JsonValue root() const { return root_; }
  [[nodiscard]] std::uint64_t repeated() const { return repeated_; }
  [[nodiscard]] std::string_view repeated_name() const { return repeated_name_; }
  [[nodiscard]] bool too_deep() const { return too_deep_; }
  [[nodiscard]] std::uint32_t depth() const { return depth_; }

  rapidjson::Reader reader_;

 private:
  struct Level {
    std::size_t first;  ///< of its members in `open_`, or items in `open_items_`
    JsonKind kind;
  };

  bool start(JsonKind kind) {
    if (levels_.size() == depth_) {
      too_deep_ = true;
      return false;
    }
    levels_.push_back(
        {kind == JsonKind::object ? open_.size() : open_items_.size(), kind});
    return true;
  }
  /// Before one more: what is open of a large array is large, too.
  template <typename One>
  void make_room(std::vector<One>& open) {
    if (open.size() < open.capacity()) return;
    const std::size_t count = std::max<std::size_t>(64, open.capacity());
    arena_.take_room(count * sizeof(One));
    open.reserve(open.size() + count);
  }
  template <typename One>
  void forget(std::vector<One>& open) {
    arena_.give_room_back(open.capacity() * sizeof(One));
    open = {};
  }
  bool place(JsonValue value) {
    if (levels_.empty()) {
      root_ = value;
    } else if (levels_.back().kind == JsonKind::object) {
      open_.back().value = value;
    } else {
      make_room(open_items_);
      open_items_.push_back(value);
    }
    return true;
  }

  JsonArena& arena_;
  std::uint32_t depth_;
  std::vector<JsonMember> open_;       ///< of all open objects
  std::vector<JsonValue> open_items_;  ///< of all open arrays
  std::vector<Level> levels_;
  JsonValue root_;
  std::uint64_t repeated_ = 0;
  std::string_view repeated_name_;
  bool too_deep_ = false;
};

JsonReader::JsonReader(JsonArena& arena, std::uint32_t depth)
    : builder_(std::make_unique<Builder>(arena, depth)) {}
JsonReader::~JsonReader() = default;

JsonReader::Result JsonReader::read(JsonText& text, std::size_t offset) {
  constexpr unsigned kFlags =
      rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag |
      rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseStopWhenDoneFlag;
  builder_->begin();
  rapidjson::InsituStringStream stream{text.data() + offset};
  const rapidjson::ParseResult parsed =
      builder_->reader_.Parse<kFlags>(stream, *builder_);
  builder_->end();
  Result result;
  result.end = offset + stream.Tell();
  if (!parsed.IsError()) {
    result.value = builder_->root();
    result.repeated = builder_->repeated();
    result.repeated_name = builder_->repeated_name();
    return result;
  }
  JsonProblem& problem = result.problem;
  problem.offset = std::min(offset + parsed.Offset(), text.size());
  switch (parsed.Code()) {
    case rapidjson::kParseErrorDocumentEmpty:
      problem.code = "json.empty";
      problem.message = "there is no JSON here";
      break;
    case rapidjson::kParseErrorTermination:
      problem.code = "json.too-deep";
      problem.message = json_too_deep(builder_->depth());
      break;
    case rapidjson::kParseErrorNumberTooBig:
      problem.code = "json.number";
      problem.message = "a number is too large for a double";
      break;
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      problem.code = "json.surrogate";
      problem.message = "an escape gives one half of a UTF-16 surrogate pair";
      break;
    default:
      problem.code = "json.syntax";
      problem.message =
          fmt::format("this is no JSON: {}", rapidjson::GetParseError_En(parsed.Code()));
  }
  return result;
}

std::string json_too_deep(std::uint32_t depth) {
  return fmt::format("arrays and objects nest more than {} deep (--max-json-depth)",
                     depth);
}

JsonReader::Result read_json(JsonText& text, JsonArena& arena, std::uint32_t depth) {
  JsonReader reader{arena, depth};
  JsonReader::Result result = reader.read(text, 0);
  if (!result.problem.code.empty()) return result;
  const std::string_view rest{text.data() + result.end, text.size() - result.end};
  const std::size_t more = rest.find_first_not_of(" \t\r\n");
  if (more != std::string_view::npos)
    result.problem = {.code = "json.syntax",
                      .message = "this is no JSON: text follows the document's end",
                      .offset = result.end + more};
  return result;
}

}  // namespace semsite
