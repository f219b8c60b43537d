#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "validate/findings.hpp"
#include "validate/markup_tree.hpp"

namespace semsite {

/// Checks the `diwoo:Document`s of one sitemap against the schema 0.9.8, its value lists
/// and the rules of the national harvester.
class DiwooCheck {
 public:
  /// `category`: IRI of the information category that the index's name says; may be
  /// empty.
  DiwooCheck(DocumentFindings& findings, std::string category)
      : findings_(findings), category_(std::move(category)) {}

  /// `entry`: the `url` around `document`, or `document` itself where it has none.
  void check(const MarkupNode& entry, const MarkupNode& document);
  /// An entry without metadata, which is harvested all the same.
  void check_bare(const MarkupNode& entry) { check_entry(entry, entry); }

 private:
  void check_parts(const MarkupNode& parent);
  void check_value(const MarkupNode& part);
  void check_entry(const MarkupNode& entry, const MarkupNode& document);
  void check_file_type(std::string_view loc, const MarkupNode& document);
  void check_category(const MarkupNode& document);
  void add(std::string_view code, std::string message, const MarkupNode& node) {
    findings_.add(code, std::move(message), node.line, node.column);
  }

  DocumentFindings& findings_;
  std::string category_;
};

/// An element of diwoo-metadata.xsd 0.9.8, in one parent.
struct DiwooPart {
  enum class Kind : std::uint8_t {
    holder,        ///< has parts of its own
    text,          ///<
    date,          ///< xs:date
    time,          ///< xs:dateTime
    listed,        ///< label and `resource` of a value list
    organisation,  ///< label and `resource` of one of the lists of organisations
    free,          ///< label and `resource` of any kind
  };
  enum class Times : std::uint8_t { optional, once, any, some };  ///< 0..1, 1, 0..n, 1..n

  std::string_view parent, name;
  Kind kind = Kind::text;
  Times times = Times::optional;
  std::string_view list{};  ///< id of a TOOI list
};

/// All of them, those of one parent together.
[[nodiscard]] std::span<const DiwooPart> diwoo_schema();
/// Null if `parent` has no such part.
[[nodiscard]] const DiwooPart* diwoo_part(std::string_view parent, std::string_view name);

}  // namespace semsite
