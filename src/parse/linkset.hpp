#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "markup/link_header.hpp"
#include "reading/parse_job.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// More links of one link set than this are left out.
inline constexpr std::size_t kMostLinksetLinks = 500'000;

/// The links of an `application/linkset+json` document (RFC 9264 §4.2), references as
/// written, in order. What has another shape than the RFC gives it is passed over and
/// reported: "linkset.member", "linkset.relation", "linkset.target",
/// "linkset.attribute", "linkset.repeated-name", "linkset.limit". DocumentError
/// "linkset.syntax" if it is no link set at all.
[[nodiscard]] std::vector<HeaderLink> read_linkset_json(std::string_view text,
                                                        Diagnostics& diagnostics,
                                                        const Limits& limits);

/// The same for `application/linkset` (RFC 9264 §4.1): the value of a `Link` field, where
/// lines may break. "linkset.malformed" is what is passed over.
[[nodiscard]] std::vector<HeaderLink> read_linkset_text(std::string_view text,
                                                        Diagnostics& diagnostics);

/// All bytes, as UTF-8. DocumentError "linkset.too-long" above `limits.page_bytes`.
[[nodiscard]] std::string read_linkset_bytes(ByteSource& bytes, const Limits& limits);

/// Which of the two a document begins like, by its first member or link; `none` if like
/// none of them.
enum class LinksetForm { none, text, json };
[[nodiscard]] LinksetForm linkset_form(std::string_view head);

/// Does the JSON that begins with `head` have the member `linkset` with link context
/// objects, or none of them (RFC 9264 §4.2)? JSON-LD may have a term of that name for
/// something else.
[[nodiscard]] bool has_link_contexts(std::string_view head);

/// Reads a link set (RFC 9264) as RDF (docs/linksets.md): ParseFn of
/// `application/linkset` and `application/linkset+json`.
///
/// A link without an anchor, or with a relative reference (but `""`), is passed over,
/// "linkset.no-anchor" and "linkset.relative": what it is about cannot be told (RFC 9264
/// §4). With `ParseSettings::linkset_anchor` it is about that, and references resolve
/// against the link set's URL.
void parse_linkset(const ParseJob& job);
void parse_linkset_json(const ParseJob& job);

}  // namespace semsite
