#include <optional>
#include <string>

#include "base/text.hpp"
#include "map/function_set.hpp"
#include "map/function_tools.hpp"

namespace semsite::functions {
namespace {

constexpr std::string_view kHexBinary = "http://www.w3.org/2001/XMLSchema#hexBinary";
constexpr std::string_view kNonNegative =
    "http://www.w3.org/2001/XMLSchema#nonNegativeInteger";

bool is_hex(std::string_view text) {
  return !text.empty() && text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// `SHA-256` and `sha256` are one.
std::string algorithm_key(std::string_view name) {
  std::string key = lower_ascii(name);
  std::erase(key, '-');
  return key;
}

/// The value of the first checksum of this algorithm in `md5:… sha-256:…` (Z39.99
/// §"hash"). Nothing if there is none.
std::optional<std::string_view> checksum_of(std::string_view hash,
                                            std::string_view algorithm) {
  std::optional<std::string_view> found;
  for_each_word(hash, [&](std::string_view word) {
    const std::size_t colon = word.find(':');
    if (!found && colon != std::string_view::npos &&
        algorithm_key(word.substr(0, colon)) == algorithm_key(algorithm))
      found = word.substr(colon + 1);
  });
  return found;
}

}  // namespace

void byte_size(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (!parse_uint(text))
    return sink.note(
        "map.bad-number",
        "\"" + excerpt(text) + "\" is no number of bytes; it makes no triple");
  sink.value({.text = text, .kind = ValueKind::literal, .datatype = kNonNegative});
}

void media_type(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  const std::string_view name = trim(text.substr(0, text.find(';')));
  if (name.find('/') == std::string_view::npos)
    sink.note("map.bad-media-type",
              "\"" + excerpt(text) + "\" is no media type such as text/csv; it is kept");
  std::string made = lower_ascii(name);
  made += text.substr(std::min(text.find(';'), text.size()));
  sink.value({.text = made});
}

void checksum(const FunctionCall& call, FunctionSink& sink) {
  const auto value = checksum_of(call.arguments[0], call.arguments[1]);
  if (value && is_hex(*value))
    sink.value({.text = lower_ascii(*value),
                .kind = ValueKind::literal,
                .datatype = kHexBinary});
}

void checksum_node(const FunctionCall& call, FunctionSink& sink) {
  const auto value = checksum_of(call.arguments[0], call.arguments[1]);
  if (!value) return;
  if (!is_hex(*value))
    return sink.note("map.bad-checksum", "the " + std::string{call.arguments[1]} +
                                             " checksum \"" + excerpt(*value) +
                                             "\" is not hexadecimal; it makes no triple");
  sink.value({.text = std::string{call.node} + algorithm_key(call.arguments[1])});
}

}  // namespace semsite::functions
