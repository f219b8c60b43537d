#pragma once

#include <cstdint>
#include <string_view>

#include "base/byte_source.hpp"
#include "parse/json_value.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Where a JSON text is being read, for messages: from 1, columns in bytes.
struct JsonPosition {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};

/// What a JSON text says, in order (RFC 8259). Views die when the call returns. What a
/// handler throws comes out of `read_json_events`.
class JsonEvents {
 public:
  JsonEvents() = default;
  JsonEvents(const JsonEvents&) = delete;
  JsonEvents& operator=(const JsonEvents&) = delete;
  virtual ~JsonEvents() = default;

  /// Told before anything else; `place` stays valid until read_json_events returns.
  virtual void begin(const JsonPosition& /*place*/) {}
  virtual void start_object() = 0;
  virtual void key(std::string_view name) = 0;
  virtual void end_object() = 0;
  virtual void start_array() = 0;
  virtual void end_array() = 0;
  /// A string (decoded), a number (as written), a truth value or null.
  virtual void scalar(JsonKind kind, std::string_view text) = 0;
};

/// Reads one JSON value as a stream of events; memory does not grow with it. UTF-16 and a
/// byte order mark are understood, as in JsonDecoder.
///
/// Throws DocumentError with line and column: "json.syntax", "json.empty",
/// "json.too-deep", "json.surrogate", "json.encoding" (not UTF-8), "json.too-long" (one
/// string or gap above `limits.literal_bytes`), and what the source throws.
void read_json_events(ByteSource& bytes, JsonEvents& events, const Limits& limits);

}  // namespace semsite
