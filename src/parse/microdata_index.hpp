#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text_hash.hpp"
#include "markup/html_tree.hpp"

namespace semsite {

/// The words of an attribute that holds a set of tokens (HTML standard §2.3.7).
[[nodiscard]] std::vector<std::string_view> tokens(std::string_view text);

/// How much of a page may still be visited. An `itemref` can name the same elements again
/// and again, so the work is bounded apart from the size of the page.
class MicrodataBudget {
 public:
  MicrodataBudget(std::uint64_t steps, std::uint64_t bytes)
      : steps_(steps), bytes_(bytes) {}

  /// False when nothing is left.
  bool take_step() { return steps_ > 0 && steps_-- > 0; }
  bool take_bytes(std::uint64_t count) {
    const bool enough = count <= bytes_;
    bytes_ = enough ? bytes_ - count : 0;
    return enough;
  }
  [[nodiscard]] bool is_spent() const { return steps_ == 0 || bytes_ == 0; }

 private:
  std::uint64_t steps_;
  std::uint64_t bytes_;
};

/// Where the items of a page are, and what belongs to each.
class MicrodataIndex {
 public:
  explicit MicrodataIndex(const HtmlPage& page);

  /// Elements with `itemscope` but no `itemprop`, in document order.
  [[nodiscard]] const std::vector<const ::_xmlNode*>& top_level_items() const {
    return items_;
  }

  [[nodiscard]] std::uint64_t element_count() const { return element_count_; }

  struct Properties {
    std::vector<const ::_xmlNode*> elements;
    std::vector<std::string_view> missing;  ///< ids of `itemref` that nothing has
    bool is_repeated = false;  ///< an element came twice, by `itemref` (an error)
  };
  /// The elements that add properties to `item`: first those inside it, then those that
  /// its `itemref` names (HTML standard §5.2.5, "the properties of an item"). Stops short
  /// when the budget is spent.
  [[nodiscard]] Properties properties_of(const ::_xmlNode* item, MicrodataBudget& budget);

  /// The language of a property element, inherited; empty if there is none.
  [[nodiscard]] std::string_view language_of(const ::_xmlNode* element) const;

 private:
  void index_ids();

  const HtmlPage& page_;
  std::vector<const ::_xmlNode*> items_;
  std::uint64_t element_count_ = 0;
  std::unordered_map<const ::_xmlNode*, std::string_view> languages_;
  std::unordered_map<std::string_view, const ::_xmlNode*, KeyedHash, std::equal_to<>>
      by_id_;
  bool has_ids_ = false;
};

}  // namespace semsite
