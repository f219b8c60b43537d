#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/xml_reader.hpp"
#include "parse/term_keeper.hpp"
#include "parse/xml_document.hpp"
#include "rdf/iri.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

/// The attributes of one element of RDF/XML, sorted by what they mean
/// (RDF 1.2 XML Syntax §6.1.2, §6.1.4).
class RdfxmlAttributes {
 public:
  /// What is wrong with an attribute.
  struct Problem {
    std::string_view code;
    std::string message;
  };

  /// Sorts; valid as long as `attributes` are.
  void read(std::span<const XmlAttribute> attributes);

  /// True if there is anything but what counts for all that is inside.
  [[nodiscard]] bool has_more_than_scope() const;

  std::optional<std::string_view> id, about, node_id, resource, parse_type, datatype;
  std::optional<std::string_view> annotation, annotation_node_id;
  /// Of all that is inside: xml:lang, xml:base, its:dir, rdf:version.
  std::optional<std::string_view> lang, base, direction, version;
  /// Property attributes, rdf:type included.
  std::vector<const XmlAttribute*> properties;
  /// The element cannot be understood.
  std::optional<Problem> fatal;
  /// Only that attribute is passed over.
  std::vector<Problem> dropped;

 private:
  void read_rdf(const XmlAttribute& attribute);
};

/// Remembers texts by 64 bits of hash, up to a bound, so that memory does not grow with
/// the document.
class SeenIds {
 public:
  enum class Answer : std::uint8_t { is_new, seen_before, full };

  explicit SeenIds(std::size_t most = 1'000'000) : most_(most) {}

  /// Notes `text`. `full`: nothing was noted; whether it was seen cannot be told.
  [[nodiscard]] Answer note(std::string_view text);

 private:
  void grow();

  std::size_t most_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> slots_;  ///< open addressing; 0 = free
};

/// What is in force where an RDF/XML reader stands: base IRI, language, and the names
/// already taken; turns attributes and element names into terms.
class RdfxmlScope {
 public:
  /// `faults` is told of what is wrong; the term concerned becomes none, unless it could
  /// be repaired.
  RdfxmlScope(const std::string& base, Strictness strictness, XmlFaults& faults);

  struct Mark {
    std::size_t bases = 0, languages = 0;
  };
  /// Takes xml:base, xml:lang, its:dir and rdf:version of an element into force; the
  /// result undoes it.
  [[nodiscard]] Mark enter(const RdfxmlAttributes& attributes);
  void leave(Mark mark);

  /// The language in force, with its direction if it has one, or null. Of kind none if it
  /// is no language tag.
  [[nodiscard]] HeldTerm* language();

  /// Does rdf:version announce what RDF 1.1 does not know?
  [[nodiscard]] bool is_rdf12() const {
    return !languages_.empty() && languages_.back().is_rdf12;
  }

  /// Makes `term` the IRI that `reference` means here.
  void set_reference(HeldTerm& term, std::string_view reference);

  /// Makes `term` the IRI that `rdf:ID="id"` means here; each only once per document
  /// (checked for the first million, so that memory stays bounded). False if it cannot
  /// be.
  [[nodiscard]] bool set_id(HeldTerm& term, std::string_view id);

  /// Namespace and local name as one IRI. Valid until the next call.
  [[nodiscard]] HeldTerm& name(std::string_view space, std::string_view local);

 private:
  void check(HeldTerm& term);
  /// `reference`, mended if that is wanted and needed, and then `repair` says so; lives
  /// until the next call.
  std::string_view mended(std::string_view reference,
                          std::shared_ptr<HeldRepair>& repair);

  struct Base {
    std::unique_ptr<BaseIri> iri;
    std::shared_ptr<HeldRepair> repair;  ///< null: as it was written
  };

  /// What texts are marked with.
  struct Language {
    std::string written;    ///< of xml:lang
    std::string direction;  ///< of its:dir; counts where `is_rdf12`
    bool is_rdf12 = false;
    HeldTerm tag;
  };
  void enter_language(const RdfxmlAttributes& attributes);

  Strictness strictness_;
  XmlFaults& faults_;
  std::string mended_;
  std::vector<Base> bases_;
  std::vector<Language> languages_;
  SeenIds ids_;
  std::string joined_;
  std::array<HeldTerm, 512> names_;  ///< met last, by hash
};

}  // namespace semsite
