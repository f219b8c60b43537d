#include "parse/microdata_index.hpp"

#include <algorithm>

#include "markup/html_node.hpp"

namespace semsite {
namespace {

constexpr std::string_view kHtmlSpace = " \t\n\f\r";

bool is_property(const ::_xmlNode* element) {
  return has_attribute(element, "itemprop") || has_attribute(element, "itemprop-reverse");
}

/// What one item's properties are looked for in: no element is looked at twice.
class Crawl {
 public:
  Crawl(MicrodataIndex::Properties& found, MicrodataBudget& budget)
      : found_(found), budget_(budget) {}

  /// `element` and what is inside it, down to the items below.
  void visit(const ::_xmlNode* top) {
    const ::_xmlNode* element = top;
    while (element != nullptr) {
      if (!budget_.take_step()) return;
      const bool is_new = !remembers_ || seen_.insert(element).second;
      found_.is_repeated |= !is_new;
      if (is_new && is_property(element)) found_.elements.push_back(element);
      const bool goes_down = is_new && !has_attribute(element, "itemscope");
      const ::_xmlNode* next = goes_down ? first_child_element(element) : nullptr;
      while (next == nullptr && element != top) {
        next = next_sibling_element(element);
        if (next == nullptr) element = parent_element(element);
      }
      element = next;
    }
  }

  /// Only `itemref` can bring an element twice.
  void remember(const ::_xmlNode* item) {
    remembers_ = true;
    seen_.insert(item);
  }

 private:
  MicrodataIndex::Properties& found_;
  MicrodataBudget& budget_;
  std::unordered_set<const ::_xmlNode*> seen_;
  bool remembers_ = false;
};

}  // namespace

std::vector<std::string_view> tokens(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kHtmlSpace), text.size()));
    if (text.empty()) return out;
    const std::size_t size = std::min(text.find_first_of(kHtmlSpace), text.size());
    out.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
}

MicrodataIndex::MicrodataIndex(const HtmlPage& page) : page_(page) {
  // Languages of the open elements, and the depth of each.
  struct Open {
    std::string_view language;
    std::size_t depth;
  };
  std::vector<Open> open;
  std::size_t depth = 0;
  const ::_xmlNode* const root = page.root();
  const ::_xmlNode* element = root;
  while (element != nullptr) {
    ++element_count_;
    if (const auto own = language(element)) open.push_back({*own, depth});
    const bool has_property = is_property(element);
    if (has_property && !open.empty() && !open.back().language.empty())
      languages_.emplace(element, open.back().language);
    if (has_attribute(element, "itemscope") && !has_attribute(element, "itemprop"))
      items_.push_back(element);

    const ::_xmlNode* next = first_child_element(element);
    if (next != nullptr) ++depth;
    while (next == nullptr) {
      if (!open.empty() && open.back().depth == depth) open.pop_back();
      if (element == root) return;
      next = next_sibling_element(element);
      if (next != nullptr) break;
      element = parent_element(element);
      --depth;
    }
    element = next;
  }
}

void MicrodataIndex::index_ids() {
  has_ids_ = true;
  for (const ::_xmlNode* element = page_.root(); element != nullptr;
       element = next_element(element, page_.root()))
    if (const auto id = attribute(element, "id"); id && !id->empty())
      by_id_.emplace(*id, element);  // the first in the tree holds
}

MicrodataIndex::Properties MicrodataIndex::properties_of(const ::_xmlNode* item,
                                                         MicrodataBudget& budget) {
  Properties found;
  Crawl crawl{found, budget};
  const auto references = attribute(item, "itemref");
  if (references) crawl.remember(item);
  for (const ::_xmlNode* child = first_child_element(item); child != nullptr;
       child = next_sibling_element(child))
    crawl.visit(child);
  if (!references) return found;
  if (!has_ids_) index_ids();
  if (!budget.take_bytes(references->size())) return found;
  for (const std::string_view id : tokens(*references)) {
    if (!budget.take_step()) break;
    const auto target = by_id_.find(id);
    if (target == by_id_.end())
      found.missing.push_back(id);
    else
      crawl.visit(target->second);
  }
  return found;
}

std::string_view MicrodataIndex::language_of(const ::_xmlNode* element) const {
  const auto found = languages_.find(element);
  return found == languages_.end() ? std::string_view{} : found->second;
}

}  // namespace semsite
