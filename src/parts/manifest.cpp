#include "parts/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"
#include "base/version.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_value.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// The member that tells a manifest from other JSON; its value is the version.
constexpr std::string_view kMark = "semsite_manifest";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostNameBytes = 1024;
constexpr std::uint32_t kDepth = 8;
/// What programs with signed numbers can have, too.
constexpr std::uint64_t kMostCount = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void refuse(std::string_view code, const std::string& why) {
  throw DocumentError{std::string{code}, why};
}

[[noreturn]] void refuse_syntax(const std::string& why) {
  refuse("manifest.syntax", why);
}

const JsonValue& member(const JsonValue& of, std::string_view name,
                        const std::string& where) {
  const JsonValue* const found = of.find(name);
  if (found == nullptr) refuse_syntax(fmt::format("{} has no \"{}\"", where, name));
  return *found;
}

std::string text_of(const JsonValue& of, std::string_view name, const std::string& where,
                    bool may_be_left_out = false) {
  if (may_be_left_out && of.find(name) == nullptr) return {};
  const JsonValue& value = member(of, name, where);
  if (!value.is_string())
    refuse_syntax(fmt::format("\"{}\" of {} is no text", name, where));
  return std::string{value.text()};
}

std::uint64_t count_of(const JsonValue& of, std::string_view name,
                       const std::string& where) {
  const JsonValue& value = member(of, name, where);
  std::optional<std::string> digits;
  if (value.is_number()) digits = json_integer(value.text());
  std::uint64_t out = 0;
  std::from_chars_result read{};
  if (digits)
    read = std::from_chars(digits->data(), digits->data() + digits->size(), out);
  if (!digits || read.ec != std::errc{} || read.ptr != digits->data() + digits->size() ||
      out > kMostCount)
    refuse_syntax(
        fmt::format("\"{}\" of {} is no whole number from 0 to 2^63-1", name, where));
  return out;
}

bool truth_of(const JsonValue& of, std::string_view name, const std::string& where) {
  const JsonValue& value = member(of, name, where);
  if (!value.is_boolean())
    refuse_syntax(fmt::format("\"{}\" of {} is neither true nor false", name, where));
  return value.kind() == JsonKind::true_value;
}

std::span<const JsonValue> items_of(const JsonValue& of, std::string_view name) {
  const JsonValue& value = member(of, name, "it");
  if (!value.is_array()) refuse_syntax(fmt::format("\"{}\" is no array", name));
  return value.items();
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view{"._~=+@-"}.find(c) != std::string_view::npos;
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

ManifestPart read_part(const JsonValue& value, std::size_t number) {
  const std::string where = fmt::format("part {}", number);
  if (!value.is_object()) refuse_syntax(where + " is no object");
  ManifestPart out{.name = text_of(value, "name", where),
                   .quads = count_of(value, "quads", where),
                   .bytes = count_of(value, "bytes", where),
                   .sha256 = text_of(value, "sha256", where)};
  if (!is_plain_path(out.name))
    refuse("manifest.name",
           fmt::format("the name of {}, \"{}\", is no plain path down from the folder of "
                       "the manifest",
                       where, excerpt(out.name)));
  if (!is_sha256(out.sha256))
    refuse_syntax(
        fmt::format("\"sha256\" of {} is not 64 lower-case hexadecimal digits", where));
  return out;
}

ManifestRow read_row(const JsonValue& value, std::size_t number) {
  const std::string where = fmt::format("row {}", number);
  if (!value.is_object()) refuse_syntax(where + " is no object");
  return {.name = text_of(value, "name", where),
          .way = text_of(value, "way", where, true),
          .complete = truth_of(value, "complete", where),
          .quads = count_of(value, "quads", where),
          .problem = text_of(value, "problem", where, true)};
}

/// Adds up; what is too much to be true is refused.
std::uint64_t sum_of(const std::vector<ManifestPart>& parts,
                     std::uint64_t ManifestPart::*member) {
  std::uint64_t out = 0;
  for (const ManifestPart& part : parts) {
    if (part.*member > kMostCount - out)
      refuse("manifest.sum", "its parts come to more than 2^63-1");
    out += part.*member;
  }
  return out;
}

void check_sums(const Manifest& manifest, const JsonValue& all) {
  for (const auto& [name, member] :
       {std::pair{std::string_view{"quads"}, &ManifestPart::quads},
        std::pair{std::string_view{"bytes"}, &ManifestPart::bytes}}) {
    const std::uint64_t said = count_of(all, name, "it");
    const std::uint64_t sum = sum_of(manifest.parts, member);
    if (said != sum)
      refuse("manifest.sum",
             fmt::format("it says {} {}, but its parts have {}", said, name, sum));
  }
}

}  // namespace

std::uint64_t Manifest::quads() const { return sum_of(parts, &ManifestPart::quads); }

std::uint64_t Manifest::bytes() const { return sum_of(parts, &ManifestPart::bytes); }

std::string_view last_segment_of(std::string_view place) {
  const auto url = split_url(place);
  const std::string_view path = url && !url->host.empty() ? url->path : place;
  return path.substr(path.rfind('/') + 1);
}

/// So few characters that it is the same path everywhere; no segment begins with a dot.
bool is_plain_path(std::string_view name) {
  if (name.empty() || name.size() > kMostNameBytes) return false;
  for (const std::string_view segment : split(name, '/'))
    if (segment.empty() || segment.starts_with('.') ||
        !std::ranges::all_of(segment, is_name_character))
      return false;
  return true;
}

bool is_called_manifest(std::string_view place) {
  return last_segment_of(place) == kManifestName;
}

bool is_marked(std::string_view text, std::string_view mark) {
  return trim(text).starts_with('{') &&
         text.find(fmt::format("\"{}\"", mark)) != std::string_view::npos;
}

bool is_manifest(std::string_view text) { return is_marked(text, kMark); }

Manifest read_manifest(std::string_view text) {
  if (text.size() > kMostManifestBytes)
    refuse_syntax("it is longer than " + human_bytes(kMostManifestBytes));
  if (!is_utf8(text)) refuse_syntax("it is not UTF-8");
  JsonText copy{text};
  JsonArena arena;
  const JsonReader::Result json = read_json(copy, arena, kDepth);
  if (!json.problem.code.empty())
    refuse_syntax(fmt::format("it is no JSON, or was cut off: {} (at byte {})",
                              json.problem.message, json.problem.offset));
  if (json.repeated > 0)
    refuse_syntax(fmt::format("the member \"{}\" stands in one object twice",
                              excerpt(json.repeated_name)));
  if (!json.value.is_object()) refuse_syntax("it is no JSON object");
  if (const std::uint64_t version = count_of(json.value, kMark, "it");
      version != kVersion)
    refuse("manifest.version",
           fmt::format("it is of version {}, of which this semsite knows nothing (it "
                       "reads version {})",
                       version, kVersion));
  Manifest out;
  out.complete = truth_of(json.value, "complete", "it");
  out.finished = text_of(json.value, "finished", "it");
  std::unordered_set<std::string_view> names;
  const std::span<const JsonValue> parts = items_of(json.value, "parts");
  out.parts.reserve(parts.size());
  for (const JsonValue& part : parts) {
    out.parts.push_back(read_part(part, out.parts.size() + 1));
    if (!names.insert(out.parts.back().name).second)
      refuse("manifest.name",
             fmt::format("the part \"{}\" stands there twice", out.parts.back().name));
  }
  for (const JsonValue& row : items_of(json.value, "report"))
    out.rows.push_back(read_row(row, out.rows.size() + 1));
  check_sums(out, json.value);
  return out;
}

std::string manifest_text(const Manifest& manifest) {
  JsonWriter json{1};
  json.object()
      .member(kMark, kVersion)
      .member("program", "semsite " SEMSITE_VERSION)
      .member("complete", manifest.complete)
      .member("finished", manifest.finished)
      .member("quads", manifest.quads())
      .member("bytes", manifest.bytes())
      .key("parts")
      .array();
  for (const ManifestPart& part : manifest.parts)
    json.object()
        .member("name", part.name)
        .member("quads", part.quads)
        .member("bytes", part.bytes)
        .member("sha256", part.sha256)
        .end();
  json.end().key("report").array();
  for (const ManifestRow& row : manifest.rows)
    json.object()
        .member("name", row.name)
        .member_if("way", row.way)
        .member("complete", row.complete)
        .member("quads", row.quads)
        .member_if("problem", row.problem)
        .end();
  json.end().end();
  return json.text() + "\n";
}

}  // namespace semsite
