#include "app/option_roles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kWays = "dump,fragments,sparql,crawl";

/// Bounds are none of them: a run with a wider one goes on with what a narrower one left.
/// Nor is what says who asks, and by which road: logins and headers change with the day.
constexpr auto kRoles = std::to_array<OptionRole>({
    // Messages
    {"help"},
    {"quiet"},
    {"verbose"},
    {"progress"},
    {"log"},
    {"color"},
    {"config", Shapes::nothing, FileUse::reads},
    // Network
    {"delay"},
    {"rate"},
    {"connections"},
    {"parallel"},
    {"user-agent"},
    {"contact"},
    {"header"},
    {"header-everywhere"},
    {"user"},
    {"netrc"},
    {"proxy"},
    {"cacert", Shapes::nothing, FileUse::reads},
    {"cert", Shapes::nothing, FileUse::reads},
    {"key", Shapes::nothing, FileUse::reads},
    {"connect-to"},
    {"resolve"},
    {"allow-private"},
    {"ignore-robots"},
    {"retries"},
    {"retry-delay"},
    {"connect-timeout"},
    {"stall-timeout"},
    {"request-timeout"},
    {"speed-limit"},
    {"speed-time"},
    {"max-delay"},
    {"max-redirects"},
    // Discovery and plan
    {"prefer", Shapes::ways, FileUse::none, kWays},
    {"only", Shapes::list},
    {"graph-store", Shapes::output},
    {"dataset", Shapes::output},
    {"resource", Shapes::output},
    {"sample", Shapes::output},
    {"include", Shapes::output},
    {"exclude", Shapes::output},
    {"dump-semantics", Shapes::output, FileUse::none, "auto"},
    {"authoritative-only", Shapes::output},
    {"trust", Shapes::output},
    {"seed"},
    {"guess", Shapes::output},
    {"descriptions", Shapes::output},
    {"no-head", Shapes::output},                 // whose a name is, it leaves open
    {"sites", Shapes::nothing, FileUse::reads},  // what stands in it is compared
    {"max-sitemaps"},
    {"max-pages"},
    {"max-depth"},
    {"retry-budget"},
    {"since", Shapes::output},
    {"max-bytes"},
    {"max-time"},
    {"max-index-depth"},
    {"max-datasets"},
    // Output
    {"output", Shapes::nothing, FileUse::writes},
    {"format", Shapes::output, FileUse::none, "nquads"},
    {"on-error", Shapes::output, FileUse::none, "skip"},
    {"quarantine", Shapes::nothing, FileUse::writes},
    {"jsonld", Shapes::output, FileUse::none, "stream"},
    {"context", Shapes::output, FileUse::reads},
    {"native-types", Shapes::output},
    {"use-rdf-type", Shapes::output},
    {"rdf-direction", Shapes::output, FileUse::none, "none"},
    {"class", Shapes::output},
    {"predicates", Shapes::output},
    {"many", Shapes::output, FileUse::none, "join"},
    {"rdf", Shapes::output, FileUse::none, "1.2"},
    {"triple-terms", Shapes::output},
    {"direction", Shapes::output},
    {"graph", Shapes::output, FileUse::none, "auto"},
    {"mappings", Shapes::in_order, FileUse::reads},
    // Run
    {"report", Shapes::nothing, FileUse::writes},
    {"state", Shapes::nothing, FileUse::by_command},
    {"fresh"},
    {"provenance", Shapes::output},
    {"changes", Shapes::nothing, FileUse::by_command},
    {"follow", Shapes::list, FileUse::none, "describedby"},
    {"ocx-type", Shapes::list},
    {"ocx-format", Shapes::list},
    {"documents", Shapes::path, FileUse::writes},
    // Afterwards
    {"slice", Shapes::output},
    {"closure", Shapes::output},
    {"prefix", Shapes::output},
    {"tmp", Shapes::nothing, FileUse::writes},
    {"memory"},
    {"load"},
    {"load-user"},
    {"protocol"},
    {"query"},
    {"replace"},
    {"verify"},
    {"batch-size"},
    {"batch-time"},
    // Limits of what is unpacked and read
    {"max-line"},
    {"max-page"},
    {"max-page-quads"},
    {"max-page-iris"},
    {"max-context"},
    {"max-contexts"},
    {"max-json-depth"},
    {"max-xml-depth"},
    {"max-turtle-depth"},
    {"max-ratio"},
    {"max-entries"},
    {"max-archive-depth"},
    {"max-robots-bytes"},
    {"max-sitemap-bytes"},
    {"max-sitemap-entries"},
    // Of other commands: only files matter
    {"expand-context", Shapes::nothing, FileUse::reads},
    {"document-map", Shapes::nothing, FileUse::reads},
    {"header-file", Shapes::nothing, FileUse::reads},
    {"index", Shapes::nothing, FileUse::by_command},
    {"port-file", Shapes::nothing, FileUse::writes},
    {"dir", Shapes::nothing, FileUse::writes},
});

std::string joined_list(std::string_view text) {
  std::string out;
  for (const std::string_view word : split(text, ','))
    if (!trim(word).empty())
      out += fmt::format("{}{}", out.empty() ? "" : ",", trim(word));
  return out;
}

std::string all_ways(std::string_view text) {
  std::string out = joined_list(text);
  for (const std::string_view way : split(kWays, ',')) {
    const auto words = split(out, ',');
    if (std::ranges::find(words, way) == words.end()) out += fmt::format(",{}", way);
  }
  return out;
}

std::string plain_path(const std::string& text) {
  std::string out = std::filesystem::path{text}.lexically_normal().string();
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

std::string compared(const std::string& text, Shapes shapes) {
  switch (shapes) {
    case Shapes::list:
      return joined_list(text);
    case Shapes::ways:
      return all_ways(text);
    case Shapes::path:
    case Shapes::in_order:
      return plain_path(text);
    case Shapes::nothing:
    case Shapes::output:
      break;
  }
  return text;
}

}  // namespace

const OptionRole* role_of(std::string_view name) {
  const auto* const found = std::ranges::find(kRoles, name, &OptionRole::name);
  return found == kRoles.end() ? nullptr : found;
}

std::vector<ShapingOption> shaping_options(const GivenOptions& given) {
  std::vector<ShapingOption> out;
  for (const std::string& name : given.names()) {
    const OptionRole* const role = role_of(name);
    const Shapes shapes = role == nullptr ? Shapes::output : role->shapes;
    if (shapes == Shapes::nothing) continue;
    ShapingOption one{.name = name, .texts = {}};
    for (const std::string& text : given.texts(name))
      one.texts.push_back(compared(text, shapes));
    if (shapes != Shapes::in_order) {
      std::ranges::sort(one.texts);
      const auto again = std::unique(one.texts.begin(), one.texts.end());
      one.texts.erase(again, one.texts.end());
    }
    const bool holds_anyway =
        role != nullptr && !role->otherwise.empty() &&
        one.texts == std::vector<std::string>{std::string{role->otherwise}};
    if (!holds_anyway) out.push_back(std::move(one));
  }
  return out;
}

std::vector<std::string> files_read(const std::string& command,
                                    const GivenOptions& given) {
  std::vector<std::string> out;
  for (const std::string& name : given.names()) {
    const OptionRole* const role = role_of(name);
    if (role == nullptr) continue;
    const bool reads =
        role->file == FileUse::reads ||
        (role->file == FileUse::by_command && name == "changes" && command == "index");
    if (!reads) continue;
    for (const std::string& text : given.texts(name)) out.push_back(text);
  }
  const char* const home = std::getenv("HOME");
  if (given.has("netrc") && home != nullptr) out.push_back(std::string{home} + "/.netrc");
  return out;
}

}  // namespace semsite
