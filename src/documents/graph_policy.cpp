#include "documents/graph_policy.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/byte_scan.hpp"
#include "base/hash.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/utf8.hpp"
#include "rdf/iri.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

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

/// The name of an entry as a part of a path: any bytes may stand in an archive.
std::string encoded_entry(std::string_view entry) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const bool utf8 = is_utf8(entry);
  const auto is_escape = [&](std::size_t at) {
    return at + 2 < entry.size() && hex_value(entry[at + 1]) >= 0 &&
           hex_value(entry[at + 2]) >= 0;
  };
  std::string out;
  for (std::size_t i = 0; i < entry.size(); ++i) {
    const auto byte = static_cast<unsigned char>(entry[i]);
    const bool fits = byte >= 0x80                         ? utf8
                      : entry[i] == '%'                    ? is_escape(i)
                      : entry[i] == '#' || entry[i] == '?' ? false
                                                           : !IriStop::test(byte);
    if (fits) {
      out += entry[i];
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    }
  }
  return out;
}

/// `iri` if it is one, else what repairs make of it; empty if that is none either.
std::string legal(const std::string& iri) {
  if (is_legal_iri(iri)) return iri;
  const auto repaired = repaired_iri(iri);
  return repaired && is_legal_iri(*repaired) ? *repaired : std::string{};
}

/// The address of a source as an IRI: bytes that are none are percent-encoded, and what
/// has no scheme stands behind one of ours.
std::string address_of(const std::string& url) {
  if (std::string iri = legal(url); !iri.empty() || url.empty()) return iri;
  const std::string encoded = encoded_entry(url);
  return has_scheme(encoded) ? encoded : "urn:semsite:source:" + percent_encode(url);
}

/// Puts `wanted` in as the graph, or what is nearest to it.
void name_graph(Document& out, const std::string& wanted, const std::string& address) {
  if (wanted.empty() || is_legal_iri(wanted)) {
    out.graph = wanted;
    return;
  }
  out.graph = legal(wanted);
  out.graph_lost = out.graph.empty();
  if (out.graph_lost) out.graph = address;
  out.graph_problem = fmt::format(
      "\"{}\" cannot name a graph: it {}; its quads stand in <{}>{}", excerpt(wanted),
      describe(check_iri(wanted), wanted), excerpt(out.graph),
      out.graph_lost ? ", the address of the document" : "");
}

/// `place`: of `origin`.
std::string fill(std::string_view pattern, const Origin& origin, std::string_view place,
                 std::string_view entry) {
  const std::array<std::pair<std::string_view, std::string_view>, 4> values{{
      {"{source}", place},
      {"{dataset}", origin.dataset.empty() ? place : std::string_view{origin.dataset}},
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
      "http://a.example/", "e");
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
  // Names of graphs and what `<>` stands for are data, which others will see.
  const std::string named = without_url_secrets(iri_of_entry(entry), SecretsOf::asker);
  std::string place = place_of(origin);
  // What lies in an archive lies under its URL, which ends before a fragment.
  if (!entry.empty()) place = without_fragment(place);
  const std::string address = address_of(without_url_secrets(place, SecretsOf::asker));
  const std::string encoded = encoded_entry(entry);
  std::string graph;
  out.iri = !named.empty()  ? named
            : entry.empty() ? address
                            : fmt::format("{}/{}", address, encoded);
  // What the user says is the place of the whole; an archive's files lie under it.
  out.base = entry.empty() && !origin.base.empty() ? origin.base : out.iri;
  if (origin.base.empty() && !has_scheme(origin.url) && named.empty())
    out.base = origin.url;  // what is relative to nothing stays so
  out.got_from = origin.url;
  out.name = without_url_secrets(
                 entry.empty() ? origin.url : fmt::format("{}!{}", origin.url, entry)) +
             origin.piece;
  // The entry's place in its archive, not its meaning: two archives may hold the same
  // name.
  const std::string& whole = origin.whole.empty() ? origin.url : origin.whole;
  out.scope = short_hash(entry.empty() ? whole : fmt::format("{}/{}", whole, entry));
  if (!origin.part.empty()) out.scope = short_hash(out.scope + origin.part);
  switch (policy.use) {
    case GraphUse::automatic:
      graph = !named.empty()                                             ? named
              : !origin.graph.empty()                                    ? origin.graph
              : origin.naming == Naming::dump && !origin.dataset.empty() ? origin.dataset
                                                                         : out.iri;
      break;
    case GraphUse::own:
      graph = origin.graph;
      break;
    case GraphUse::source:
      graph = out.iri;
      break;
    case GraphUse::dataset:
      graph = origin.dataset.empty() ? address : origin.dataset;
      break;
    case GraphUse::none:
      out.drop_graphs = true;
      break;
    case GraphUse::pattern:
      graph = fill(policy.pattern, origin, place, encoded);
      break;
  }
  name_graph(out, without_url_secrets(graph, SecretsOf::asker), out.iri);
  return out;
}

}  // namespace semsite
