#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "discover/description_graph.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// What a property or element of this IRI says of rights; nothing: it says nothing of
/// them.
[[nodiscard]] std::optional<LicenceStatement::Kind> licence_kind(std::string_view iri);

/// "licence" or "rights".
[[nodiscard]] std::string_view licence_word(const LicenceStatement& one);

/// Adds `one` unless it is there. At most 100, each of them at most 8 KiB.
void add_licence(std::vector<LicenceStatement>& licences, LicenceStatement one);

/// Adds what a description says of the licence of the dataset at `node`: of itself, and
/// of its distributions (DCAT 3 §6.8.3). What is said of its catalogue or its parts is
/// not its licence.
void read_licences(const DescriptionGraph& graph, DescriptionGraph::Node node,
                   std::vector<LicenceStatement>& out);

/// Adds what links of the page at `node` say (FAIR Signposting Profile, `license`),
/// which must be about that dataset alone.
void read_signposted_licences(const DescriptionGraph& graph, DescriptionGraph::Node node,
                              std::vector<LicenceStatement>& out);

}  // namespace semsite
