#include "parse/standard_handler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_node.hpp"
#include "parse/standard_sitemap.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kXlink = "http://www.w3.org/1999/xlink";

}  // namespace

StandardAttributes read_standard_attributes(std::span<const XmlAttribute> attributes) {
  using Place = std::optional<std::string_view> StandardAttributes::*;
  static constexpr std::array<std::pair<std::string_view, Place>, 13> kPlain{
      {{"url", &StandardAttributes::url},
       {"name", &StandardAttributes::name},
       {"description", &StandardAttributes::description},
       {"role", &StandardAttributes::role},
       {"relation", &StandardAttributes::relation},
       {"order", &StandardAttributes::order},
       {"priority", &StandardAttributes::priority},
       {"lang", &StandardAttributes::lang},
       {"type", &StandardAttributes::type},
       {"method", &StandardAttributes::method},
       {"tree", &StandardAttributes::tree},
       {"baseurl", &StandardAttributes::baseurl},
       {"replace", &StandardAttributes::replace}}};
  StandardAttributes out;
  for (const XmlAttribute& attribute : attributes) {
    const XmlName& name = attribute.name;
    if (name.namespace_ == kXmlNamespace) {
      if (name.local == "base") out.xml_base = attribute.value;
      if (name.local == "lang") out.xml_lang = attribute.value;
      if (name.local == "id") out.xml_id = attribute.value;
    } else if (name.namespace_ == kXlink) {
      if (name.local == "href") out.href = attribute.value;
    } else if (name.namespace_.empty() && name.prefix.empty()) {
      for (const auto& [known, place] : kPlain)
        if (name.local == known) out.*place = attribute.value;
    }
  }
  return out;
}

namespace {

using ElementKind = StandardElement::Kind;

/// Declarations of namespaces that are in scope at once, and roles of one element.
constexpr std::size_t kPrefixesInScope = 10'000;
constexpr std::uint32_t kRoles = 1'000;

std::string with_namespace(const XmlName& name) {
  std::string out = name.prefix.empty() ? std::string{name.local}
                                        : fmt::format("{}:{}", name.prefix, name.local);
  if (!name.namespace_.empty()) out += fmt::format(" of {}", excerpt(name.namespace_));
  return out;
}

bool is_of_sitemaps_org(const XmlName& name) {
  return name.namespace_.find("sitemaps.org/") != std::string_view::npos;
}

bool is_container(ElementKind kind) {
  return kind == ElementKind::sitemap || kind == ElementKind::item ||
         kind == ElementKind::group;
}

}  // namespace

StandardHandler::StandardHandler(StandardFile& file, const StandardReading& reading,
                                 Diagnostics& faults)
    : file_(file), reading_(reading), faults_(faults) {}

void StandardHandler::report(std::string_view code, std::string message, bool skipped) {
  Fault fault;
  fault.code = code;
  fault.message = std::move(message);
  fault.line = line();
  if (position_ != nullptr) fault.column = position_->column();
  fault.skipped = skipped;
  faults_.report(fault);
}

/// A form that the specification does not have, or no longer.
void StandardHandler::obsolete(std::string_view code, std::string_view what,
                               std::string_view meant) {
  report(code,
         is_strict() ? fmt::format("{} is passed over (--strict); without that it would "
                                   "be taken as {}",
                                   what, meant)
                     : fmt::format("{} is taken as {}", what, meant),
         is_strict());
}

void StandardHandler::start_element(const XmlName& name,
                                    std::span<const XmlAttribute> attributes,
                                    std::span<const XmlNamespace> declared) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  const bool is_root = open_.empty();
  ElementKind kind = ElementKind::sitemap;
  if (is_root) {
    start_root(name);
  } else {
    ++open_.back().children;
    const auto admitted = admit(name);
    if (!admitted) {
      const StandardAttributes given = read_standard_attributes(attributes);
      if (name.local == "style" && is_ours(name) && given.replace)
        report("ssp.style-replace", "the obsolete attribute replace of style is no data",
               false);
      skipped_ = 1;
      return;
    }
    kind = *admitted;
  }
  Frame frame;
  frame.prefixes = prefixes_.size();
  for (const XmlNamespace& one : declared)
    if (!one.prefix.empty() && prefixes_.size() < kPrefixesInScope)
      prefixes_.emplace_back(one.prefix, one.iri);
  open_.push_back(frame);
  open(kind, read_standard_attributes(attributes));
}

void StandardHandler::start_root(const XmlName& name) {
  if (name.local == "sitemap" && name.namespace_ == kStandardSitemap) return;
  const bool bare =
      name.local == "sitemap" && name.namespace_.empty() && name.prefix.empty();
  if (!bare)
    throw DocumentError{
        "ssp.not-standard",
        fmt::format(
            "the root element is {}, not sitemap of {}{}", with_namespace(name),
            kStandardSitemap,
            is_of_sitemaps_org(name) ? "; sitemaps.org has no such root either" : "")};
  if (is_strict())
    throw DocumentError{
        "ssp.no-namespace",
        fmt::format("the root element sitemap is not of the namespace {} (--strict)",
                    kStandardSitemap)};
  has_namespace_ = proven_ = false;
  obsolete("ssp.no-namespace", "a root element without namespace",
           fmt::format("sitemap of {}", kStandardSitemap));
}

bool StandardHandler::is_ours(const XmlName& name) const {
  return name.namespace_ == kStandardSitemap ||
         (!has_namespace_ && name.namespace_.empty() && name.prefix.empty());
}

/// Unknown elements are passed over without a word (§3).
std::optional<ElementKind> StandardHandler::admit(const XmlName& name) {
  if (!is_ours(name)) return std::nullopt;
  const ElementKind parent = file_.elements[open_.back().element].kind;
  const auto kind = kind_in(parent, name);
  if (!kind) {
    if (name.local == "change" && parent == ElementKind::sitemap)
      report("ssp.change", "the obsolete element change is class-change, and no data",
             false);
    if (parent != ElementKind::image &&
        (name.local == "item" || name.local == "group" || name.local == "external" ||
         name.local == "variant"))
      report("ssp.misplaced",
             fmt::format("{} may not stand here, and is passed over", name.local), true);
    return std::nullopt;
  }
  if (*kind == ElementKind::image) {
    obsolete("ssp.image", "the element image", "the logo of the site");
    if (is_strict()) return std::nullopt;
  }
  if (open_.size() >= kStandardDepth) {
    note_once(
        "ssp.too-deep",
        fmt::format("elements nested deeper than {} are passed over", kStandardDepth));
    return std::nullopt;
  }
  if (file_.elements.size() >= kStandardNodes)
    throw DocumentError{
        "ssp.too-many-nodes",
        fmt::format("line {}: more than {} elements; the rest is left out", line(),
                    grouped(kStandardNodes))};
  if (parent == ElementKind::sitemap && *kind != ElementKind::image) proven_ = true;
  return kind;
}

std::optional<ElementKind> StandardHandler::kind_in(ElementKind parent,
                                                    const XmlName& name) const {
  if (!is_container(parent)) return std::nullopt;
  if (name.local == "item") return ElementKind::item;
  if (name.local == "group") return ElementKind::group;
  if (name.local == "external") return ElementKind::external;
  if (name.local == "variant" && parent != ElementKind::sitemap)
    return ElementKind::variant;
  if (name.local == "image" && parent == ElementKind::sitemap) return ElementKind::image;
  return std::nullopt;
}

void StandardHandler::note_once(std::string_view code, std::string message) {
  if (too_deep_) return;
  too_deep_ = true;
  report(code, message, true);
  if (file_.complete) {
    file_.complete = false;
    file_.code = code;
    file_.problem = std::move(message);
  }
}

/// Appends the element, with what it says.
void StandardHandler::open(ElementKind kind, const StandardAttributes& given) {
  Frame& frame = open_.back();
  const Frame* const outer = open_.size() > 1 ? &open_[open_.size() - 2] : nullptr;
  inherit(frame, outer, given, kind);
  StandardElement element;
  element.kind = kind;
  element.line =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(line(), StandardElement::kNone));
  fill(element, frame, given);
  frame.element = static_cast<std::uint32_t>(file_.elements.size());
  if (outer != nullptr) {
    element.parent = outer->element;
    element.number = outer->children;
    StandardElement& parent = file_.elements[outer->element];
    if (parent.first_child == StandardElement::kNone) {
      parent.first_child = frame.element;
    } else {
      file_.elements[parent.last_child].next = frame.element;
    }
    parent.last_child = frame.element;
  }
  if (!element.id.empty()) file_.ids.emplace(element.id, frame.element);
  file_.elements.push_back(element);
}

/// Base, languages and type, own or of the element outside.
void StandardHandler::inherit(Frame& frame, const Frame* outer,
                              const StandardAttributes& given, ElementKind kind) {
  frame.base = outer != nullptr ? outer->base : file_.texts.keep(reading_.url);
  if (outer != nullptr) {
    frame.xml_lang = outer->xml_lang;
    frame.has_xml_lang = outer->has_xml_lang;
    frame.lang = outer->lang;
    frame.type = outer->type;
  }
  std::optional<std::string_view> base = given.xml_base;
  if (given.baseurl && is_container(kind)) {
    obsolete("ssp.baseurl", "the attribute baseurl",
             given.xml_base ? "nothing beside xml:base" : "xml:base");
    if (!base && !is_strict()) base = given.baseurl;
  }
  if (base)
    if (const std::string_view found = resolved(frame.base, *base, "the base");
        !found.empty())
      frame.base = found;
  if (given.xml_lang) {
    frame.xml_lang = kept(given.xml_lang);
    frame.has_xml_lang = true;
  }
  if (given.lang) frame.lang = kept(given.lang);
  if (given.type) frame.type = kept(given.type);
}

void StandardHandler::fill(StandardElement& element, const Frame& frame,
                           const StandardAttributes& given) {
  if (given.xml_id) set_id(element, trim(*given.xml_id));
  element.lang = frame.lang;
  element.type = frame.type;
  if (element.kind != ElementKind::sitemap) {
    element.excluded = given.tree && trim(*given.tree) == "exclude";
    set_url(element, frame, given);
    element.name = kept(given.name);
    element.description = kept(given.description);
    element.relation = kept(given.relation);
    element.priority = kept(given.priority);
    if (!is_strict()) element.order = kept(given.order);
    if (given.role) set_roles(element, *given.role);
    const std::string_view method = trim(given.method.value_or(""));
    element.posts = !method.empty() && !equal_ignoring_case(method, "get");
  }
  if (!element.name.empty() || !element.description.empty())
    element.language = language(frame, given, element.kind);
}

void StandardHandler::set_id(StandardElement& element, std::string_view id) {
  if (!is_xml_id(id)) {
    report("ssp.bad-id", fmt::format("\"{}\" is no xml:id", excerpt(id)), false);
  } else if (file_.ids.contains(id)) {
    report(
        "ssp.duplicate-id",
        fmt::format("the xml:id {} stands twice; the second counts as none", excerpt(id)),
        false);
  } else {
    element.id = file_.texts.keep(id);
  }
}

void StandardHandler::set_url(StandardElement& element, const Frame& frame,
                              const StandardAttributes& given) {
  if (element.kind == ElementKind::group) return;
  std::optional<std::string_view> url = given.url;
  if (given.href && url) {
    report("ssp.two-urls", "both url and xlink:href: the first counts", false);
  } else if (given.href && element.kind != ElementKind::image) {
    obsolete("ssp.xlink-href", "the attribute xlink:href", "url");
    if (!is_strict()) url = given.href;
  }
  if (!url) {
    if (element.kind == ElementKind::external)
      report("ssp.bad-url", "an external without url leads nowhere", true);
    return;
  }
  const std::string_view reference = trim(*url);
  // By the letter that is a part of what the base names, which nobody means by it.
  element.of_this_file =
      element.kind == ElementKind::external && reference.starts_with('#') && !is_strict();
  element.url = resolved(frame.base, reference, "the url");
}

/// Tokens, separated by spaces; a repeated one counts once.
void StandardHandler::set_roles(StandardElement& element, std::string_view role) {
  element.first_role = static_cast<std::uint32_t>(file_.roles.size());
  while (!(role = trim(role)).empty() && element.roles < kRoles) {
    const std::string_view token = role.substr(0, role.find_first_of(" \t\r\n"));
    role.remove_prefix(token.size());
    StandardRole meant;
    const std::size_t colon = token.find(':');
    const auto declared =
        colon == std::string_view::npos
            ? prefixes_.rend()
            : std::find_if(prefixes_.rbegin(), prefixes_.rend(), [&](const auto& one) {
                return one.first == token.substr(0, colon);
              });
    std::string iri;
    if (declared != prefixes_.rend()) {
      iri = declared->second + std::string{token.substr(colon + 1)};
    } else if (is_role_iri(token)) {
      iri = token;
    } else {
      iri = xhtml_role(token).value_or("");
    }
    meant.is_iri = !iri.empty() && is_role_iri(iri);
    meant.text = file_.texts.keep(meant.is_iri ? std::string_view{iri} : token);
    file_.roles.push_back(meant);
    ++element.roles;
  }
}

std::string_view StandardHandler::language(const Frame& frame,
                                           const StandardAttributes& given,
                                           ElementKind kind) {
  std::string_view found = frame.has_xml_lang ? frame.xml_lang : frame.lang;
  // The other language of a variant is that of its name, too.
  if (kind == ElementKind::variant && given.lang && !given.xml_lang) found = frame.lang;
  if (found.empty() || is_standard_language(found)) return found;
  report("ssp.bad-language",
         fmt::format("\"{}\" is no language tag; the texts are written without",
                     excerpt(found)),
         false);
  return {};
}

std::string_view StandardHandler::kept(std::optional<std::string_view> value) {
  const std::string_view text = trim(value.value_or(""));
  return text.empty() ? std::string_view{} : file_.texts.keep(text);
}

/// An absolute IRI; empty, and counted, when there is none to be made.
std::string_view StandardHandler::resolved(std::string_view base,
                                           std::string_view reference,
                                           std::string_view what) {
  reference = trim(reference);
  std::string url = semsite::resolved(base, reference);
  if (needs_iri_repair(url) && !is_strict()) {
    if (auto repaired = repaired_iri(url)) {
      report_repaired_iri(faults_, url, *repaired, line());
      url = std::move(*repaired);
    }
  }
  const IriProblem problem = check_iri(url);
  if (problem == IriProblem::none || problem == IriProblem::bad_escape)
    return file_.texts.keep(url);
  report("ssp.bad-url",
         fmt::format("{} \"{}\" is dropped: it {}", what, excerpt(reference),
                     describe(problem, url)),
         true);
  return {};
}

void StandardHandler::end_element(const XmlName&) {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  prefixes_.resize(open_.back().prefixes);
  open_.pop_back();
}

void StandardHandler::drop_cut_element() {
  auto& elements = file_.elements;
  if (open_.size() < 2 || open_.back().element + 1 != elements.size()) return;
  const auto last = open_.back().element;
  StandardElement& parent = elements[elements[last].parent];
  std::uint32_t before = StandardElement::kNone;
  for (std::uint32_t at = parent.first_child; at != last; at = elements[at].next)
    before = at;
  if (before == StandardElement::kNone) {
    parent.first_child = before;
  } else {
    elements[before].next = StandardElement::kNone;
  }
  parent.last_child = before;
  if (!elements[last].id.empty()) file_.ids.erase(elements[last].id);
  elements.pop_back();
}

}  // namespace semsite
