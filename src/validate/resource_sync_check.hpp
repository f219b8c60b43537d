#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "discover/resource_sync.hpp"
#include "validate/findings.hpp"
#include "validate/listed_url.hpp"
#include "validate/markup_tree.hpp"

namespace semsite {

/// Checks `rs:md` and `rs:ln` of one document: of Signmaps and of ResourceSync.
class ResourceSyncCheck {
 public:
  ResourceSyncCheck(DocumentFindings& findings, ListedUrlCheck& urls)
      : findings_(findings), urls_(urls) {}

  /// A child of the root. `late`: an entry came before it.
  enum class When : std::uint8_t { first, late };
  void check_head(const MarkupNode& node, When when);
  /// A child of an entry.
  void check_in_entry(const MarkupNode& node);
  /// The whole entry, after its children.
  void check_entry(const MarkupNode& entry);

  [[nodiscard]] SyncKind kind() const { return kind_; }

 private:
  void check_link(const MarkupNode& link);
  void check_facts(const MarkupNode& facts);
  void check_common(const MarkupNode& node);
  void check_capability(const MarkupNode& facts);
  void add(std::string_view code, std::string message, const MarkupNode& node) {
    findings_.add(code, std::move(message), node.line, node.column);
  }

  DocumentFindings& findings_;
  ListedUrlCheck& urls_;
  SyncKind kind_ = SyncKind::none;
  bool head_met_ = false;
  std::optional<std::int64_t> last_time_;  ///< of the event before
};

}  // namespace semsite
