#pragma once

#include <set>
#include <string>

#include "validate/findings.hpp"
#include "validate/listed_url.hpp"
#include "validate/markup_tree.hpp"

namespace semsite {

/// Checks the `sc:dataset`s of one sitemap against both forms of the Semantic Sitemap.
class DatasetCheck {
 public:
  DatasetCheck(DocumentFindings& findings, ListedUrlCheck& urls)
      : findings_(findings), urls_(urls) {}

  /// `plain`: the namespace of the sitemap's own elements.
  void check(const MarkupNode& dataset, std::string_view plain);

 private:
  struct Reading;
  void check_part(const MarkupNode& part, Reading& reading);
  void check_location(const MarkupNode& part, Reading& reading);
  void check_whole(const MarkupNode& dataset, const Reading& reading);
  void check_mirrors(const Reading& reading);
  void check_samples(const Reading& reading);
  void add(std::string_view code, std::string message, const MarkupNode& node) {
    findings_.add(code, std::move(message), node.line, node.column);
  }

  DocumentFindings& findings_;
  ListedUrlCheck& urls_;
  std::set<std::string, std::less<>> uris_;  ///< of datasets so far; bounded
  bool namespace_told_ = false;
};

}  // namespace semsite
