#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/hash.hpp"
#include "markup/html_tree.hpp"
#include "rdf/quad_builder.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"
#include "vocab/microdata_registry.hpp"

namespace semsite {

struct MicrodataJob {
  QuadBuilder& quads;
  Diagnostics& diagnostics;
  const Limits& limits;
  const ParseSettings& settings = kDefaultParseSettings;
  /// Before the labels of blank nodes, such as "m-"; a label without it begins with a
  /// digit.
  std::string_view label_prefix = {};
  /// True for the elements whose triples are kept: the types of an item count as its own
  /// element's, a property as the element with `itemprop`. Empty: all are kept.
  std::function<bool(const ::_xmlNode*)> selected = {};
  const MicrodataRegistry& registry = published_microdata_registry();
};

/// Adds the triples of the Microdata of `page` (W3C Note "Microdata to RDF", second
/// edition, with vocabulary expansion); does not flush. Faults are reported under
/// "microdata.…"; throws PageLimit, and what `diagnostics` throws.
void parse_microdata(const HtmlPage& page, const MicrodataJob& job);

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

/// What the names of properties mean inside an item: by its first type, or, without one,
/// by that of the item around it ("Microdata to RDF" §5.1, §5.2).
class MicrodataNames {
 public:
  /// Stands for a vocabulary; 0: no type, so names belong to the document.
  using Scope = std::uint32_t;

  /// `base`: the IRI of the document.
  MicrodataNames(const MicrodataRegistry& registry, std::string_view base);

  /// The scope that `type`, an absolute IRI, opens.
  [[nodiscard]] Scope scope_of(std::string_view type);
  /// The IRI of the property `name`, which is no absolute IRI.
  [[nodiscard]] std::string property(Scope scope, std::string_view name) const;

 private:
  const MicrodataRegistry& registry_;
  std::vector<std::string> starts_;  ///< what stands before the name, by scope
  std::unordered_map<std::string, Scope, KeyedHash, std::equal_to<>> scopes_;
};

/// `name` with all that may not stand in a fragment percent-encoded.
[[nodiscard]] std::string fragment_escaped(std::string_view name);

}  // namespace semsite

struct _xmlNode;

namespace semsite {

/// What a property element without `itemscope` says.
struct MicrodataValue {
  enum class Kind : std::uint8_t {
    text,   ///< takes the language of the element
    typed,  ///< `datatype` is set
    url,    ///< `text` is a reference, still to be resolved
  };
  Kind kind = Kind::text;
  std::string text{};
  std::string_view datatype{};  ///< static
};

/// The value of `element` (HTML standard §5.2.4; "Microdata to RDF" §5.3). Nothing when
/// its text is more than the budget has left.
[[nodiscard]] std::optional<MicrodataValue> microdata_value(const ::_xmlNode* element,
                                                            MicrodataBudget& budget);

}  // namespace semsite
