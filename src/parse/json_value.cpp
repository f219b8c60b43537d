#include "parse/json_value.hpp"

namespace semsite {
namespace {
constexpr std::size_t kFirstChunkBytes = 512;
constexpr std::size_t kMostChunkBytes = std::size_t{1} << 20;
}  // namespace

void* JsonArena::allocate_chunk(std::size_t size) {
  const std::size_t usual = std::clamp(2 * capacity_, kFirstChunkBytes, kMostChunkBytes);
  const std::size_t bytes = std::max(size, usual);
  take_room(bytes);
  taken_ += bytes;
  chunks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
  char* const chunk = chunks_.back().get();
  // A large object gets a chunk of its own; the open chunk stays in use.
  if (size > usual) return chunk;
  current_ = chunk;
  capacity_ = usual;
  at_ = size;
  return chunk;
}

void JsonArena::clear() {
  std::erase_if(chunks_, [&](const auto& chunk) { return chunk.get() != current_; });
  at_ = 0;
  if (room_ != nullptr) room_->give_back(taken_ - capacity_);
  taken_ = capacity_;
}

const JsonValue* JsonValue::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  const std::uint32_t hash = json_hash(name);
  for (const JsonMember& member : members())
    if (member.hash == hash && member.name() == name) return &member.value;
  return nullptr;
}

// Recursion is bounded: the reader bounds the depth of every tree.
JsonValue copy_json(JsonValue value, JsonArena& arena) {
  switch (value.kind()) {
    case JsonKind::number:
    case JsonKind::string:
      return JsonValue::of_text(value.kind(), arena.keep(value.text()));
    case JsonKind::array: {
      const std::span<const JsonValue> items = value.items();
      auto* const copies = arena.room<JsonValue>(items.size());
      for (std::size_t i = 0; i < items.size(); ++i)
        new (copies + i) JsonValue{copy_json(items[i], arena)};
      return JsonValue::of_items({copies, items.size()});
    }
    case JsonKind::object: {
      const std::span<const JsonMember> members = value.members();
      auto* const copies = arena.room<JsonMember>(members.size());
      for (std::size_t i = 0; i < members.size(); ++i)
        new (copies + i) JsonMember{.name_data = arena.keep(members[i].name()).data(),
                                    .name_size = members[i].name_size,
                                    .hash = members[i].hash,
                                    .value = copy_json(members[i].value, arena)};
      return JsonValue::of_members({copies, members.size()});
    }
    case JsonKind::null:
    case JsonKind::false_value:
    case JsonKind::true_value:
      break;
  }
  return value;
}

}  // namespace semsite
