#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "crawl/harvest.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// Is it of anything but pages, which mostly hold no RDF, and that is no fault of theirs?
/// Null is of nothing.
[[nodiscard]] bool is_of_data(const Syntax* syntax);

/// An archive may well hold a licence or a read-me beside its data, or a link to one that
/// is elsewhere. What is called data, and is not, is data that was lost; an ontology is
/// data, in whatever form.
[[nodiscard]] bool is_other_file(const DocumentReport& document);

/// Sums the documents of one source up.
class HarvestAccount {
 public:
  explicit HarvestAccount(Promise promise) : promise_(promise) {}

  void add(DocumentReport document);
  /// What a document says that there is more: another one of the archive may be that.
  void add(std::vector<MoreSaid> more, const std::string& document);
  /// The source as a whole could not be read to its end.
  void add(const DocumentError& error);

  [[nodiscard]] HarvestReport conclude(bool archive, const std::string& name) &&;

 private:
  struct Failure {
    std::string code, problem;
    std::string begins{};  ///< what came instead
    Cause cause = Cause::other;
  };
  [[nodiscard]] bool is_silent_page(const DocumentReport& document) const;

  Promise promise_;
  HarvestReport report_;
  std::set<std::string> documents_;  ///< of an archive, as keys of pages
  std::uint64_t rdf_ = 0;
  std::uint64_t skipped_ = 0;
  bool faulty_ = false;
  Failure broken_, other_;
  std::string damaged_;  ///< first line of the first document that is
};

}  // namespace semsite
