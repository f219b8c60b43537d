#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace semsite {

/// Is `text` a language tag as RDF can hold it (BCP 47, by its form only)?
[[nodiscard]] bool is_standard_language(std::string_view text);

/// May `text` be an `xml:id` (NCName of Namespaces in XML)? Beyond ASCII anything goes.
[[nodiscard]] bool is_xml_id(std::string_view text);

/// The term of the XHTML vocabulary that `token` is as the role of a page, as an IRI.
[[nodiscard]] std::optional<std::string> xhtml_role(std::string_view token);

/// Is `token` meant as a whole IRI, not as a name with a colon in it?
[[nodiscard]] bool is_role_iri(std::string_view token);

enum class StandardMedia { xml, other, html };
/// Told by a media type; parameters are ignored, empty counts as XML.
[[nodiscard]] StandardMedia standard_media(std::string_view content_type);

/// The `charset` of a media type as sent; empty if there is none.
[[nodiscard]] std::string charset_parameter(std::string_view content_type);

}  // namespace semsite
