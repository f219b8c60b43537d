#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// A target attribute of a link (RFC 8288 §3.4).
struct LinkAttribute {
  std::string name;      ///< lower case; `*` at its end: the value had a language
  std::string value;     ///< without quotes, escapes and percent-encoding
  std::string language;  ///< of `name*`; may be empty (RFC 8187 §3.2.1)
};

/// One link-value, references as written. Of `rel`, `rev`, `anchor`, `media`, `title`,
/// `title*` and `type` only the first of a link counts (RFC 8288 §3.2–3.4).
struct HeaderLink {
  std::string target;
  /// One for each word: lower case, but URIs as written. Empty without `rel`.
  std::vector<std::string> relations;
  std::vector<std::string> reverse;   ///< the same for `rev`
  std::optional<std::string> anchor;  ///< another context than the document
  std::vector<LinkAttribute> attributes;

  /// Value of the first attribute of this name; empty if there is none.
  [[nodiscard]] std::string_view attribute(std::string_view name) const;
  /// Types are compared without regard to case, URIs too (RFC 8288 §2.1); the URI of a
  /// registered type is that type.
  [[nodiscard]] bool has_relation(std::string_view relation) const;
};

struct LinkHeader {
  std::vector<HeaderLink> links;      ///< those without a relation included
  std::vector<std::string> problems;  ///< what was passed over, and why
};

/// The name of a registered relation type, where `relation` is its URI (RFC 4287
/// §4.2.7.2); else `relation` itself.
[[nodiscard]] std::string_view registered_name(std::string_view relation);
/// What relation types are compared by: equal for two spellings of one (RFC 8288 §2.1.2:
/// without case; a registered one by its name or by its URI).
[[nodiscard]] std::string relation_key(std::string_view relation);

/// The words of a `rel`: lower case, but URIs keep their spelling, as they may become
/// predicates. Of more than 100 the first ones.
[[nodiscard]] std::vector<std::string> relation_types(std::string_view rel);

/// Reads the value of a `Link` field, or of several joined by commas (RFC 8288 §3 and
/// appendix B.2), as tolerantly as that: any text gives something. Line ends count as
/// space, so that folded fields and application/linkset (RFC 9264 §4.1) can be read too.
/// More links than `most_links` are left out.
[[nodiscard]] LinkHeader read_link_header(std::string_view value,
                                          std::size_t most_links = 10'000);

}  // namespace semsite
