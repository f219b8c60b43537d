#include "markup/html_tree.hpp"

#include <fmt/format.h>
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_encoding.hpp"
#include "markup/html_gumbo.hpp"
#include "markup/html_node.hpp"
#include "markup/html_quick.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Bytes of tree for one page (kTreeRoomBytes of rdf/page_meter): a page of the greatest
/// length with little text takes as much.
constexpr std::uint64_t kTreeBytes = 128 * kMiB;

const xmlNode* root_of(const xmlDoc* document) {
  if (document == nullptr) return nullptr;
  const xmlNode* node = document->children;
  while (node != nullptr && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}

/// The first `<base href>`; one is enough (HTML standard §4.2.3).
std::string base_of(const xmlNode* root, const HtmlPageOptions& options) {
  if (options.resolve != nullptr)
    for (const xmlNode* at = root; at != nullptr; at = next_element(at, root))
      if (is_html(at, "base"))
        if (const auto href = attribute(at, "href"))
          return options.resolve(options.base, trim(*href));
  return std::string{options.base};
}

using Guess = HtmlSource::Kind;

/// XML is what is sent as XML. Without a media type, a declaration of XML says so, or a
/// root in a namespace of its own.
Guess guess(std::string_view text, std::string_view media_type) {
  const std::string type = lower_ascii(trim(media_type.substr(0, media_type.find(';'))));
  if (type == "text/html") return Guess::html;
  if (type == "application/xhtml+xml") return Guess::xhtml;
  if (type.ends_with("+xml")) return Guess::xml;
  const std::string_view head = trim(text.substr(0, 4096));
  const bool mentions_xhtml = head.find(kXhtmlNamespace) != std::string_view::npos;
  const bool is_html_type = lower_ascii(head).find("<!doctype html") != std::string::npos;
  const bool says_xml =
      head.starts_with("<?xml") || type == "application/xml" || type == "text/xml";
  if (mentions_xhtml && says_xml) return Guess::xhtml;
  return says_xml && !is_html_type ? Guess::xml : Guess::html;
}

/// The document type declaration, with its public identifier.
std::string doctype_of(std::string_view text) {
  const std::string_view head = text.substr(0, 4096);
  const std::size_t at = lower_ascii(head).find("<!doctype");
  if (at == std::string::npos) return {};
  return std::string{head.substr(at, head.find('>', at) - at)};
}

/// See HtmlPage::outermost; null if it is the root.
const xmlNode* lone_element(std::string_view text, const xmlNode* root) {
  // What comes first says enough: after another tag, html and body are not written.
  std::string_view rest = trim(text);
  while (rest.starts_with("<!--")) {
    const std::size_t end = rest.find("-->");
    if (end == std::string_view::npos) return nullptr;
    rest = trim(rest.substr(end + 3));
  }
  const xmlNode* const head = first_child_element(root);
  const xmlNode* const body = next_sibling_element(head);
  const xmlNode* const first = first_child_element(body);
  if (!rest.starts_with('<') || !is_html(body, "body") || first == nullptr ||
      first_child_element(head) != nullptr || next_sibling_element(first) != nullptr)
    return nullptr;
  const std::string_view name = local_name(first);
  return equal_ignoring_case(rest.substr(1, name.size()), name) ? first : nullptr;
}

/// A tree and the memory it lies in.
struct Tree {
  HtmlStore store{kTreeBytes};
  HtmlBuilder builder{store};
};

}  // namespace

HtmlPage::HtmlPage(Document document, Facts facts)
    : document_(std::move(document)),
      facts_(std::move(facts)),
      root_(root_of(document_.get())) {}

std::string read_page_bytes(ByteSource& bytes, const Limits& limits) {
  std::string out;
  for (Block block = bytes.read(); !block.empty(); block = bytes.read()) {
    if (out.size() + block.bytes.size() > limits.page_bytes)
      throw DocumentError{"html.too-long",
                          fmt::format("the page is longer than {} (--max-page)",
                                      human_bytes(limits.page_bytes))};
    out += block.bytes;
  }
  return out;
}

HtmlSource decode_html_page(std::string bytes, const HtmlPageOptions& options,
                            Diagnostics& diagnostics) {
  DecodedPage page = decode_page(std::move(bytes), options.media_type);
  if (page.guessed)
    diagnostics.report({.code = "html.encoding-guessed",
                        .message = fmt::format(
                            "neither Content-Type nor meta says the encoding, and the "
                            "bytes are no plain UTF-8; read as {}, {}",
                            page.encoding,
                            page.encoding == "windows-1252" ? "which they may well not be"
                                                            : "which they look like"),
                        .statement = {},
                        .skipped = false});
  if (page.replaced > 0)
    diagnostics.report(
        {.code = "html.encoding",
         .message = fmt::format(
             "{} of bytes are not {}; each stands as U+FFFD",
             page.replaced == 1 ? "a sequence" : grouped(page.replaced) + " sequences",
             page.encoding),
         .line = page.first_bad_line,
         .statement = {},
         .skipped = false});
  using Reading = HtmlPageOptions::Reading;
  Guess kind = guess(page.text, options.media_type);
  if (options.reading == Reading::html) kind = Guess::html;
  if (options.reading == Reading::xml && kind == Guess::html) kind = Guess::xml;
  return {
      .text = std::move(page.text), .encoding = std::move(page.encoding), .kind = kind};
}

HtmlPage read_html_page(const HtmlSource& source, const HtmlPageOptions& options,
                        const Limits& limits, Diagnostics& diagnostics) {
  HtmlPage::Facts facts;
  facts.encoding = source.encoding;
  facts.address = options.base;
  facts.doctype = doctype_of(source.text);

  Guess kind = source.kind;
  auto tree = std::make_shared<Tree>();
  if (kind != Guess::html) {
    try {
      build_from_xml(source.text, tree->builder, limits);
      facts.markup = PageMarkup::xml;
    } catch (const DocumentError& error) {
      const bool may_be_html = kind == Guess::xhtml &&
                               options.reading == HtmlPageOptions::Reading::guess &&
                               error.code().starts_with("xml.");
      if (!may_be_html) throw;
      diagnostics.report({.code = "html.not-xml",
                          .message = fmt::format("the page says it is XHTML but is read "
                                                 "as HTML: {}",
                                                 error.what()),
                          .statement = {},
                          .skipped = false});
      tree = std::make_shared<Tree>();
      kind = Guess::html;
    }
  }
  if (kind == Guess::html && (options.builder == HtmlPageOptions::Builder::standard ||
                              !build_quickly(source.text, tree->builder, limits))) {
    tree = std::make_shared<Tree>();
    build_from_html(source.text, tree->builder, limits, diagnostics);
  }
  const xmlDoc* const document = tree->builder.document();
  facts.base = base_of(root_of(document), options);
  if (kind == Guess::html) facts.outermost = lone_element(source.text, root_of(document));
  return HtmlPage{{std::move(tree), document}, std::move(facts)};
}

HtmlPage read_html_page(std::string_view bytes, const HtmlPageOptions& options,
                        const Limits& limits, Diagnostics& diagnostics) {
  return read_html_page(decode_html_page(std::string{bytes}, options, diagnostics),
                        options, limits, diagnostics);
}

namespace {

/// The longest name of an entity of XHTML is eight letters.
constexpr std::size_t kLongestXhtmlReference = 10;

/// The character behind the reference at the start of `text`, if XHTML declares it and
/// XML itself does not; 0 if not.
char32_t xhtml_entity(std::string_view text) {
  const std::size_t end = text.substr(0, kLongestXhtmlReference).find(';');
  if (end == std::string_view::npos || end < 2 || text[1] == '#') return 0;
  const std::string name{text.substr(1, end - 1)};
  for (const std::string_view own : {"amp", "lt", "gt", "quot", "apos"})
    if (name == own) return 0;
  const htmlEntityDesc* const entity =
      htmlEntityLookup(reinterpret_cast<const xmlChar*>(name.c_str()));
  return entity == nullptr ? 0 : static_cast<char32_t>(entity->value);
}

/// The document with the references of XHTML as characters, which its DTD (never
/// fetched) would have declared, and without an encoding in its declaration.
std::string prepared(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 64);
  if (text.starts_with("<?xml")) {
    const std::size_t end = text.find("?>");
    const std::size_t encoding = text.substr(0, end).find("encoding");
    if (end != std::string_view::npos && encoding != std::string_view::npos) {
      const std::size_t open = text.find_first_of("\"'", encoding);
      const std::size_t close =
          open < end ? text.find(text[open], open + 1) : std::string_view::npos;
      if (close < end) {
        out += text.substr(0, encoding);
        text.remove_prefix(close + 1);
      }
    }
  }
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find_first_of("&<"), text.size());
    out += text.substr(0, stop);
    text.remove_prefix(stop);
    if (text.empty()) break;
    std::size_t length = 1;
    if (text.front() == '&') {
      if (const char32_t c = xhtml_entity(text); c != 0) {
        append_utf8(out, c);
        text.remove_prefix(text.find(';') + 1);
        continue;
      }
    } else {
      const auto passed = [&](std::string_view end) {
        const std::size_t at = text.find(end);
        return at == std::string_view::npos ? text.size() : at + end.size();
      };
      if (text.starts_with("<![CDATA[")) length = passed("]]>");
      if (text.starts_with("<!--")) length = passed("-->");
      if (text.starts_with("<?")) length = passed("?>");
    }
    out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

class TreeHandler final : public XmlHandler {
 public:
  explicit TreeHandler(HtmlBuilder& builder) : builder_(builder) {}

  void set_position(const XmlPosition& position) { position_ = &position; }

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    flush();
    builder_.open(name_of(name), line());
    builder_.declare(declared);
    for (const XmlAttribute& attribute : attributes)
      builder_.attribute(name_of(attribute.name), builder_.store().keep(attribute.value));
  }
  void end_element(const XmlName&) override {
    flush();
    builder_.close();
  }
  void characters(std::string_view text) override {
    if (text_.empty()) text_line_ = line();
    text_ += text;
  }
  void comment(std::string_view text) override {
    flush();
    builder_.comment(builder_.store().keep(text), line());
  }

 private:
  HtmlBuilder::Name name_of(const XmlName& name) {
    return {.local = builder_.store().keep(name.local),
            .name_space = name.namespace_.empty()
                              ? nullptr
                              : builder_.name_space(name.namespace_, name.prefix)};
  }
  void flush() {
    if (text_.empty()) return;
    builder_.text(builder_.store().keep(text_), text_line_);
    text_.clear();
  }
  [[nodiscard]] std::uint64_t line() const {
    return position_ == nullptr ? 0 : position_->line();
  }

  HtmlBuilder& builder_;
  const XmlPosition* position_ = nullptr;
  std::string text_;
  std::uint64_t text_line_ = 0;
};

}  // namespace

void build_from_xml(std::string_view text, HtmlBuilder& builder, const Limits& limits) {
  MemorySource bytes{prepared(text)};
  TreeHandler handler{builder};
  read_xml(bytes, handler, limits,
           {.internal_entities = true,
            .on_position =
                [](void* user, const XmlPosition& position) {
                  static_cast<TreeHandler*>(user)->set_position(position);
                },
            .user = &handler});
}

std::string link_words(std::string_view rel) {
  constexpr std::string_view kSpace = " \t\n\f\r";
  std::string out;
  for (std::size_t at = rel.find_first_not_of(kSpace); at != std::string_view::npos;
       at = rel.find_first_not_of(kSpace, at)) {
    const std::string_view word = rel.substr(at, rel.find_first_of(kSpace, at) - at);
    at += word.size();
    if (!out.empty()) out += ' ';
    // An IRI is a predicate of its own spelling (RFC 8288 §2.1.2).
    if (word.find(':') == std::string_view::npos)
      out += lower_ascii(word);
    else
      out += word;
  }
  return out;
}

std::vector<PageLink> page_links(const HtmlPage& page) {
  std::vector<PageLink> out;
  for (const _xmlNode* at = page.root(); at != nullptr && out.size() < kMostPageLinks;
       at = next_element(at, page.root())) {
    if (!is_html(at)) continue;
    const std::string_view name = local_name(at);
    if (name == "meta") {
      const std::optional<std::string_view> content = attribute(at, "content");
      const std::string_view kind = attribute(at, "http-equiv").value_or("");
      if (!content || !equal_ignoring_case(trim(kind), "refresh")) continue;
      if (const std::string_view target = refresh_target(*content); !target.empty())
        out.push_back({.place = PageLink::Place::refresh,
                       .rel = "refresh",
                       .href = std::string{target},
                       .type = {},
                       .line = line_of(at)});
      continue;
    }
    if (name == "frame" || name == "iframe") {
      if (const auto source = attribute(at, "src"))
        out.push_back({.place = PageLink::Place::frame,
                       .rel = {},
                       .href = std::string{trim(*source)},
                       .type = {},
                       .line = line_of(at)});
      continue;
    }
    const bool is_anchor = name == "a" || name == "area";
    if (!is_anchor && name != "link") continue;
    const auto href = attribute(at, "href");
    if (!href) continue;
    out.push_back(
        {.place = is_anchor ? PageLink::Place::anchor : PageLink::Place::link,
         .rel = link_words(attribute(at, "rel").value_or("")),
         .href = std::string{trim(*href)},
         .type = std::string{trim(attribute(at, "type").value_or(""))},
         .line = line_of(at),
         .profile = std::string{trim(attribute(at, "profile").value_or(""))},
         .has_hreflang = !trim(attribute(at, "hreflang").value_or("")).empty()});
  }
  return out;
}

RobotsWish page_robots(const HtmlPage& page) {
  RobotsWish out;
  for (const _xmlNode* at = page.root(); at != nullptr;
       at = next_element(at, page.root())) {
    if (!is_html(at) || local_name(at) != "meta") continue;
    if (is_robots_name(attribute(at, "name").value_or("")))
      out |= read_robots_words(attribute(at, "content").value_or(""));
  }
  return out;
}

}  // namespace semsite
