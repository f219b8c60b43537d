#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "markup/html_builder.hpp"
#include "markup/robots_wish.hpp"
#include "semsite/limits.hpp"

struct _xmlDoc;
struct _xmlNode;

namespace semsite {

/// Which parser made the tree of a page.
enum class PageMarkup : std::uint8_t {
  html,  ///< the HTML standard's algorithm (Gumbo)
  xml,   ///< XML 1.0: XHTML, SVG, any other XML
};

struct HtmlPageOptions {
  std::string_view media_type{};  ///< as sent, with its parameters; empty = unknown
  std::string_view base{};        ///< IRI that relative references begin with
  /// How `<base href>` becomes the page's base; null: it is passed over.
  std::string (*resolve)(std::string_view base, std::string_view href) = nullptr;
  /// HTML and XML are told apart by the media type and the first bytes; a page that says
  /// it is XHTML but is not well-formed is read as HTML. Set to have one of them only.
  enum class Reading : std::uint8_t { guess, html, xml } reading = Reading::guess;
  /// HTML whose tags are in order gets the same tree by a shorter way. `standard`: never.
  enum class Builder : std::uint8_t { quickest, standard } builder = Builder::quickest;
};

/// A page as a tree, read once for all syntaxes and links.
///
/// The tree is a libxml2 document, made by Gumbo or by libxml2: HTML elements stand in
/// the XHTML namespace under lower-case names, SVG and MathML in theirs, whichever parser
/// made it; attributes keep their order. It is read-only: nothing may be added to it,
/// freed in it or renamed (texts and names are shared). At most `Limits::xml_depth`
/// elements deep, so that recursion over it is safe. One thread at a time may move it;
/// many may read it.
class HtmlPage {
 public:
  using Document = std::shared_ptr<const ::_xmlDoc>;
  struct Facts {
    PageMarkup markup = PageMarkup::html;
    std::string address;
    std::string base;
    std::string encoding;
    std::string doctype;
    const ::_xmlNode* outermost = nullptr;  ///< null: the root
  };
  HtmlPage(Document document, Facts facts);

  [[nodiscard]] const ::_xmlDoc* document() const { return document_.get(); }
  /// The root element; null if there is none (only XML may be empty).
  [[nodiscard]] const ::_xmlNode* root() const { return root_; }
  /// The outermost element that was written: of a page that is one element, without the
  /// `html`, `head` and `body` that HTML puts around it, that element; else the root.
  [[nodiscard]] const ::_xmlNode* outermost() const {
    return facts_.outermost != nullptr ? facts_.outermost : root_;
  }
  [[nodiscard]] PageMarkup markup() const { return facts_.markup; }
  /// What relative references of the page begin with: the first `<base href>`, resolved
  /// against the given base, else that base. `xml:base` is not looked at.
  [[nodiscard]] const std::string& base() const { return facts_.base; }
  /// The base that was given, without regard to `<base>`.
  [[nodiscard]] const std::string& address() const { return facts_.address; }
  /// Name of the encoding the bytes were read in, lower case: "utf-8", "windows-1252", …
  [[nodiscard]] const std::string& encoding() const { return facts_.encoding; }

  /// The text of the document type declaration, `<!DOCTYPE …`; empty if there is none.
  [[nodiscard]] const std::string& doctype() const { return facts_.doctype; }

 private:
  Document document_;
  Facts facts_;
  const ::_xmlNode* root_ = nullptr;
};

/// All bytes of a page. Throws DocumentError("html.too-long") above `limits.page_bytes`.
[[nodiscard]] std::string read_page_bytes(ByteSource& bytes, const Limits& limits);

/// A page that has been decoded and has no tree yet.
struct HtmlSource {
  std::string text;      ///< UTF-8, line ends as LF
  std::string encoding;  ///< see HtmlPage::encoding
  enum class Kind : std::uint8_t {
    html,
    xhtml,  ///< XML, or HTML if it is not well-formed
    xml,
  } kind = Kind::html;
};

/// Decodes `bytes` and says how they are to be read. Bytes that had to be replaced are
/// reported ("html.encoding").
[[nodiscard]] HtmlSource decode_html_page(std::string bytes,
                                          const HtmlPageOptions& options,
                                          Diagnostics& diagnostics);

/// Makes the tree of a decoded page, which need not outlive the call. Repairs and bounds
/// are reported ("html.too-deep", "html.not-xml"). Throws DocumentError:
/// "html.too-complex" when the tree would outgrow all use, and the codes of read_xml when
/// `options.reading` is xml and the text is not well-formed.
[[nodiscard]] HtmlPage read_html_page(const HtmlSource& source,
                                      const HtmlPageOptions& options,
                                      const Limits& limits, Diagnostics& diagnostics);

/// Both in one.
[[nodiscard]] HtmlPage read_html_page(std::string_view bytes,
                                      const HtmlPageOptions& options,
                                      const Limits& limits, Diagnostics& diagnostics);

/// Fills `builder` with the tree of an XML document (UTF-8, whatever its declaration
/// says). References to the entities of XHTML are resolved, others as read_xml does it:
/// nothing external, ever. Throws DocumentError with the codes of read_xml when it is not
/// well-formed.
void build_from_xml(std::string_view text, HtmlBuilder& builder, const Limits& limits);

/// A link of a page to something else.
struct PageLink {
  enum class Place : std::uint8_t {
    link,     ///< `<link>`: about the page as a whole
    anchor,   ///< `<a>` or `<area>`
    refresh,  ///< `<meta http-equiv="refresh">`: where the page redirects to
    frame,    ///< `<frame>` or `<iframe>`: a page that is shown in it
  };
  Place place = Place::link;
  /// Words, names in lower case, one space between; may be empty. Of a redirect
  /// "refresh".
  std::string rel;
  std::string href;  ///< as written, without white space around it; relative to the base
  std::string type;  ///< media type as written, may be empty
  std::uint64_t line = 0;
  /// URIs of the target's format, as written.
  std::string profile{};
  bool has_hreflang = false;  ///< it says in which language the target is
};

/// More links of one page than this are left out.
inline constexpr std::size_t kMostPageLinks = 100'000;

/// The words of a `rel` as PageLink has them.
[[nodiscard]] std::string link_words(std::string_view rel);

/// All links with an `href`, and where the page redirects to, in order; up to
/// kMostPageLinks.
[[nodiscard]] std::vector<PageLink> page_links(const HtmlPage& page);

/// What all its `<meta>` ask of programs like this one.
[[nodiscard]] RobotsWish page_robots(const HtmlPage& page);

}  // namespace semsite
