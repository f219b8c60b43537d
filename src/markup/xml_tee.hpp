#pragma once

#include <span>
#include <string_view>

#include "markup/xml_reader.hpp"

namespace semsite {

/// Gives two handlers the events of one document. The first one alone decides what is
/// done about errors.
class XmlTee final : public XmlHandler {
 public:
  XmlTee(XmlHandler& first, XmlHandler& second) : first_(first), second_(second) {}

  void begin(const XmlPosition& position) override {
    first_.begin(position);
    second_.begin(position);
  }
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    first_.start_element(name, attributes, declared);
    second_.start_element(name, attributes, declared);
  }
  void end_element(const XmlName& name) override {
    first_.end_element(name);
    second_.end_element(name);
  }
  void characters(std::string_view text) override {
    first_.characters(text);
    second_.characters(text);
  }
  void comment(std::string_view text) override {
    first_.comment(text);
    second_.comment(text);
  }
  void processing_instruction(std::string_view target, std::string_view data) override {
    first_.processing_instruction(target, data);
    second_.processing_instruction(target, data);
  }
  bool error(std::string_view message, std::uint64_t line,
             std::uint64_t column) override {
    const bool go_on = first_.error(message, line, column);
    (void)second_.error(message, line, column);
    return go_on;
  }

 private:
  XmlHandler& first_;
  XmlHandler& second_;
};

}  // namespace semsite
