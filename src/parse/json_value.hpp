#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/hash.hpp"
#include "rdf/page_meter.hpp"

namespace semsite {

/// Memory for a tree that dies as a whole: nothing is freed alone, no destructor runs.
/// One thread.
class JsonArena {
 public:
  JsonArena() = default;
  /// Takes its memory from `room`, which must outlive it.
  explicit JsonArena(PageRoom& room) : room_(&room) {}
  JsonArena(JsonArena&&) noexcept = default;
  JsonArena& operator=(JsonArena&&) noexcept = default;
  JsonArena(const JsonArena&) = delete;
  JsonArena& operator=(const JsonArena&) = delete;
  ~JsonArena() = default;

  /// Room for `count` objects, not yet made.
  template <typename T>
  [[nodiscard]] T* room(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= 16);
    return static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
  }
  template <typename T>
  [[nodiscard]] T* make() {
    return new (room<T>(1)) T{};
  }
  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    char* const copy = room<char>(text.size());
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

  /// Forgets everything; the largest chunk stays for what comes next.
  void clear();

  /// Takes `bytes` of the room for somebody else's memory.
  void take_room(std::uint64_t bytes) {
    if (room_ != nullptr) room_->take(bytes);
  }
  void give_room_back(std::uint64_t bytes) {
    if (room_ != nullptr) room_->give_back(bytes);
  }

 private:
  void* allocate(std::size_t size, std::size_t alignment) {
    const std::size_t start = (at_ + alignment - 1) & ~(alignment - 1);
    if (start + size > capacity_) return allocate_chunk(size);
    at_ = start + size;
    return current_ + start;
  }
  void* allocate_chunk(std::size_t size);

  PageRoom* room_ = nullptr;
  std::uint64_t taken_ = 0;  ///< of the room, for chunks
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* current_ = nullptr;
  std::size_t at_ = 0;
  std::size_t capacity_ = 0;
};

enum class JsonKind : std::uint8_t {
  null,
  false_value,
  true_value,
  number,  ///< its text as written
  string,  ///< decoded, UTF-8
  array,
  object,
};

struct JsonMember;

/// A JSON value (RFC 8259) as views into an arena and the text it was read from.
class JsonValue {
 public:
  JsonValue() = default;

  [[nodiscard]] static JsonValue of_truth(JsonKind kind) { return {nullptr, 0, kind}; }
  [[nodiscard]] static JsonValue of_text(JsonKind kind, std::string_view text) {
    return {text.data(), static_cast<std::uint32_t>(text.size()), kind};
  }
  [[nodiscard]] static JsonValue of_items(std::span<const JsonValue> items) {
    return {items.data(), static_cast<std::uint32_t>(items.size()), JsonKind::array};
  }
  [[nodiscard]] static JsonValue of_members(std::span<const JsonMember> members);

  [[nodiscard]] JsonKind kind() const { return kind_; }
  [[nodiscard]] bool is_null() const { return kind_ == JsonKind::null; }
  [[nodiscard]] bool is_string() const { return kind_ == JsonKind::string; }
  [[nodiscard]] bool is_number() const { return kind_ == JsonKind::number; }
  [[nodiscard]] bool is_array() const { return kind_ == JsonKind::array; }
  [[nodiscard]] bool is_object() const { return kind_ == JsonKind::object; }
  [[nodiscard]] bool is_boolean() const {
    return kind_ == JsonKind::true_value || kind_ == JsonKind::false_value;
  }
  /// String, number or boolean; not null.
  [[nodiscard]] bool is_scalar() const { return !is_null() && kind_ < JsonKind::array; }

  /// Of a string or number.
  [[nodiscard]] std::string_view text() const {
    return {static_cast<const char*>(data_), size_};
  }
  [[nodiscard]] std::span<const JsonValue> items() const {
    return {static_cast<const JsonValue*>(data_), size_};
  }
  [[nodiscard]] std::span<const JsonMember> members() const;
  /// The member of an object; null pointer if there is none.
  [[nodiscard]] const JsonValue* find(std::string_view name) const;

 private:
  JsonValue(const void* data, std::uint32_t size, JsonKind kind)
      : data_(data), size_(size), kind_(kind) {}

  const void* data_ = nullptr;
  std::uint32_t size_ = 0;
  JsonKind kind_ = JsonKind::null;
};

struct JsonMember {
  const char* name_data = nullptr;
  std::uint32_t name_size = 0;
  std::uint32_t hash = 0;  ///< json_hash(name())
  JsonValue value{};

  [[nodiscard]] std::string_view name() const { return {name_data, name_size}; }
};

inline JsonValue JsonValue::of_members(std::span<const JsonMember> members) {
  return {members.data(), static_cast<std::uint32_t>(members.size()), JsonKind::object};
}
inline std::span<const JsonMember> JsonValue::members() const {
  return {static_cast<const JsonMember*>(data_), size_};
}

/// A hash of a name; see text_hash.
[[nodiscard]] inline std::uint32_t json_hash(std::string_view name) {
  const std::uint64_t hash = text_hash(name);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

/// A copy of the whole tree, texts included.
[[nodiscard]] JsonValue copy_json(JsonValue value, JsonArena& arena);

/// The decimal digits of a JSON number that is a whole one below 10^21, exactly:
/// "1.5e3" gives "1500", "-0" gives "0". Nothing for all others (JSON-LD API §8.2,
/// step 10).
[[nodiscard]] std::optional<std::string> json_integer(std::string_view number);

/// The nearest double.
[[nodiscard]] double json_double(std::string_view number);

/// The canonical form of xsd:double as JSON-LD has it (API §8.6): "5.3E0".
[[nodiscard]] std::string canonical_double(double value);

/// As ECMAScript writes a number (RFC 8785 §3.2.2.3): "5.3", "1e+21".
[[nodiscard]] std::string ecmascript_number(double value);

/// Appends `text` as a JSON string with only the necessary escapes (RFC 8785 §3.2.2.2).
void append_json_string(std::string& out, std::string_view text);

/// The JSON Canonicalization Scheme (RFC 8785): members in the order of their UTF-16
/// code units, numbers as ECMAScript writes them, no white space.
[[nodiscard]] std::string canonical_json(JsonValue value);

/// As it stands: members in their order, numbers as written. Equal texts, equal trees.
void append_json(std::string& out, JsonValue value);

}  // namespace semsite
