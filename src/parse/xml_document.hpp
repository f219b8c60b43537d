#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "markup/xml_reader.hpp"
#include "parse/term_keeper.hpp"
#include "reading/parse_job.hpp"

namespace semsite {

/// Reports faults at the place where an XML document is being read.
class XmlFaults {
 public:
  explicit XmlFaults(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// `position` stays valid while faults are reported.
  void set_position(const XmlPosition& position) { position_ = &position; }
  void report(std::string_view code, std::string message) {
    tell(code, std::move(message), true);
  }
  /// Of something odd by which nothing is lost.
  void note(std::string_view code, std::string message) {
    tell(code, std::move(message), false);
  }

  /// Of an IRI that was mended here, to be told when a quad has it.
  [[nodiscard]] std::shared_ptr<HeldRepair> repair(std::string_view written,
                                                   std::string_view repaired) const;

 private:
  void tell(std::string_view code, std::string message, bool skipped);

  Diagnostics& diagnostics_;
  const XmlPosition* position_ = nullptr;
};

/// Has `handler` read an XML document that says RDF, with entities of its own, and
/// flushes the quads: those before an error that ends the document are good. Throws the
/// DocumentError of read_xml.
void read_xml_document(const ParseJob& job, XmlHandler& handler, XmlFaults& faults);

}  // namespace semsite
