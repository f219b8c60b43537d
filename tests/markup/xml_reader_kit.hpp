#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "markup/xml_reader.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite::test {

/// Writes each event as one short line; adjacent texts are joined.
class EventWriter final : public XmlHandler {
 public:
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    std::string line = "<" + written(name);
    for (const XmlNamespace& space : declared)
      line += " xmlns:" + std::string{space.prefix} + "=" + std::string{space.iri};
    for (const XmlAttribute& attribute : attributes)
      line += " " + written(attribute.name) + "=" + std::string{attribute.value};
    events.push_back(line + ">");
    if (position != nullptr) lines.push_back(position->line());
    if (throw_at == name.local) throw RunError{"disk full"};
  }
  void end_element(const XmlName& name) override {
    events.push_back("</" + written(name) + ">");
  }
  void characters(std::string_view text) override {
    if (events.empty() || !events.back().starts_with("'")) events.push_back("'");
    events.back() += text;
  }
  void comment(std::string_view text) override {
    events.push_back("!" + std::string{text});
  }
  void processing_instruction(std::string_view target, std::string_view data) override {
    events.push_back("?" + std::string{target} + " " + std::string{data});
  }
  bool error(std::string_view message, std::uint64_t line,
             std::uint64_t column) override {
    errors.push_back(std::to_string(line) + ":" + std::to_string(column) + " " +
                     std::string{message});
    return errors.size() < most_errors;
  }

  static std::string written(const XmlName& name) {
    std::string out;
    if (!name.namespace_.empty()) out = "{" + std::string{name.namespace_} + "}";
    if (!name.prefix.empty()) out += std::string{name.prefix} + ":";
    return out + std::string{name.local};
  }

  std::vector<std::string> events, errors;
  std::vector<std::uint64_t> lines;
  std::size_t most_errors = 1000;
  std::string throw_at;
  const XmlPosition* position = nullptr;
};

/// What came of reading a document.
struct XmlResult {
  std::vector<std::string> events, errors;
  std::vector<std::uint64_t> lines;
  std::string code, message;
};

inline XmlResult read_from(ByteSource& bytes, XmlOptions options = {},
                           const Limits& limits = {}, std::size_t most_errors = 1000) {
  EventWriter writer;
  writer.most_errors = most_errors;
  options.user = &writer;
  options.on_position = [](void* user, const XmlPosition& position) {
    static_cast<EventWriter*>(user)->position = &position;
  };
  XmlResult result;
  try {
    read_xml(bytes, writer, limits, options);
  } catch (const DocumentError& error) {
    result.code = error.code();
    result.message = error.what();
  }
  result.events = writer.events;
  result.errors = writer.errors;
  result.lines = writer.lines;
  return result;
}

inline XmlResult read(std::string_view text, const XmlOptions& options = {},
                      const Limits& limits = {}, std::size_t step = kBlockBytes) {
  MemorySource bytes{std::string{text}, step};
  return read_from(bytes, options, limits);
}

inline constexpr XmlOptions kLenient{.lenient = true};
inline constexpr XmlOptions kEntities{.internal_entities = true};

}  // namespace semsite::test
