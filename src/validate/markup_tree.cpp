#include "validate/markup_tree.hpp"

#include <algorithm>
#include <utility>

#include "discover/sitemap_names.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kLargestChild = 4 * kMiB;
constexpr std::uint64_t kNodeBytes = 200;  // about what a node takes

}  // namespace

std::string_view MarkupNode::attribute(std::string_view local_name) const {
  const auto found = std::ranges::find(attributes, local_name, &MarkupAttribute::local);
  return found == attributes.end() ? std::string_view{} : trim_unicode(found->value);
}

bool MarkupNode::has_attribute(std::string_view local_name) const {
  return std::ranges::find(attributes, local_name, &MarkupAttribute::local) !=
         attributes.end();
}

std::string_view MarkupNode::value() const { return trim_unicode(text); }

const MarkupNode* MarkupNode::child(std::string_view local_name) const {
  const auto found = std::ranges::find(children, local_name, &MarkupNode::local);
  return found == children.end() ? nullptr : &*found;
}

void MarkupTree::move_on(std::uint64_t more) {
  if (position_ == nullptr) return;
  line_ = position_->line();
  column_ = position_->column() + more;
}

void MarkupTree::start_element(const XmlName& name,
                               std::span<const XmlAttribute> attributes,
                               std::span<const XmlNamespace>) {
  const std::uint64_t line = line_;
  const std::uint64_t column = column_;
  move_on(1);  // the parser stands at the `>`
  ++depth_;
  if (skipped_ > 0 || (depth_ > 1 && bytes_ > kLargestChild)) {
    ++skipped_;
    return;
  }
  MarkupNode node{.local = std::string{name.local},
                  .prefix = std::string{name.prefix},
                  .namespace_ = std::string{name.namespace_},
                  .attributes = {},
                  .text = {},
                  .line = line,
                  .column = column,
                  .children = {}};
  bytes_ += kNodeBytes;
  for (const XmlAttribute& one : attributes) {
    node.attributes.push_back({std::string{one.name.local},
                               std::string{one.name.namespace_}, std::string{one.value}});
    bytes_ += one.value.size() + kNodeBytes;
  }
  if (depth_ == 1) return taker_.root(node);
  open_.push_back(std::move(node));
}

void MarkupTree::end_element(const XmlName&) {
  move_on(0);
  --depth_;
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  if (open_.empty()) return;
  MarkupNode node = std::move(open_.back());
  open_.pop_back();
  if (!open_.empty()) {
    open_.back().children.push_back(std::move(node));
    return;
  }
  bytes_ = 0;
  taker_.child(node);
}

void MarkupTree::characters(std::string_view text) {
  const std::uint64_t line = line_;
  const std::uint64_t column = column_;
  move_on(0);
  if (skipped_ > 0) return;
  if (!open_.empty()) {
    if (bytes_ > kLargestChild) return;
    bytes_ += text.size();
    open_.back().text += text;
  } else if (depth_ == 1 && !trim_unicode(text).empty()) {
    taker_.stray(trim_unicode(text), line, column);
  }
}

bool MarkupTree::error(std::string_view message, std::uint64_t line,
                       std::uint64_t column) {
  taker_.fault(message, line, column);
  return true;
}

}  // namespace semsite
