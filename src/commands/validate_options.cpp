#include "commands/validate_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/values.hpp"
#include "semsite/errors.hpp"
#include "validate/rule.hpp"

namespace semsite {
namespace {

using Form = ValidateOptions::Form;

Form form_of(const GivenOptions& given, const std::string& output) {
  const std::string name = given.text("format");
  if (name.empty())
    return output.ends_with(".html")   ? Form::html
           : output.ends_with(".json") ? Form::json
                                       : Form::text;
  if (name == "text") return Form::text;
  if (name == "json") return Form::json;
  if (name == "html") return Form::html;
  refuse_word("--format", name, {"text", "json", "html"});
}

/// Patterns of codes, each of which is of some code.
std::vector<std::string> codes_of(const GivenOptions& given, const std::string& option) {
  std::vector<std::string> out;
  for (const std::string& text : given.texts(option))
    for (const std::string_view word : split(text, ',')) {
      const std::string pattern{trim(word)};
      const auto is_it = [&](const ValidationRule& rule) {
        return matches_glob(rule.code, pattern);
      };
      const bool known =
          std::ranges::any_of(validation_rules(), is_it) || find_rule(pattern) != nullptr;
      if (!known) {
        std::vector<std::string> names;
        for (const ValidationRule& rule : validation_rules())
          names.emplace_back(rule.code);
        const auto near = nearest(pattern, names);
        throw UsageError{fmt::format(
            "--{} {}: there is no such code{}; semsite validate "
            "--codes lists them",
            option, pattern,
            near ? fmt::format(" (did you mean {}?)", *near) : std::string{})};
      }
      out.push_back(pattern);
    }
  return out;
}

}  // namespace

void read_validate_options(const GivenOptions& given, Options& out) {
  ValidateOptions& validate = out.validate;
  out.output = given.text("output", "-");
  validate.form = form_of(given, out.output);
  validate.list_codes = given.has("codes");
  const std::string fail_on = given.text("fail-on", "warning");
  const auto severity = severity_of(fail_on);
  if (!severity) refuse_word("--fail-on", fail_on, {"error", "warning", "note"});
  validate.fail_on = *severity;
  validate.choice.only = codes_of(given, "only");
  validate.choice.ignore = codes_of(given, "ignore");
  const auto count = [&](const char* name, std::uint64_t& value) {
    if (given.has(name)) value = parse_count(given.text(name), "--" + std::string{name});
  };
  std::uint64_t places = validate.choice.places;
  count("places", places);
  validate.choice.places = static_cast<std::size_t>(places);
  count("sample-pages", validate.extent.pages);
  count("sample-files", validate.extent.files);
  count("max-sitemaps", validate.extent.max_sitemaps);
  validate.extent.seed = std::random_device{}();
  count("seed", validate.extent.seed);
  if (given.has("max-time"))
    out.max_seconds = parse_duration(given.text("max-time"), "--max-time");
  if (given.has("max-bytes"))
    out.max_bytes = parse_size(given.text("max-bytes"), "--max-bytes");
  if (given.has("max-index-depth"))
    out.limits.sitemap_depth = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        parse_count(given.text("max-index-depth"), "--max-index-depth"), 1'000));
  out.base = given.text("base");
  if (!out.base.empty() && !is_http(out.base))
    throw UsageError{fmt::format(
        "--base {}: the http or https URL where the file will stand", out.base)};
}

}  // namespace semsite
