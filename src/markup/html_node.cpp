#include "markup/html_node.hpp"

#include <libxml/tree.h>

namespace semsite {
namespace {

/// Without looking for the end of `text` first: mostly one character tells.
bool equals(const xmlChar* text, std::string_view other) {
  if (text == nullptr) return other.empty();
  for (const char c : other) {
    if (*text != static_cast<xmlChar>(c)) return false;
    ++text;
  }
  return *text == 0;
}

std::string_view value_of(const xmlAttr& attribute) {
  return attribute.children == nullptr ? std::string_view{}
                                       : xml_text(attribute.children->content);
}

}  // namespace

bool is_element(const xmlNode* node) {
  return node != nullptr && node->type == XML_ELEMENT_NODE;
}

bool is_text(const xmlNode* node) {
  return node != nullptr &&
         (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE);
}

bool is_comment(const xmlNode* node) {
  return node != nullptr && node->type == XML_COMMENT_NODE;
}

std::string_view local_name(const xmlNode* node) {
  return is_element(node) ? xml_text(node->name) : std::string_view{};
}

std::string_view prefix_of(const xmlNode* node) {
  return is_element(node) && node->ns != nullptr ? xml_text(node->ns->prefix)
                                                 : std::string_view{};
}

std::string_view namespace_of(const xmlNode* node) {
  return is_element(node) && node->ns != nullptr ? xml_text(node->ns->href)
                                                 : std::string_view{};
}

bool is_html(const xmlNode* node) {
  return is_element(node) && node->ns != nullptr &&
         equals(node->ns->href, kXhtmlNamespace);
}

bool is_html(const xmlNode* node, std::string_view name) {
  return is_element(node) && equals(node->name, name) && is_html(node);
}

std::optional<std::string_view> attribute(const xmlNode* element, std::string_view name) {
  if (!is_element(element)) return std::nullopt;
  for (const xmlAttr* a = element->properties; a != nullptr; a = a->next)
    if (a->ns == nullptr && equals(a->name, name)) return value_of(*a);
  return std::nullopt;
}

bool has_attribute(const xmlNode* element, std::string_view name) {
  return attribute(element, name).has_value();
}

std::optional<std::string_view> attribute(const xmlNode* element,
                                          std::string_view name_space,
                                          std::string_view name) {
  if (!is_element(element)) return std::nullopt;
  for (const xmlAttr* a = element->properties; a != nullptr; a = a->next)
    if (a->ns != nullptr && equals(a->name, name) && equals(a->ns->href, name_space))
      return value_of(*a);
  return std::nullopt;
}

std::optional<std::string_view> language(const xmlNode* element) {
  if (!is_element(element)) return std::nullopt;
  std::optional<std::string_view> plain;
  for (const xmlAttr* a = element->properties; a != nullptr; a = a->next) {
    if (!equals(a->name, "lang")) continue;
    if (a->ns == nullptr && !plain) plain = value_of(*a);
    if (a->ns != nullptr && equals(a->ns->href, kXmlNamespace)) return value_of(*a);
  }
  return plain && is_html(element) ? plain : std::nullopt;
}

HtmlAttributes::HtmlAttributes(const xmlNode* element)
    : next_(is_element(element) ? element->properties : nullptr) {}

std::optional<HtmlAttribute> HtmlAttributes::next() {
  if (next_ == nullptr) return std::nullopt;
  const xmlAttr& at = *next_;
  next_ = at.next;
  return HtmlAttribute{
      .name = xml_text(at.name),
      .prefix = at.ns == nullptr ? std::string_view{} : xml_text(at.ns->prefix),
      .name_space = at.ns == nullptr ? std::string_view{} : xml_text(at.ns->href),
      .value = value_of(at)};
}

HtmlDeclarations::HtmlDeclarations(const xmlNode* element)
    : next_(is_element(element) ? element->nsDef : nullptr) {}

std::optional<HtmlDeclaration> HtmlDeclarations::next() {
  if (next_ == nullptr) return std::nullopt;
  const xmlNs& at = *next_;
  next_ = at.next;
  return HtmlDeclaration{.prefix = xml_text(at.prefix), .iri = xml_text(at.href)};
}

const xmlNode* parent_element(const xmlNode* node) {
  return node != nullptr && is_element(node->parent) ? node->parent : nullptr;
}

const xmlNode* first_child(const xmlNode* node) {
  return is_element(node) ? node->children : nullptr;
}

const xmlNode* next_sibling(const xmlNode* node) {
  return node == nullptr ? nullptr : node->next;
}

const xmlNode* next_sibling_element(const xmlNode* node) {
  if (node == nullptr) return nullptr;
  do {
    node = node->next;
  } while (node != nullptr && node->type != XML_ELEMENT_NODE);
  return node;
}

const xmlNode* first_child_element(const xmlNode* node) {
  const xmlNode* const child = first_child(node);
  return child == nullptr || is_element(child) ? child : next_sibling_element(child);
}

const xmlNode* next_element(const xmlNode* node, const xmlNode* top) {
  if (const xmlNode* const child = first_child_element(node)) return child;
  while (node != nullptr && node != top) {
    if (const xmlNode* const sibling = next_sibling_element(node)) return sibling;
    node = node->parent;
  }
  return nullptr;
}

std::string_view text_of(const xmlNode* node) {
  return is_text(node) || is_comment(node) ? xml_text(node->content) : std::string_view{};
}

void append_text_content(const xmlNode* node, std::string& out) {
  if (is_text(node)) {
    out += text_of(node);
    return;
  }
  for (const xmlNode* at = first_child(node); at != nullptr;) {
    if (is_text(at)) out += text_of(at);
    if (const xmlNode* const child = first_child(at)) {
      at = child;
      continue;
    }
    while (at != nullptr && at != node && at->next == nullptr) at = at->parent;
    at = at == nullptr || at == node ? nullptr : at->next;
  }
}

std::string text_content(const xmlNode* node) {
  std::string out;
  append_text_content(node, out);
  return out;
}

std::uint64_t line_of(const xmlNode* node) {
  if (node == nullptr) return 0;
  return node->line | (static_cast<std::uint64_t>(node->extra) << 16);
}

}  // namespace semsite
