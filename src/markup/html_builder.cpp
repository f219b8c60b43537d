#include "markup/html_builder.hpp"

#include <libxml/parserInternals.h>
#include <libxml/tree.h>

#include <string>

#include "markup/html_node.hpp"

namespace semsite {
namespace {

const xmlChar* chars(const char* text) { return reinterpret_cast<const xmlChar*>(text); }
xmlChar* mutable_chars(const char* text) { return const_cast<xmlChar*>(chars(text)); }

/// Hangs `node` behind the last of the children of `parent`, a document or an element.
template <typename Parent>
void hang(Parent* parent, xmlNode* node) {
  node->parent = reinterpret_cast<xmlNode*>(parent);
  node->prev = parent->last;
  if (parent->last == nullptr) {
    parent->children = node;
  } else {
    parent->last->next = node;
  }
  parent->last = node;
}

}  // namespace

HtmlBuilder::HtmlBuilder(HtmlStore& store)
    : store_(store), document_(store.make<xmlDoc>()) {
  document_->type = XML_DOCUMENT_NODE;
  document_->doc = document_;
  document_->standalone = -1;
  document_->charset = XML_CHAR_ENCODING_UTF8;
  document_->_private = &store_;  // of the application
}

xmlNs* HtmlBuilder::name_space(std::string_view iri, std::string_view prefix) {
  std::string key{prefix};
  key += ' ';
  key += iri;
  xmlNs*& place = name_spaces_[std::move(key)];
  if (place == nullptr) {
    constexpr std::size_t kPlaceBytes = 128;
    store_.hold(kPlaceBytes + iri.size() + prefix.size());
    place = store_.make<xmlNs>();
    place->type = XML_LOCAL_NAMESPACE;
    place->href = chars(store_.keep(iri));
    place->prefix = prefix.empty() ? nullptr : chars(store_.keep(prefix));
    place->context = document_;
  }
  return place;
}

void HtmlBuilder::append(xmlNode* node, std::uint64_t line) {
  node->doc = document_;
  // Sixteen bits are too few for some pages; `extra` is free for the application.
  node->line = static_cast<unsigned short>(line & 0xFFFF);
  node->extra = static_cast<unsigned short>((line >> 16) & 0xFFFF);
  if (parent_ == nullptr) {
    hang(document_, node);
  } else {
    hang(parent_, node);
  }
}

void HtmlBuilder::open(Name name, std::uint64_t line) {
  auto* const node = store_.make<xmlNode>();
  node->type = XML_ELEMENT_NODE;
  node->name = chars(name.local);
  node->ns = name.name_space;
  append(node, line);
  parent_ = node;
  ++depth_;
}

void HtmlBuilder::attribute(Name name, const char* value) {
  struct Pair {
    xmlAttr attribute;
    xmlNode text;
  };
  auto* const pair = store_.make<Pair>();
  xmlAttr& attribute = pair->attribute;
  attribute.type = XML_ATTRIBUTE_NODE;
  attribute.name = chars(name.local);
  attribute.ns = name.name_space;
  attribute.doc = document_;
  attribute.parent = parent_;
  attribute.children = attribute.last = &pair->text;
  pair->text.type = XML_TEXT_NODE;
  pair->text.name = xmlStringText;
  pair->text.content = mutable_chars(value);
  pair->text.parent = reinterpret_cast<xmlNode*>(&attribute);
  pair->text.doc = document_;
  // `psvi` of the element is not used by anyone here: it knows the last attribute.
  auto* const last = static_cast<xmlAttr*>(parent_->psvi);
  attribute.prev = last;
  (last == nullptr ? parent_->properties : last->next) = &attribute;
  parent_->psvi = &attribute;
}

void HtmlBuilder::declare(std::span<const XmlNamespace> declared) {
  xmlNs** place = &parent_->nsDef;
  for (const XmlNamespace& one : declared) {
    // Of its own: declarations of one element are a list.
    auto* const made = store_.make<xmlNs>();
    made->type = XML_LOCAL_NAMESPACE;
    made->href = chars(store_.keep(one.iri));
    made->prefix = one.prefix.empty() ? nullptr : chars(store_.keep(one.prefix));
    made->context = document_;
    *place = made;
    place = &made->next;
  }
}

void HtmlBuilder::close() {
  parent_->psvi = nullptr;
  xmlNode* const above = parent_->parent;
  parent_ = above != nullptr && above->type == XML_ELEMENT_NODE ? above : nullptr;
  --depth_;
}

void HtmlBuilder::text(const char* text, std::uint64_t line) {
  if (parent_ == nullptr) return;  // white space around the root
  auto* const node = store_.make<xmlNode>();
  node->type = XML_TEXT_NODE;
  node->name = xmlStringText;
  node->content = mutable_chars(text);
  append(node, line);
}

void HtmlBuilder::comment(const char* text, std::uint64_t line) {
  auto* const node = store_.make<xmlNode>();
  node->type = XML_COMMENT_NODE;
  node->name = xmlStringComment;
  node->content = mutable_chars(text);
  append(node, line);
}

void HtmlBuilder::late_comment(const char* text, Outside place) {
  xmlNode* const open = parent_;
  if (place == Outside::root) {
    parent_ = nullptr;
  } else {
    while (parent_ != nullptr && parent_->parent != nullptr &&
           parent_->parent->type == XML_ELEMENT_NODE)
      parent_ = parent_->parent;
  }
  comment(text, 0);
  parent_ = open;
}

std::uint64_t tree_bytes(const xmlDoc* document) {
  const auto* const store = static_cast<const HtmlStore*>(document->_private);
  return store == nullptr ? 0 : store->bytes();
}

}  // namespace semsite
