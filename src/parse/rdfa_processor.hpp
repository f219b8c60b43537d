#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/rdfa.hpp"
#include "parse/rdfa_names.hpp"

namespace semsite {

/// The processing sequence of RDFa Core 1.1 (§7.5) with the rules of a host language,
/// from a tree to a graph. Recursion is as deep as the tree, which is bounded.
class RdfaProcessor {
 public:
  RdfaProcessor(const HtmlPage& page, const RdfaJob& job, RdfaGraph& graph);

  void run();
  /// Tells of repairs, once it is known which triples stay.
  void tell_repairs() const { names_.tell_repairs(graph_); }

 private:
  /// The lists that elements with `inlist` fill, by predicate (§7.5, list mapping).
  struct List {
    std::vector<Term> items;
  };
  using Lists = std::map<std::string_view, List>;

  /// What waits for the next resource inside (§7.5, incomplete triples).
  struct Incomplete {
    enum class Direction : std::uint8_t { forward, reverse, list } direction;
    Term predicate;
    List* list = nullptr;
  };

  /// §7.5, evaluation context.
  struct Context {
    RdfaNameScope names;
    std::string_view language;
    Term parent_subject;
    Term parent_object;
    const std::vector<Incomplete>* incomplete = nullptr;
    Lists* lists = nullptr;
  };

  /// The attributes of one element that RDFa knows.
  struct Attributes {
    std::optional<std::string_view> about, content, datatype, datetime, href, inlist,
        prefix, property, rel, resource, rev, src, type_of, vocab, role, id, xml_base;
    std::optional<std::string_view> language;
    bool any = false;  ///< any of them, or a namespace
  };

  /// What becomes of one element while it is processed.
  struct Element {
    const ::_xmlNode* node = nullptr;
    Attributes attributes;
    Context local;         ///< names, language as they hold inside
    const Context* outer;  ///< those of the element around
    bool is_root = false;
    bool is_skipped = false;
    Term subject;  ///< new subject
    Term object;   ///< current object resource
    Term typed;    ///< typed resource
    std::vector<Term> rel, rev, property;
    std::vector<Incomplete> incomplete;
    RdfaGraph::Kept kept = RdfaGraph::Kept::yes;
  };

  void process(const ::_xmlNode* node, const Context& context);
  [[nodiscard]] Attributes read_attributes(const ::_xmlNode* node) const;
  void set_vocabulary(Element& element);
  void set_prefixes(Element& element);
  void add_prefix(Element& element, std::string_view prefix, std::string_view iri);
  void set_base(Element& element);
  void read_predicates(Element& element);
  [[nodiscard]] std::vector<Term> predicates(std::string_view text,
                                             const RdfaNameScope& scope);
  [[nodiscard]] Term about_of(Element& element);
  [[nodiscard]] Term target_of(Element& element);
  [[nodiscard]] Term implied_subject(const Element& element);
  void set_subject_without_rel(Element& element);
  void set_subject_with_rel(Element& element);
  void add_types(const Element& element);
  void add_relations(Element& element, Lists& lists);
  void add_properties(Element& element, Lists& lists);
  [[nodiscard]] Term value_of(Element& element);
  [[nodiscard]] Term literal(std::string_view text, const Term& datatype);
  [[nodiscard]] Term plain_literal(std::string_view text, const Element& element);
  [[nodiscard]] std::string literal_text(const Element& element) const;
  void complete(const Element& element);
  void lengthen(List& list, const Term& item);
  void add_lists(const Element& element, const Term& subject, const Lists& lists);
  void add_roles(const Element& element);
  void add(const Element& element, const Term& subject, const Term& predicate,
           const Term& object) {
    graph_.add(subject, predicate, object, element.kept);
  }
  /// A text that is longer ends the page as soon as it is said.
  [[nodiscard]] std::uint64_t most_text() { return graph_.meter().most_text_bytes(); }

  const HtmlPage& page_;
  const RdfaJob& job_;
  RdfaHostLanguage host_;
  RdfaGraph& graph_;
  RdfaNames names_;
  std::deque<BaseIri> bases_;
  std::deque<RdfaPrefix> prefixes_;
  bool told_of_prefixes_ = false;
};

}  // namespace semsite

struct _xmlNode;

namespace semsite {

/// A prefix that markup in a literal may rely on.
struct LiteralPrefix {
  std::string_view prefix, iri;
};

/// The content of `element` as XML that is namespace-well-formed by itself: what stands
/// at its top declares the default namespace and all `prefixes` (RDFa Core 1.1 §7.5,
/// step 11; HTML+RDFa 1.1 §3.2). Prefixes come in the order given. Ends soon after `most`
/// bytes.
[[nodiscard]] std::string xml_content(const ::_xmlNode* element,
                                      std::span<const LiteralPrefix> prefixes,
                                      std::uint64_t most);

/// The content of `element` as HTML (HTML standard §13.3). Ends soon after `most` bytes.
[[nodiscard]] std::string html_content(const ::_xmlNode* element, std::uint64_t most);

}  // namespace semsite
