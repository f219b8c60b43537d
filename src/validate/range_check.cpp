#include "validate/range_check.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "base/text.hpp"
#include "fetch/http_header.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Why a 206 is not what was asked for; nothing if it is.
std::optional<std::string> wrong_part(Retrieved& part, const Retrieved& whole,
                                      std::string_view start) {
  // §15.3.7.2: several parts only where several were asked for.
  if (part.head.media_type() == "multipart/byteranges")
    return "several parts (multipart/byteranges) for a single range";
  const std::string_view field = part.head.header("content-range");
  if (field.empty()) return "status 206 without Content-Range";
  const auto range = parse_content_range(field);
  if (!range || range->first != 0 || range->last != 0)
    return fmt::format("Content-Range: {}", excerpt(field, 100));
  if (const auto length = whole.head.length();
      length && range->total && *range->total != *length)
    return fmt::format("Content-Range: {}, but Content-Length of all of it: {}",
                       excerpt(field, 100), *length);
  std::string bytes;
  try {
    while (bytes.size() <= 1) {
      const Block block = part.body->read();
      if (block.empty()) break;
      bytes += block.bytes;
    }
  } catch (const DocumentError& error) {
    return fmt::format("status 206 breaks off: {}", error.what());
  }
  if (bytes.size() != 1)
    return fmt::format("status 206 with {} instead of 1",
                       bytes.empty() ? "no byte" : "more bytes");
  if (bytes != start.substr(0, 1)) return "status 206 with another byte than the first";
  return {};
}

void check_offered(Retrieved part, const Retrieved& whole, std::string_view start,
                   DocumentFindings& findings) {
  if (part.outcome != Retrieval::got)
    return findings.add("dump.range-refused",
                        part.outcome == Retrieval::http_error
                            ? fmt::format("status {}", part.head.status)
                            : part.problem);
  if (part.head.status != 206)
    return findings.add("dump.range-ignored",
                        fmt::format("status {} with all of it, though it says "
                                    "Accept-Ranges: bytes",
                                    part.head.status));
  if (auto problem = wrong_part(part, whole, start))
    return findings.add("dump.wrong-range", std::move(*problem));
  // §15.3.7: so that parts of two versions are not put together.
  const std::string_view before = whole.head.header("etag");
  const std::string_view now = part.head.header("etag");
  if (!before.empty() && before != now)
    findings.add("dump.range-etag",
                 fmt::format("{} of the part, {} of the whole",
                             now.empty() ? "none" : excerpt(now), excerpt(before)));
}

}  // namespace

void check_range(const Retrieved& got, std::string_view start, std::string_view accept,
                 const Validation& validation) {
  if (start.empty() || validation.stop.stop_requested()) return;
  DocumentFindings findings{validation.findings, got.url};
  const std::string says = lower_ascii(trim(got.head.header("accept-ranges")));
  if (says == "none") return findings.add("dump.no-ranges", "Accept-Ranges: none");
  const bool offered = says.find("bytes") != std::string::npos;
  if (got.head.decoded) {  // its parts are not those of what came
    if (!offered) findings.add("dump.no-ranges", {});
    return;
  }
  Retrieved part = validation.retriever.get({.url = got.url,
                                             .named_by = NamedBy::document(got.url),
                                             .accept = std::string{accept},
                                             .content_coding = false,
                                             .range_last = 0,
                                             .max_attempts = 1});
  if (part.outcome == Retrieval::cancelled || part.outcome == Retrieval::robots ||
      part.outcome == Retrieval::refused)
    return;
  const bool is_part = part.outcome == Retrieval::got && part.head.status == 206;
  if (offered || is_part) check_offered(std::move(part), got, start, findings);
  if (!offered)
    findings.add("dump.no-ranges",
                 is_part ? "they are honoured, but no Accept-Ranges says so" : "");
}

}  // namespace semsite
