#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_hash.hpp"
#include "discover/signposting.hpp"

namespace semsite {

/// What is asked for where no media type is named.
inline constexpr std::string_view kRdfAccept =
    "application/n-quads, application/trig, application/n-triples, text/turtle;q=0.9, "
    "application/ld+json;q=0.8, application/rdf+xml;q=0.7, */*;q=0.1";

/// A media type without its parameters.
[[nodiscard]] std::string_view essence(std::string_view media_type);
/// The same, or nothing where it is no media type or a range of them (`csv`, `*/*`).
[[nodiscard]] std::string_view told_type(std::string_view media_type);
/// Does the type tell nothing of whether something is RDF (`application/json`)?
[[nodiscard]] bool is_general_type(std::string_view type);
/// HTML and XHTML, which may hold RDF.
[[nodiscard]] bool is_page_type(std::string_view type);

/// All links `describedby` of one resource: the one place that decides which of them are
/// other forms of others. Links must outlive it.
class DescribedByLinks {
 public:
  void add(const Signpost& link);

  /// Those that are said to be RDF, in the form (type and profile) that most of them
  /// have: each with its other forms. Without one: those that are said to be pages, or
  /// to be of a type that does not tell.
  [[nodiscard]] std::vector<SignpostTarget> chosen() const;
  [[nodiscard]] bool any_rdf() const;
  /// Of unknown type: content negotiation may find RDF there.
  [[nodiscard]] std::vector<SignpostTarget> untyped() const;

 private:
  struct One {
    std::string_view url;
    double weight = 0;
    bool typed = false;
    bool is_page = false;
    bool is_general = false;
    std::uint32_t priority = Signpost::kNoPriority;
    std::vector<std::string_view> types;  // that are RDF
    std::set<std::string> forms;          // one URL may have several
  };
  /// `worse`: forms that come after all others.
  static std::vector<SignpostTarget> of_one_form(std::vector<const One*> ones,
                                                 const std::vector<const One*>& worse);
  static SignpostTarget target(const One& one);

  std::vector<One> all_;
  std::unordered_map<std::string_view, std::size_t, KeyedHash, std::equal_to<>> places_;
};

}  // namespace semsite
