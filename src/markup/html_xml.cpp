#include "markup/html_xml.hpp"

#include <libxml/HTMLparser.h>

#include <algorithm>
#include <string>

#include "base/utf8.hpp"
#include "markup/html_node.hpp"

namespace semsite {
namespace {

constexpr auto npos = std::string_view::npos;

/// The longest name of an entity of XHTML is eight letters.
constexpr std::size_t kLongestReference = 10;

/// The character behind the reference at the start of `text`, if XHTML declares it and
/// XML itself does not; 0 if not.
char32_t xhtml_entity(std::string_view text) {
  const std::size_t end = text.substr(0, kLongestReference).find(';');
  if (end == npos || end < 2 || text[1] == '#') return 0;
  const std::string name{text.substr(1, end - 1)};
  for (const std::string_view own : {"amp", "lt", "gt", "quot", "apos"})
    if (name == own) return 0;
  const htmlEntityDesc* const entity =
      htmlEntityLookup(reinterpret_cast<const xmlChar*>(name.c_str()));
  return entity == nullptr ? 0 : static_cast<char32_t>(entity->value);
}

/// The document with the references of XHTML as characters, which its DTD (never
/// fetched) would have declared, and without an encoding in its declaration.
std::string prepared(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 64);
  if (text.starts_with("<?xml")) {
    const std::size_t end = text.find("?>");
    const std::size_t encoding = text.substr(0, end).find("encoding");
    if (end != npos && encoding != npos) {
      const std::size_t open = text.find_first_of("\"'", encoding);
      const std::size_t close = open < end ? text.find(text[open], open + 1) : npos;
      if (close < end) {
        out += text.substr(0, encoding);
        text.remove_prefix(close + 1);
      }
    }
  }
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find_first_of("&<"), text.size());
    out += text.substr(0, stop);
    text.remove_prefix(stop);
    if (text.empty()) break;
    std::size_t length = 1;
    if (text.front() == '&') {
      if (const char32_t c = xhtml_entity(text); c != 0) {
        append_utf8(out, c);
        text.remove_prefix(text.find(';') + 1);
        continue;
      }
    } else {
      const auto passed = [&](std::string_view end) {
        const std::size_t at = text.find(end);
        return at == npos ? text.size() : at + end.size();
      };
      if (text.starts_with("<![CDATA[")) length = passed("]]>");
      if (text.starts_with("<!--")) length = passed("-->");
      if (text.starts_with("<?")) length = passed("?>");
    }
    out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

class TreeHandler final : public XmlHandler {
 public:
  explicit TreeHandler(HtmlBuilder& builder) : builder_(builder) {}

  void set_position(const XmlPosition& position) { position_ = &position; }

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    flush();
    builder_.open(name_of(name), line());
    builder_.declare(declared);
    for (const XmlAttribute& attribute : attributes)
      builder_.attribute(name_of(attribute.name), builder_.store().keep(attribute.value));
  }
  void end_element(const XmlName&) override {
    flush();
    builder_.close();
  }
  void characters(std::string_view text) override {
    if (text_.empty()) text_line_ = line();
    text_ += text;
  }
  void comment(std::string_view text) override {
    flush();
    builder_.comment(builder_.store().keep(text), line());
  }

 private:
  HtmlBuilder::Name name_of(const XmlName& name) {
    return {.local = builder_.store().keep(name.local),
            .name_space = name.namespace_.empty()
                              ? nullptr
                              : builder_.name_space(name.namespace_, name.prefix)};
  }
  void flush() {
    if (text_.empty()) return;
    builder_.text(builder_.store().keep(text_), text_line_);
    text_.clear();
  }
  [[nodiscard]] std::uint64_t line() const {
    return position_ == nullptr ? 0 : position_->line();
  }

  HtmlBuilder& builder_;
  const XmlPosition* position_ = nullptr;
  std::string text_;
  std::uint64_t text_line_ = 0;
};

}  // namespace

void build_from_xml(std::string_view text, HtmlBuilder& builder, const Limits& limits) {
  MemorySource bytes{prepared(text)};
  TreeHandler handler{builder};
  read_xml(bytes, handler, limits,
           {.internal_entities = true,
            .on_position =
                [](void* user, const XmlPosition& position) {
                  static_cast<TreeHandler*>(user)->set_position(position);
                },
            .user = &handler});
}

}  // namespace semsite
