#include "markup/xml_entities.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongest = 1 * kMiB;
constexpr std::size_t kMost = 10'000;
/// Of all entities together, as declared and as they expand.
constexpr std::uint64_t kHeldBytes = 16 * kMiB;
/// Expansions up to this are always allowed; above it, up to kRatio times the document.
constexpr std::uint64_t kAlwaysAllowed = 8 * kMiB;
constexpr std::uint64_t kRatio = 64;

[[noreturn]] void fail(std::string_view name, std::string_view why) {
  throw DocumentError{
      "xml.entity",
      fmt::format("the entity &{}; {}; only short entities of plain text are expanded",
                  excerpt(name), why)};
}

std::string_view predefined(std::string_view name) {
  if (name == "amp") return "&#38;";
  if (name == "lt") return "&#60;";
  if (name == "gt") return ">";
  if (name == "quot") return "\"";
  if (name == "apos") return "'";
  return {};
}

}  // namespace

XmlEntities::Entity* XmlEntities::add(std::string_view name) {
  if (entities_.find(name) != entities_.end()) return nullptr;
  if (entities_.size() >= kMost)
    throw DocumentError{"xml.entity",
                        fmt::format("the DTD declares more than {} entities", kMost)};
  return &entities_[std::string{name}];
}

void XmlEntities::declare(std::string_view name, std::string_view value) {
  hold(name.size() + value.size());
  if (Entity* entity = add(name)) entity->value = value;
}

void XmlEntities::hold(std::uint64_t bytes) {
  held_ += bytes;
  if (held_ > kHeldBytes)
    throw DocumentError{"xml.entity",
                        fmt::format("the entities of the DTD come to more than {}",
                                    human_bytes(kHeldBytes))};
}

void XmlEntities::declare_external(std::string_view name) {
  if (Entity* entity = add(name)) entity->state = Entity::State::external;
}

bool XmlEntities::is_complete(std::string_view name) const {
  const auto found = entities_.find(name);
  return found != entities_.end() && found->second.state != Entity::State::external &&
         found->second.value.find_first_of("&<") == std::string::npos;
}

const std::string* XmlEntities::replacement(std::string_view name) {
  const auto found = entities_.find(name);
  if (found == entities_.end()) return nullptr;
  return &flatten(found->first, found->second);
}

const std::string& XmlEntities::flatten(std::string_view name, Entity& entity) {
  if (entity.state == Entity::State::flat) return entity.flat;
  if (entity.state == Entity::State::in_work) fail(name, "refers to itself");
  if (entity.state == Entity::State::external)
    fail(name, "lies outside the document and is not fetched");
  entity.state = Entity::State::in_work;
  std::string_view rest = entity.value;
  std::string flat;
  while (!rest.empty()) {
    const std::size_t at = rest.find_first_of("<&");
    flat += rest.substr(0, at);
    if (flat.size() > kLongest)
      fail(name, fmt::format("expands to more than {}", human_bytes(kLongest)));
    if (at == std::string_view::npos) break;
    if (rest[at] == '<') fail(name, "holds markup");
    rest.remove_prefix(at);
    const std::size_t end = rest.find(';');
    if (end == std::string_view::npos) fail(name, "holds a & that begins no reference");
    const std::string_view inner = rest.substr(1, end - 1);
    if (inner.starts_with('#')) {
      flat += rest.substr(0, end + 1);
    } else if (const std::string_view known = predefined(inner); !known.empty()) {
      flat += known;
    } else if (const auto found = entities_.find(inner); found != entities_.end()) {
      flat += flatten(found->first, found->second);
    } else {
      fail(name, fmt::format("refers to &{};, which is not declared", excerpt(inner)));
    }
    if (flat.size() > kLongest)
      fail(name, fmt::format("expands to more than {}", human_bytes(kLongest)));
    rest.remove_prefix(end + 1);
  }
  hold(flat.size());
  entity.flat = std::move(flat);
  entity.state = Entity::State::flat;
  return entity.flat;
}

void XmlEntities::spend(std::uint64_t bytes, std::uint64_t read) {
  spent_ += bytes;
  if (spent_ <= kAlwaysAllowed || spent_ / kRatio <= read) return;
  throw DocumentError{
      "xml.entity",
      fmt::format("entities and default attributes expanded to {} in a document of which "
                  "{} were read, more than {} to 1: taken for an entity bomb",
                  human_bytes(spent_), human_bytes(read), kRatio)};
}

}  // namespace semsite
