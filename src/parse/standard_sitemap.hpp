#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.hpp"
#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "base/hash.hpp"
#include "parse/standard_location.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What a role token means.
struct StandardRole {
  std::string_view text;  ///< an IRI, or the token
  bool is_iri = false;    ///< a term of the XHTML vocabulary, a prefixed name, or an IRI
};

/// One element of a Standard-Sitemap file, as an entry of `StandardFile::elements`.
struct StandardElement {
  enum class Kind : std::uint8_t {
    sitemap,
    item,
    group,
    external,
    variant,
    image,  ///< obsolete: the logo of a site
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  Kind kind = Kind::item;
  bool excluded = false;  ///< makes no hierarchy node where it stands
  bool posts = false;     ///< an item with another method than GET: never to be fetched
  bool of_this_file = false;  ///< an external whose reference is a fragment only
  std::uint32_t parent = kNone;
  std::uint32_t first_child = kNone, last_child = kNone, next = kNone;
  std::uint32_t number = 1;  ///< among the elements of its parent, from 1
  std::uint32_t line = 0;
  std::uint32_t first_role = 0, roles = 0;  ///< in `StandardFile::roles`

  // Views into the file. Empty: there is none.
  std::string_view id;   ///< `xml:id`
  std::string_view url;  ///< absolute; of an external with its fragment
  std::string_view name;
  std::string_view description;
  std::string_view language;  ///< of `name` and `description`
  std::string_view lang;      ///< of the page, own or inherited
  std::string_view type;      ///< media type of the page, own or inherited
  std::string_view relation, order, priority;
};

/// One file of a Standard-Sitemap: what its elements say, without those of other
/// namespaces, `style` and `class-change`. Parents come before their children.
struct StandardFile {
  std::string url;                        ///< after redirects, without fragment
  std::vector<StandardElement> elements;  ///< [0] is the `sitemap`
  std::vector<StandardRole> roles;
  std::unordered_map<std::string_view, std::uint32_t, KeyedHash, std::equal_to<>>
      ids;               ///< elements by `xml:id`
  bool complete = true;  ///< false: a limit was reached, or it breaks off (`code` says)
  std::string code, problem;
  std::uint64_t bytes = 0;
  Arena texts;  ///< holds them

  /// IRI of the node of element `index`: the file with `#` and its `xml:id`, or the
  /// XPointer of its place (`#element(/1/2)`).
  [[nodiscard]] std::string node(std::uint32_t index) const;
  /// The element that a fragment names, by its `xml:id` or by the `element()` scheme of
  /// XPointer; kNone if there is none.
  [[nodiscard]] std::uint32_t find(std::string_view fragment) const;
};

/// How a file is read.
struct StandardReading {
  std::string url;           ///< after redirects
  std::string content_type;  ///< as sent, with parameters; empty = unknown
  enum class Rules : std::uint8_t {
    lenient,  ///< obsolete forms are read, and each is noted
    strict,   ///< only what the specification has
  } rules = Rules::lenient;
};

/// Bounds of a Standard-Sitemap (standard-sitemap §6).
inline constexpr std::uint32_t kStandardDepth = 64;
inline constexpr std::uint32_t kStandardNodes = 200'000;
inline constexpr std::uint32_t kStandardFiles = 100;
inline constexpr std::uint64_t kStandardBytes = 50 * kMiB;

/// Reads one file. What is wrong in it goes to `faults` ("ssp.…") and costs no more than
/// its own element. Throws DocumentError when it is none at all: "ssp.not-standard" (the
/// root is something else), "ssp.no-namespace" (strict), "ssp.media-type", or the codes
/// of read_xml when nothing could be read; when it breaks off later, `complete` is false.
[[nodiscard]] std::shared_ptr<const StandardFile> read_standard_sitemap(
    ByteSource& bytes, const StandardReading& reading, const Limits& limits,
    Diagnostics& faults);

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
