#include "crawl/graph_policy.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/errors.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

/// The IRI that a file name in an archive stands for; empty if it stands for none.
std::string iri_of_entry(std::string_view entry) {
  const std::string_view name = entry.substr(entry.rfind('/') + 1);
  if (name.find('%') == std::string_view::npos) return {};
  std::string iri = percent_decode(name);
  if (!is_http(iri) && !iri.starts_with("urn:")) return {};
  return check_iri(iri) == IriProblem::none ? iri : std::string{};
}

/// Where the document belongs: what the user says goes before where it was found, so that
/// no path of this machine gets into the output.
const std::string& place_of(const Origin& origin) {
  return origin.base.empty() ? origin.url : origin.base;
}

std::string fill(std::string_view pattern, const Origin& origin, std::string_view entry) {
  const std::array<std::pair<std::string_view, std::string_view>, 4> values{{
      {"{source}", place_of(origin)},
      {"{dataset}", origin.dataset.empty() ? place_of(origin) : origin.dataset},
      {"{site}", origin.site},
      {"{entry}", entry},
  }};
  std::string out;
  while (!pattern.empty()) {
    bool filled = false;
    for (const auto& [mark, value] : values) {
      if (!pattern.starts_with(mark)) continue;
      out += value;
      pattern.remove_prefix(mark.size());
      filled = true;
      break;
    }
    if (filled) continue;
    out += pattern.front();
    pattern.remove_prefix(1);
  }
  return out;
}

}  // namespace

GraphPolicy graph_policy(std::string_view text) {
  if (text == "auto") return {GraphUse::automatic, {}};
  if (text == "own") return {GraphUse::own, {}};
  if (text == "source") return {GraphUse::source, {}};
  if (text == "dataset") return {GraphUse::dataset, {}};
  if (text == "none") return {GraphUse::none, {}};
  const std::string sample = fill(
      text,
      {.url = "http://a.example/", .dataset = {}, .site = "http://a.example", .base = {}},
      "e");
  if (check_iri(sample) != IriProblem::none)
    throw UsageError{
        fmt::format("--graph {}: neither auto, own, source, dataset, none nor a pattern "
                    "that makes an "
                    "IRI; patterns may use {{source}} {{dataset}} {{site}} {{entry}}",
                    text)};
  return {GraphUse::pattern, std::string{text}};
}

Document make_document(const Origin& origin, std::string_view entry,
                       const GraphPolicy& policy) {
  Document out;
  const std::string named = iri_of_entry(entry);
  out.iri = !named.empty()  ? named
            : entry.empty() ? place_of(origin)
                            : fmt::format("{}/{}", place_of(origin), entry);
  out.base = !named.empty() || origin.base.empty() ? out.iri : origin.base;
  out.name = entry.empty() ? origin.url : fmt::format("{}!{}", origin.url, entry);
  // The entry's place in its archive, not its meaning: two archives may hold the same
  // name.
  out.scope =
      short_hash(entry.empty() ? origin.url : fmt::format("{}/{}", origin.url, entry));
  if (!origin.part.empty()) out.scope = short_hash(out.scope + origin.part);
  switch (policy.use) {
    case GraphUse::automatic:
      out.graph = !named.empty()          ? named
                  : !origin.graph.empty() ? origin.graph
                  : origin.naming == Naming::dump && !origin.dataset.empty()
                      ? origin.dataset
                      : out.iri;
      break;
    case GraphUse::own:
      out.graph = origin.graph;
      break;
    case GraphUse::source:
      out.graph = out.iri;
      break;
    case GraphUse::dataset:
      out.graph = origin.dataset.empty() ? place_of(origin) : origin.dataset;
      break;
    case GraphUse::none:
      out.drop_graphs = true;
      break;
    case GraphUse::pattern:
      out.graph = fill(policy.pattern, origin, entry);
      break;
  }
  return out;
}

}  // namespace semsite
