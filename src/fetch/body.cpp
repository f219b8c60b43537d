#include "fetch/body.hpp"

#include "base/text.hpp"
#include "fetch/http_header.hpp"

namespace semsite {

std::string_view failure_name(FetchFailure failure) {
  switch (failure) {
    case FetchFailure::none:
      return "none";
    case FetchFailure::dns:
      return "dns";
    case FetchFailure::connect:
      return "connect";
    case FetchFailure::tls:
      return "tls";
    case FetchFailure::stalled:
      return "stalled";
    case FetchFailure::timeout:
      return "timeout";
    case FetchFailure::slow:
      return "slow";
    case FetchFailure::broken:
      return "broken";
    case FetchFailure::wrong_length:
      return "wrong-length";
    case FetchFailure::bad_coding:
      return "bad-coding";
    case FetchFailure::refused_address:
      return "refused-address";
    case FetchFailure::too_large:
      return "too-large";
    case FetchFailure::long_header:
      return "long-header";
    case FetchFailure::protocol:
      return "protocol";
    case FetchFailure::file:
      return "file";
    case FetchFailure::cancelled:
      return "cancelled";
  }
  return "none";
}

std::string_view body_fault_name(BodyFault fault) {
  switch (fault) {
    case BodyFault::broken:
      return "broken";
    case BodyFault::wrong_length:
      return "wrong-length";
    case BodyFault::bad_range:
      return "bad-range";
    case BodyFault::changed:
      return "changed";
    case BodyFault::checksum:
      return "checksum";
    case BodyFault::digest:
      break;
  }
  return "digest";
}

bool is_transient(FetchFailure failure) {
  switch (failure) {
    case FetchFailure::dns:
    case FetchFailure::connect:
    case FetchFailure::stalled:
    case FetchFailure::broken:
    case FetchFailure::wrong_length:
      return true;
    default:
      return false;
  }
}

std::string_view ResponseHead::header(std::string_view name) const {
  for (const auto& [field, value] : headers)
    if (field == name) return value;
  return {};
}

std::vector<std::string> ResponseHead::headers_of(std::string_view name) const {
  std::vector<std::string> out;
  for (const auto& [field, value] : headers)
    if (field == name) out.push_back(value);
  return out;
}

std::optional<std::uint64_t> ResponseHead::length() const {
  if (decoded) return std::nullopt;
  if (const std::string_view range = header("content-range"); !range.empty()) {
    const auto parsed = parse_content_range(range);
    if (status == 206 || status == 416) return parsed ? parsed->total : std::nullopt;
  }
  if (status == 206) return std::nullopt;
  // RFC 9112 §6.3: Transfer-Encoding overrides Content-Length.
  if (!header("transfer-encoding").empty()) return std::nullopt;
  return parse_uint(header("content-length"));
}

std::string ResponseHead::media_type() const {
  const std::string_view value = header("content-type");
  return lower_ascii(trim(value.substr(0, value.find(';'))));
}

}  // namespace semsite
