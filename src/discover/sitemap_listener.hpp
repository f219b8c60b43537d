#pragma once

#include "markup/xml_reader.hpp"

namespace semsite {

/// Is told the markup of an XML sitemap, besides the one who reads it: all events until
/// the reader stops.
class SitemapListener : public XmlHandler {
 public:
  /// Before the first event; valid until the last.
  virtual void begin(const XmlPosition& position) = 0;
};

}  // namespace semsite
