#include "base/text.hpp"
#include "map/function_set.hpp"
#include "map/function_tools.hpp"

namespace semsite::functions {
namespace {

bool holds(const FunctionCall& call) {
  return !call.arguments[1].empty() &&
         equal_ignoring_case(call.arguments[1], call.arguments[2]);
}

}  // namespace

void first(const FunctionCall& call, FunctionSink& sink) {
  for (const std::string_view one : call.arguments)
    if (!one.empty()) return sink.value({.text = one});
}

void only_if(const FunctionCall& call, FunctionSink& sink) {
  if (holds(call)) sink.value({.text = call.arguments[0]});
}

void unless(const FunctionCall& call, FunctionSink& sink) {
  if (!holds(call)) sink.value({.text = call.arguments[0]});
}

void parts(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view separators =
      call.arguments[1].empty() ? kWhiteSpace : call.arguments[1];
  BoundedValues values{sink};
  for_each_part(call.arguments[0], separators, [&](std::string_view part) {
    if (const std::string_view text = trim(part); !text.empty())
      values.value({.text = text});
  });
}

}  // namespace semsite::functions
