#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "map/functions.hpp"

namespace semsite::test {

using Texts = std::vector<std::string>;

/// What a call gave: `text`, `<iri>`, `text^^datatype`; and the codes of its notes.
struct Collected {
  Texts values;
  Texts notes;
};

/// Keeps what a function gives.
class Collector final : public FunctionSink {
 public:
  explicit Collector(Collected& collected) : collected_(collected) {}
  void value(const FunctionValue& value) override {
    std::string text{value.text};
    if (value.kind == ValueKind::iri) text = "<" + text + ">";
    if (value.kind == ValueKind::literal) text += "^^" + std::string{value.datatype};
    collected_.values.push_back(text);
  }
  void note(std::string_view code, std::string_view message) override {
    EXPECT_FALSE(message.empty());
    collected_.notes.emplace_back(code);
  }

 private:
  Collected& collected_;
};

using Arguments = std::vector<std::pair<std::string, std::string>>;

inline Collected call(std::string_view name, const Arguments& arguments,
                      const DocumentFacts& document = {"https://s.example/dir/map.xml",
                                                       ""}) {
  const MappingFunction* const function =
      find_mapping_function(std::string{kFunctionNamespace} + std::string{name});
  EXPECT_NE(function, nullptr) << name;
  Collected collected;
  Collector collector{collected};
  std::vector<std::string_view> values(function->parameters.size());
  for (const auto& [parameter, value] : arguments) {
    const auto place =
        std::find_if(function->parameters.begin(), function->parameters.end(),
                     [&](const FunctionParameter& one) { return one.name == parameter; });
    EXPECT_NE(place, function->parameters.end()) << parameter;
    values[static_cast<std::size_t>(place - function->parameters.begin())] = value;
  }
  function->run({.arguments = values, .document = document, .node = "n7"}, collector);
  return collected;
}

inline Texts values(std::string_view name, const Arguments& arguments) {
  const Collected collected = call(name, arguments);
  EXPECT_EQ(collected.notes, Texts{}) << name;
  return collected.values;
}

}  // namespace semsite::test
