#include "markup/html_builder.hpp"

#include <libxml/parserInternals.h>
#include <libxml/tree.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "markup/html_node.hpp"
#include "markup/html_tags.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kChunkBytes = 128 * std::size_t{1024};
constexpr std::size_t kLargestChunkBytes = 1024 * std::size_t{1024};
constexpr std::size_t kAlign = alignof(std::max_align_t);

/// Chunks that the last pages of this thread gave back: giving memory to the system and
/// asking for it anew for every page takes a sixth of the time of a page.
constexpr std::size_t kSpareChunks = 16;
thread_local std::vector<std::unique_ptr<char[]>> spare_chunks;

std::unique_ptr<char[]> take_chunk(std::size_t size) {
  if (size != kChunkBytes || spare_chunks.empty())
    return std::make_unique_for_overwrite<char[]>(size);
  std::unique_ptr<char[]> chunk = std::move(spare_chunks.back());
  spare_chunks.pop_back();
  return chunk;
}

}  // namespace

void throw_too_complex() {
  throw DocumentError{
      "html.too-complex",
      "the tree of the page takes more memory or time than any page is worth: its "
      "unclosed tags multiply, or there are too many of them"};
}

HtmlStore::~HtmlStore() {
  try {
    for (Chunk& chunk : chunks_)
      if (chunk.size == kChunkBytes && spare_chunks.size() < kSpareChunks)
        spare_chunks.push_back(std::move(chunk.bytes));
  } catch (const std::bad_alloc&) {
    spare_chunks.clear();
  }
}

void* HtmlStore::try_allocate(std::size_t size) noexcept {
  if (size > most_bytes_) return nullptr;
  size = (size + kAlign - 1) & ~(kAlign - 1);
  if (size > left_) {
    // Chunks grow with the page, so that small pages stay small.
    const std::size_t usual =
        bytes_ < kSpareChunks * kChunkBytes ? kChunkBytes : kLargestChunkBytes;
    const std::size_t room = std::max(size, usual);
    if (bytes_ + room > most_bytes_) return nullptr;
    try {
      chunks_.push_back({.bytes = take_chunk(room), .size = room});
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    bytes_ += room;
    // A large piece gets a chunk of its own; the open chunk stays in use.
    if (size > usual / 2 && left_ > 0) return chunks_.back().bytes.get();
    free_ = chunks_.back().bytes.get();
    left_ = room;
  }
  char* const place = free_;
  free_ += size;
  left_ -= size;
  return place;
}

void* HtmlStore::allocate(std::size_t size) {
  void* const place = try_allocate(size);
  if (place == nullptr) throw_too_complex();
  return place;
}

void HtmlStore::hold(std::size_t size) {
  if (bytes_ + size > most_bytes_) throw_too_complex();
  bytes_ += size;
}

void* HtmlStore::zeroed(std::size_t size) {
  void* const place = allocate(size);
  std::memset(place, 0, size);
  return place;
}

const char* HtmlStore::keep(std::string_view text) {
  auto* const copy = static_cast<char*>(allocate(text.size() + 1));
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

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

bool HtmlNameSet::add(std::string_view name) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    hash ^= static_cast<unsigned char>(upper ? c + ('a' - 'A') : c);
    hash *= 1099511628211U;
  }
  if (std::ranges::find(hashes_, hash) != hashes_.end()) return false;
  hashes_.push_back(hash);
  return true;
}

bool HtmlAttributeScan::next(Attribute& attribute) {
  std::size_t at = at_;
  while (at < text_.size() && (is_html_space(text_[at]) || text_[at] == '/')) ++at;
  if (at >= text_.size() || text_[at] == '>') {
    self_closing_ = at > at_ && text_[at - 1] == '/';
    at_ = std::min(at + 1, text_.size());
    return false;
  }
  const std::size_t name = at++;
  while (at < text_.size() && !is_html_space(text_[at]) && text_[at] != '/' &&
         text_[at] != '>' && text_[at] != '=')
    ++at;
  attribute = {.name = text_.substr(name, at - name), .value = {}};
  at_ = at;
  while (at < text_.size() && is_html_space(text_[at])) ++at;
  if (at >= text_.size() || text_[at] != '=') return true;
  ++at;
  while (at < text_.size() && is_html_space(text_[at])) ++at;
  at_ = at;
  if (at >= text_.size() || text_[at] == '>') return true;
  if (text_[at] == '"' || text_[at] == '\'') {
    const std::size_t end = std::min(text_.find(text_[at], at + 1), text_.size());
    attribute.quote = text_[at];
    attribute.value = text_.substr(at + 1, end - at - 1);
    at_ = std::min(end + 1, text_.size());
    return true;
  }
  while (at < text_.size() && !is_html_space(text_[at]) && text_[at] != '>') ++at;
  attribute.value = text_.substr(at_, at - at_);
  at_ = at;
  return true;
}

}  // namespace semsite
