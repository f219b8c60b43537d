#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Writes markup inside a literal in Exclusive XML Canonicalization 1.0 with comments:
/// only the namespaces that an element or its attributes use are declared, where they
/// come into use.
class XmlLiteral {
 public:
  /// Begins an empty literal that may grow to `most_bytes`.
  void begin(std::uint64_t most_bytes);

  /// All of these throw DocumentError("xml.too-large") when the literal gets too long.
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes);
  void end_element(const XmlName& name);
  void characters(std::string_view text);
  void comment(std::string_view text);
  void processing_instruction(std::string_view target, std::string_view data);

  /// Elements that are open.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] const std::string& text() const { return out_; }
  [[nodiscard]] std::string take() { return std::exchange(out_, {}); }

 private:
  struct Declared {
    std::string prefix, iri;
    std::size_t depth;
  };
  void declare(const XmlName& name);
  void check() const;

  std::string out_;
  std::uint64_t most_bytes_ = 0;
  std::size_t depth_ = 0;
  std::vector<Declared> declared_;
  std::vector<XmlNamespace> fresh_;
  std::vector<const XmlAttribute*> sorted_;
};

}  // namespace semsite
