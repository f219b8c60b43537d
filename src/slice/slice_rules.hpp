#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// How the document of an entity is cut out of a dataset (Semantic Sitemap, `slicing`).
enum class SliceMethod {
  subject,         ///< triples with the entity as subject
  subject_object,  ///< … or as object
  cbd,             ///< Concise Bounded Description (W3C Member Submission 2005)
  scbd,            ///< Symmetric Concise Bounded Description (the same)
  msg,             ///< union of the Minimum Self-Contained Graphs that involve the entity
};

/// The method of that name, in any case; `msgs`, `mscg` and `mscgs` are `msg`.
[[nodiscard]] std::optional<SliceMethod> slice_method(std::string_view name);

/// What is wanted.
struct SliceRules {
  SliceMethod method = SliceMethod::subject_object;
  bool closure = false;  ///< of `subject` and `subject-object`: follow blank nodes
  std::vector<std::string> prefixes{};  ///< of entities; none: every IRI

  /// Has `iri` a document? Compared byte by byte, its fragment included.
  [[nodiscard]] bool covers(std::string_view iri) const;
  /// Do triples belong to the document of their object, too?
  [[nodiscard]] bool takes_objects() const {
    return method != SliceMethod::subject && method != SliceMethod::cbd;
  }
  /// Does a document go on at blank nodes?
  [[nodiscard]] bool follows_blanks() const {
    return closure || follows_reifications() || method == SliceMethod::msg;
  }
  /// Does it go on at statements about its triples?
  [[nodiscard]] bool follows_reifications() const {
    return method == SliceMethod::cbd || method == SliceMethod::scbd;
  }
};

}  // namespace semsite
