#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "map/entry_mapper.hpp"
#include "map/functions.hpp"
#include "map/mapping_reader.hpp"
#include "map/mapping_use.hpp"
#include "map/xml_matcher.hpp"
#include "markup/sitemap_dialect.hpp"
#include "markup/xml_reader.hpp"
#include "rdf/quad_builder.hpp"

namespace semsite {

/// What mappings need to know to run over a document.
struct MappingJob {
  std::shared_ptr<const Mappings> mappings;
  QuadBuilder& quads;  ///< also names the document
  Diagnostics& diagnostics;
  std::string index_url{};  ///< of the index that named the sitemap; empty = unknown
  EntryBounds bounds{};
  bool strict = false;        ///< IRIs are not repaired
  MappingUse* use = nullptr;  ///< learns what the document has; null: nobody asks
  /// Are quads wanted of the entry that ends, an element of this name? Asked once for
  /// each in which something matched. Empty: of all.
  std::function<bool(std::string_view element)> wants{};
  /// Does anybody else tell of odd namespaces and elements of the document?
  enum class Oddities : std::uint8_t { tell, keep_quiet } oddities = Oddities::tell;
};

/// Runs mappings over the events of a sitemap, and makes quads of its entries. Namespaces
/// are understood as sitemaps have them (SitemapDialect). Tells nothing of errors in the
/// XML: whoever reads the document does.
class MappingRun final : public XmlHandler {
 public:
  explicit MappingRun(MappingJob job);

  void begin(const XmlPosition& position) override { position_ = &position; }
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override;
  void end_element(const XmlName& name) override;
  void characters(std::string_view text) override;
  void comment(std::string_view text) override;
  void processing_instruction(std::string_view target, std::string_view data) override;
  bool error(std::string_view, std::uint64_t, std::uint64_t) override { return true; }

  /// No more events come: an entry that is still open ends. The quads are not flushed.
  void finish() {
    position_ = nullptr;  // whoever read the document is gone
    matcher_.finish();
    if (sight_) job_.use->add(*sight_);
    sight_.reset();
  }

 private:
  void take(const EntryRecord& record, XmlMatcher::Excess excess);
  void note(std::string_view code, std::string message);
  void report(std::string_view code, std::string message, EntryMapper::Loss loss);

  MappingJob job_;
  const XmlPosition* position_ = nullptr;
  bool begun_ = false;
  std::string entry_;  ///< the name of its element
  SitemapDialect dialect_;
  EntryMapper mapper_;
  std::optional<MappingSight> sight_;
  XmlMatcher matcher_;
};

}  // namespace semsite
