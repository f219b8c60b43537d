#include "markup/xml_feed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

constexpr std::string_view kDeclaration = "<?xml";
constexpr std::string_view kCdata = "<![CDATA[";
/// A reference longer than this is taken for a bare `&`.
constexpr std::size_t kLongestXmlReference = 64;

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

void XmlMender::feed(std::string_view bytes, std::string& out) {
  if (held_.empty()) {
    const std::size_t done = mend(bytes, More::may_come, out);
    held_ = bytes.substr(done);
    return;
  }
  held_ += bytes;
  const std::string text = std::move(held_);
  held_ = text.substr(mend(text, More::may_come, out));
}

void XmlMender::finish(std::string& out) {
  const std::string text = std::move(held_);
  held_.clear();
  (void)mend(text, More::ended, out);
}

/// Passes on as much of `text` as can be judged; returns how much that was.
std::size_t XmlMender::mend(std::string_view text, More more, std::string& out) {
  std::size_t done = 0;
  for (;;) {
    const std::string_view rest = text.substr(done);
    const Place before = place_;
    std::size_t step = 0;
    switch (place_) {
      case Place::start:
        step = start(rest, more, out);
        break;
      case Place::markup:
        step = markup(rest, more, out);
        break;
      case Place::cdata:
        step = skip_to(rest, "]]>", more, out);
        break;
      case Place::comment:
        step = skip_to(rest, "-->", more, out);
        break;
      case Place::instruction:
        step = skip_to(rest, "?>", more, out);
        break;
      case Place::raw:
        out += rest;
        step = rest.size();
        break;
    }
    const std::string_view passed = rest.substr(0, step);
    if (const std::size_t last = passed.rfind('\n'); last != std::string_view::npos) {
      line_ += static_cast<std::uint64_t>(std::ranges::count(passed, '\n'));
      column_ = passed.size() - last;
    } else {
      column_ += passed.size();
    }
    done += step;
    if (place_ == before && step == 0) return done;
    if (done == text.size() && place_ != Place::start) return done;
  }
}

std::size_t XmlMender::start(std::string_view text, More more, std::string& out) {
  if (text.size() < 4 && more == More::may_come) return 0;
  // UTF-16 and UTF-32 do not keep ASCII: such documents pass as they are.
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
      text.substr(0, 4).find('\0') != std::string_view::npos) {
    place_ = Place::raw;
    return 0;
  }
  const std::size_t mark =
      text.starts_with(kUtf8ByteOrderMark) ? kUtf8ByteOrderMark.size() : 0;
  std::size_t at = mark;
  while (at < text.size() && is_space(text[at])) ++at;
  // What follows must be in sight to say whether it is a declaration.
  if (text.size() - at < kDeclaration.size() && more == More::may_come &&
      at < kBlockBytes)
    return 0;
  if (at > mark) {
    const std::string_view gone = text.substr(mark, at - mark);
    dropped_lines_ = static_cast<std::uint64_t>(std::ranges::count(gone, '\n'));
    if (text.substr(at).starts_with(kDeclaration))
      tell("white space before the XML declaration", text.substr(0, mark));
  }
  out += text.substr(0, mark);
  place_ = Place::markup;
  return at;
}

std::size_t XmlMender::markup(std::string_view text, More more, std::string& out) {
  std::size_t copied = 0;
  std::size_t at = 0;
  const auto pass = [&](std::size_t end) {
    out += text.substr(copied, end - copied);
    copied = end;
    return end;
  };
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c != '<' && c != '&') continue;
    const std::string_view rest = text.substr(at);
    if (c == '&') {
      if (rest.size() < kLongestXmlReference && more == More::may_come &&
          rest.find_first_of("; \r\n<", 1) == std::string_view::npos)
        return pass(at);
      if (is_reference(rest)) continue;
      tell("a bare & (written as &amp; it would be right)", text.substr(0, at));
      pass(at + 1);
      out += "amp;";
      continue;
    }
    if (rest.size() < kCdata.size() && more == More::may_come) return pass(at);
    if (rest.starts_with(kCdata)) {
      place_ = Place::cdata;
      return pass(at + kCdata.size());
    }
    if (rest.starts_with("<!--")) {
      place_ = Place::comment;
      return pass(at + 4);
    }
    if (rest.starts_with("<?")) {
      place_ = Place::instruction;
      return pass(at + 2);
    }
  }
  return pass(at);
}

std::size_t XmlMender::skip_to(std::string_view text, std::string_view end, More more,
                               std::string& out) {
  std::size_t at = text.find(end);
  if (at != std::string_view::npos) {
    at += end.size();
    place_ = Place::markup;
  } else {
    const std::size_t keep = more == More::may_come ? end.size() - 1 : 0;
    at = text.size() > keep ? text.size() - keep : 0;
  }
  out += text.substr(0, at);
  return at;
}

/// `&name;`, `&#9;` or `&#x9;` at the start of `text`.
bool XmlMender::is_reference(std::string_view text) const {
  const std::size_t end = text.substr(0, kLongestXmlReference).find(';');
  if (end == std::string_view::npos || end < 2) return false;
  const std::string_view name = text.substr(1, end - 1);
  if (name.starts_with("#x"))
    return name.size() > 2 && std::ranges::all_of(name.substr(2), is_hex);
  if (name.starts_with('#'))
    return name.size() > 1 && std::ranges::all_of(name.substr(1), is_digit);
  if (references_ == References::any_name)
    return !is_digit(name[0]) && std::ranges::all_of(name, is_name);
  static constexpr std::array<std::string_view, 5> kNames{"amp", "lt", "gt", "quot",
                                                          "apos"};
  return std::ranges::find(kNames, name) != kNames.end();
}

/// `before`: what lies between the first byte not yet passed on and the fault.
void XmlMender::tell(std::string_view message, std::string_view before) {
  const std::size_t last = before.rfind('\n');
  if (last == std::string_view::npos) {
    tell_({.message = message, .line = line_, .column = column_ + before.size()});
    return;
  }
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  tell_({.message = message, .line = line_ + lines, .column = before.size() - last});
}

bool XmlFeed::refill() {
  while (rest_.empty() && !ended_) {
    block_ = bytes_.read();
    consumed_ += block_.bytes.size();
    ended_ = block_.empty();
    if (mender_ == nullptr) {
      rest_ = block_.bytes;
      continue;
    }
    mended_.clear();
    if (ended_) {
      mender_->finish(mended_);
    } else {
      mender_->feed(block_.bytes, mended_);
    }
    rest_ = mended_;
  }
  return !rest_.empty();
}

std::size_t XmlFeed::read(char* out, std::size_t room) {
  std::size_t filled = 0;
  // Short reads would make the library see half a token at the end of its buffer.
  while (filled < room && refill()) {
    const std::size_t take = std::min(room - filled, rest_.size());
    std::memcpy(out + filled, rest_.data(), take);
    rest_.remove_prefix(take);
    filled += take;
  }
  return filled;
}

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
