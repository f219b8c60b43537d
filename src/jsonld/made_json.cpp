#include "jsonld/made_json.hpp"

#include <algorithm>

#include "parse/json_reader.hpp"

namespace semsite {

Made Made::of_string(std::string_view value) {
  Made out;
  append_json_string(out.text, value);
  return out;
}

Made Made::of_json(JsonValue value) {
  Made out;
  append_json(out.text, value);
  return out;
}

Made Made::of(Kind kind) {
  Made out;
  out.kind = kind;
  return out;
}

Made* Made::find(std::string_view name) {
  if (members.size() <= kFewMembers) {
    const auto found = std::ranges::find(
        members, name, [](const auto& member) { return std::string_view{member.name}; });
    return found == members.end() ? nullptr : &found->value;
  }
  for (std::size_t i = places.size(); i < members.size(); ++i)
    places.emplace(members[i].name, i);
  const auto found = places.find(name);
  return found == places.end() ? nullptr : &members[found->second].value;
}
void Made::erase(std::string_view name) {
  std::erase_if(members, [&](const auto& member) { return member.name == name; });
  places.clear();
}
Made& Made::member(std::string_view name, Kind otherwise) {
  if (Made* const there = find(name)) return *there;
  members.push_back({std::string{name}, of(otherwise)});
  return members.back().value;
}

void add_value(Made& object, std::string_view name, Made value, bool as_array) {
  if (value.is_array()) {
    if (as_array) object.member(name, Made::Kind::array);
    for (Made& item : value.items) add_value(object, name, std::move(item), as_array);
    return;
  }
  Made* const there = object.find(name);
  if (there == nullptr) {
    if (as_array) {
      object.member(name, Made::Kind::array).items.push_back(std::move(value));
    } else {
      object.members.push_back({std::string{name}, std::move(value)});
    }
    return;
  }
  if (!there->is_array()) {
    Made array = Made::of(Made::Kind::array);
    array.items.push_back(std::move(*there));
    *there = std::move(array);
  }
  there->items.push_back(std::move(value));
}

void append_made(std::string& out, const Made& made) {
  if (made.kind == Made::Kind::text) {
    out += made.text;
    return;
  }
  const bool is_array = made.is_array();
  out += is_array ? '[' : '{';
  for (const Made& item : made.items) {
    if (&item != &made.items.front()) out += ',';
    append_made(out, item);
  }
  for (const auto& [name, value] : made.members) {
    if (&name != &made.members.front().name) out += ',';
    append_json_string(out, name);
    out += ':';
    append_made(out, value);
  }
  out += is_array ? ']' : '}';
}

std::string take_text(Made& made, const std::string& name) {
  Made* const there = made.is_object() ? made.find(name) : nullptr;
  if (there == nullptr) return {};
  Made* const first = there->is_array() ? &there->items.front() : there;
  if (first->kind != Made::Kind::text || !first->text.starts_with('"')) return {};
  JsonText copy{first->text};
  JsonArena arena;
  std::string out{read_json(copy, arena, 1).value.text()};
  if (out.empty()) return {};
  if (there->is_array() && there->items.size() > 1) {
    there->items.erase(there->items.begin());
    if (there->items.size() == 1) {
      Made last = std::move(there->items.front());
      *there = std::move(last);
    }
  } else {
    made.erase(name);
  }
  return out;
}

}  // namespace semsite
