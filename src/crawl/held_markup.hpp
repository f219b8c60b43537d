#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/xml_reader.hpp"

namespace semsite {

/// Elements and text, kept to be told later.
class HeldMarkup {
 public:
  void start(const XmlName& name, std::span<const XmlAttribute> attributes,
             std::span<const XmlNamespace> declared);
  void end(const XmlName& name);
  void characters(std::string_view text);
  void comment(std::string_view text);

  void tell(XmlHandler& handler) const;
  void clear();
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }

 private:
  enum class Kind : std::uint8_t { start, end, characters, comment };
  struct Event {
    Kind kind;
    std::uint32_t attributes = 0, declared = 0;
  };
  void put(std::string_view text);

  std::vector<Event> events_;
  std::vector<std::uint32_t> lengths_;  ///< of the texts, in order
  std::string text_;                    ///< all of them, one behind another
};

}  // namespace semsite
