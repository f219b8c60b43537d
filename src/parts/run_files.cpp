#include "parts/run_files.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <system_error>

#include "base/text.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_value.hpp"
#include "parts/manifest.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kLatestMark = "semsite_latest";
constexpr std::string_view kLatestName = "latest.json";
constexpr std::string_view kOfRun = "semsite_run";
constexpr std::int64_t kLatestVersion = 1;
constexpr std::uint32_t kLatestDepth = 4;

[[noreturn]] void refuse_latest(const std::string& why) {
  throw DocumentError{"latest.syntax", why};
}

/// Nothing: there is none, or it is no whole number from 0 to 2^63-1.
std::optional<std::int64_t> number_in(const JsonValue& of, std::string_view name) {
  const JsonValue* const found = of.find(name);
  if (found == nullptr || !found->is_number()) return std::nullopt;
  const auto digits = json_integer(found->text());
  std::int64_t out = 0;
  if (!digits) return std::nullopt;
  const auto read = std::from_chars(digits->data(), digits->data() + digits->size(), out);
  if (read.ec != std::errc{} || read.ptr != digits->data() + digits->size() || out < 0)
    return std::nullopt;
  return out;
}

/// Empty: there is none.
std::string text_in(const JsonValue& of, std::string_view name) {
  const JsonValue* const found = of.find(name);
  return found != nullptr && found->is_string() ? std::string{found->text()}
                                                : std::string{};
}

}  // namespace

bool is_called_latest(std::string_view place) {
  return last_segment_of(place) == kLatestName;
}

bool is_latest(std::string_view text) { return is_marked(text, kLatestMark); }

LatestRun read_latest(std::string_view text) {
  JsonText copy{text};
  JsonArena arena;
  const JsonReader::Result json = read_json(copy, arena, kLatestDepth);
  if (!json.problem.code.empty())
    refuse_latest(fmt::format("it is no JSON, or was cut off: {} (at byte {})",
                              json.problem.message, json.problem.offset));
  const auto version =
      json.value.is_object() ? number_in(json.value, kLatestMark) : std::nullopt;
  if (!version)
    refuse_latest(
        fmt::format("it is no latest.json of a shared run: it has no number "
                    "\"{}\"",
                    kLatestMark));
  if (*version != kLatestVersion)
    throw DocumentError{
        "latest.version",
        fmt::format("it is of version {}, of which this semsite knows nothing (it reads "
                    "version {})",
                    *version, kLatestVersion)};
  const auto number = number_in(json.value, "number");
  LatestRun out{.name = text_in(json.value, "name"),
                .number = static_cast<std::uint64_t>(number.value_or(0)),
                .manifest = text_in(json.value, "manifest")};
  if (out.name.empty() || !number)
    refuse_latest("it has no text \"name\", or no number \"number\"");
  if (!is_plain_path(out.manifest))
    refuse_latest(fmt::format(
        "its \"manifest\", \"{}\", is no plain path down from the folder that holds {}/",
        excerpt(out.manifest), excerpt(out.name)));
  return out;
}

std::optional<SharedRunMark> read_run_mark(std::string_view text) {
  JsonText copy{text};
  JsonArena arena;
  const JsonReader::Result json = read_json(copy, arena, kLatestDepth);
  if (!json.problem.code.empty() || !json.value.is_object() ||
      json.value.find(kOfRun) == nullptr)
    return std::nullopt;
  return SharedRunMark{.name = text_in(json.value, "name"),
                       .number = number_in(json.value, "number").value_or(0),
                       .key = text_in(json.value, "key"),
                       .queue = text_in(json.value, "queue")};
}

}  // namespace semsite
