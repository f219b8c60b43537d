#include "markup/html_gumbo.hpp"

#include <fmt/format.h>
#include <gumbo.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_condense.hpp"
#include "markup/html_node.hpp"

namespace semsite {
namespace {

/// Of processor time, for the tree of one page: a page of 16 MiB takes one or two.
constexpr std::time_t kMostSeconds = 10;
/// Allocations between two looks at the clock.
constexpr std::uint32_t kClockStep = 8192;

std::time_t seconds_used() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec;
}

/// What Gumbo's allocations go through. It never gives anything back, so nothing of
/// Gumbo's has to be destroyed; and when memory or time run out, it leaves the parser by
/// a long jump over its C frames, which hold nothing that needs care.
class Guarded {
 public:
  explicit Guarded(HtmlStore& store)
      : store_(store), end_(seconds_used() + kMostSeconds) {}

  /// Null when memory or time ran out.
  const GumboOutput* parse(std::string_view text) {
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = &allocate;
    options.deallocator = [](void*, void*) {};
    options.userdata = this;
    options.max_errors = 0;
    return run(options, text);
  }

 private:
  const GumboOutput* run(const GumboOptions& options, std::string_view text) {
    // As above.
    if (setjmp(out_) != 0) return nullptr;
    return gumbo_parse_with_options(&options, text.data(), text.size());
  }

  static void* allocate(void* user, std::size_t size) {
    auto& self = *static_cast<Guarded*>(user);
    void* const place = self.store_.try_allocate(size);
    const bool late = ++self.count_ % kClockStep == 0 && seconds_used() >= self.end_;
    if (place == nullptr || late) std::longjmp(self.out_, 1);
    return place;
  }

  HtmlStore& store_;
  std::time_t end_;
  std::uint32_t count_ = 0;
  std::jmp_buf out_;
};

class Conversion {
 public:
  Conversion(CondensedPage& page, HtmlBuilder& builder, const Limits& limits)
      : page_(page),
        builder_(builder),
        limits_(limits),
        spaces_{builder.name_space(kXhtmlNamespace, {}),
                builder.name_space(kSvgNamespace, {}),
                builder.name_space(kMathMlNamespace, {})},
        xlink_(builder.name_space("http://www.w3.org/1999/xlink", "xlink")),
        xml_(builder.name_space(kXmlNamespace, "xml")),
        xmlns_(builder.name_space("http://www.w3.org/2000/xmlns/", "xmlns")) {}

  void run(const GumboNode& document);

  [[nodiscard]] std::uint64_t flattened() const { return flattened_; }

 private:
  static const GumboVector* children_of(const GumboNode& node) {
    if (node.type == GUMBO_NODE_DOCUMENT) return &node.v.document.children;
    if (node.type == GUMBO_NODE_ELEMENT) return &node.v.element.children;
    return nullptr;  // the content of a template is no part of the document
  }
  /// True if a node was opened that must be closed.
  bool enter(const GumboNode& node);
  bool open(const GumboElement& element);
  const char* name_of(const GumboElement& element);
  HtmlBuilder::Name name_of(const GumboAttribute& attribute) const;
  void add_all(std::string_view condensed);
  std::string_view lowered(std::string_view name);
  /// The text as it was before it was condensed.
  const char* full(const char* text);
  std::uint64_t line_of(const GumboStringPiece& original);

  CondensedPage& page_;
  HtmlBuilder& builder_;
  const Limits& limits_;
  std::array<_xmlNs*, 3> spaces_;
  _xmlNs* xlink_;
  _xmlNs* xml_;
  _xmlNs* xmlns_;
  std::uint64_t flattened_ = 0;
  std::string text_;
  HtmlNameSet names_;
};

const char* Conversion::full(const char* text) {
  const std::string_view view{text};
  if (!CondensedPage::is_condensed(view)) return text;
  text_.clear();
  page_.expand(view, text_);
  return builder_.store().keep(text_);
}

std::uint64_t Conversion::line_of(const GumboStringPiece& original) {
  const std::string& text = page_.text();
  // What the parser made itself stands nowhere in the text.
  if (original.length == 0 || original.data < text.data() ||
      original.data > text.data() + text.size())
    return 0;
  return page_.line_at(static_cast<std::size_t>(original.data - text.data()));
}

const char* Conversion::name_of(const GumboElement& element) {
  GumboStringPiece name = element.original_tag;
  if (name.length > 0) gumbo_tag_from_original_text(&name);
  if (element.tag_namespace == GUMBO_NAMESPACE_SVG && name.length > 0)
    if (const char* const normal = gumbo_normalize_svg_tagname(&name)) return normal;
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  return lowered({name.data, name.length}).data();
}

HtmlBuilder::Name Conversion::name_of(const GumboAttribute& attribute) const {
  // In these namespaces Gumbo's names still have their prefix.
  const auto behind_colon = [&] {
    const char* const colon = std::strchr(attribute.name, ':');
    return colon == nullptr ? attribute.name : colon + 1;
  };
  switch (attribute.attr_namespace) {
    case GUMBO_ATTR_NAMESPACE_XLINK:
      return {.local = behind_colon(), .name_space = xlink_};
    case GUMBO_ATTR_NAMESPACE_XML:
      return {.local = behind_colon(), .name_space = xml_};
    case GUMBO_ATTR_NAMESPACE_XMLNS:
      return {.local = behind_colon(), .name_space = xmlns_};
    case GUMBO_ATTR_NAMESPACE_NONE:
      break;
  }
  return {.local = attribute.name};
}

bool Conversion::open(const GumboElement& element) {
  if (builder_.depth() >= limits_.xml_depth) {
    ++flattened_;
    return false;
  }
  builder_.open({.local = name_of(element), .name_space = spaces_[element.tag_namespace]},
                line_of(element.original_tag));
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto& attribute =
        *static_cast<const GumboAttribute*>(element.attributes.data[i]);
    if (page_.is_attributes(attribute.name)) {
      add_all(attribute.name);
    } else {
      builder_.attribute(name_of(attribute), full(attribute.value));
    }
  }
  return true;
}

/// The attributes of a tag that the parser saw as one. The first of a name counts.
void Conversion::add_all(std::string_view condensed) {
  text_.clear();
  page_.expand(condensed, text_);
  HtmlAttributeScan scan{text_, 0};
  HtmlAttributeScan::Attribute attribute;
  names_.clear();
  while (scan.next(attribute)) {
    if (!names_.add(attribute.name)) continue;
    builder_.attribute({.local = lowered(attribute.name).data()},
                       builder_.store().keep(attribute.value));
  }
}

/// A copy in the store, in lower case, with a zero byte behind it.
std::string_view Conversion::lowered(std::string_view name) {
  auto* const copy = static_cast<char*>(builder_.store().allocate(name.size() + 1));
  std::ranges::transform(name, copy, [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  copy[name.size()] = '\0';
  return {copy, name.size()};
}

bool Conversion::enter(const GumboNode& node) {
  switch (node.type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      return open(node.v.element);
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE:
      // Messages name lines of elements and of scripts only.
      builder_.text(full(node.v.text.text),
                    node.parent->type == GUMBO_NODE_ELEMENT &&
                            node.parent->v.element.tag == GUMBO_TAG_SCRIPT
                        ? line_of(node.v.text.original_text)
                        : 0);
      return false;
    case GUMBO_NODE_COMMENT:
      if (!page_.is_mark(node.v.text.text)) builder_.comment(full(node.v.text.text), 0);
      return false;
    case GUMBO_NODE_DOCUMENT:
      return false;
  }
  return false;
}

/// Without recursion: Gumbo's own tree may be somewhat deeper than the limit.
void Conversion::run(const GumboNode& document) {
  struct Level {
    const GumboVector* children;
    unsigned next = 0;
    bool opened = false;
  };
  std::vector<Level> levels{{.children = &document.v.document.children}};
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.children->length) {
      if (level.opened) builder_.close();
      levels.pop_back();
      continue;
    }
    const auto& node = *static_cast<const GumboNode*>(level.children->data[level.next++]);
    const bool opened = enter(node);
    if (const GumboVector* children = children_of(node)) {
      levels.push_back({.children = children, .opened = opened});
    } else if (opened) {
      builder_.close();
    }
  }
}

}  // namespace

const char* svg_name(std::string_view name) {
  const GumboStringPiece piece{name.data(), name.size()};
  return gumbo_normalize_svg_tagname(&piece);
}

void build_from_html(std::string_view text, HtmlBuilder& builder, const Limits& limits,
                     Diagnostics& diagnostics) {
  // Two levels are those of html and body.
  CondensedPage page{text, limits.xml_depth > 2 ? limits.xml_depth - 2 : 1};
  Guarded gumbo{builder.store()};
  const GumboOutput* const output = gumbo.parse(page.text());
  if (output == nullptr) throw_too_complex();
  Conversion conversion{page, builder, limits};
  conversion.run(*output->document);
  if (page.dropped_attributes() > 0)
    diagnostics.report(
        {.code = "html.too-many-attributes",
         .message = fmt::format("{} attributes are left out, of tags with more than 256",
                                grouped(page.dropped_attributes())),
         .statement = {},
         .skipped = true});
  const std::uint64_t too_deep = page.dropped() + conversion.flattened();
  if (too_deep > 0)
    diagnostics.report(
        {.code = "html.too-deep",
         .message = fmt::format("{} nested deeper than {} (--max-xml-depth) {} "
                                "left out, their content stands one level up",
                                too_deep == 1 ? "a tag" : grouped(too_deep) + " tags",
                                limits.xml_depth, too_deep == 1 ? "is" : "are"),
         .line = page.first_dropped_line(),
         .statement = {},
         .skipped = true});
}

}  // namespace semsite
