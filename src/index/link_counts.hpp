#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/hash.hpp"
#include "index/document_record.hpp"

namespace semsite {

/// The links of a dataset under one property to a domain; it is that of the IRIs pointed
/// to (dataset_of). Names are cut as keys are (cut_text_key).
struct LinksetKey {
  std::string_view from, predicate, to_domain;
};

/// A domain at which a dataset has documents.
struct SiteKey {
  std::string_view domain, dataset;
};

/// Reads keys of the kinds `linkset` and `site`: views into `key`. Empty if it is
/// damaged.
[[nodiscard]] LinksetKey read_linkset_key(std::string_view key);
[[nodiscard]] SiteKey read_site_key(std::string_view key);

/// Counts the triples of each linkset and the documents of each site, for many documents
/// one after another. One thread.
class LinkCounts {
 public:
  /// The next document. `record` outlives what is added of it.
  void begin(const DocumentRecord& record);
  /// A triple of it whose object is the IRI `object`.
  void add(std::string_view predicate, std::string_view object);

  /// Appends each key and its count (LEB128), both with their length in front, and
  /// forgets them.
  void append_to(std::string& out);

 private:
  const std::string& domain_of(std::string_view iri);

  std::unordered_map<std::string, std::uint64_t, KeyedHash, std::equal_to<>> counts_;
  /// Of IRIs up to the end of their authority: most have one of a few.
  std::unordered_map<std::string, std::string, KeyedHash, std::equal_to<>> domains_;
  std::string dataset_, domain_, key_, authority_;
};

}  // namespace semsite
