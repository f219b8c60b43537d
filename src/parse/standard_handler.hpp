#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "markup/xml_reader.hpp"
#include "parse/standard_sitemap.hpp"

namespace semsite {

/// The attributes of one element of a Standard-Sitemap that mean something, as written.
/// Views die with the event.
struct StandardAttributes {
  std::optional<std::string_view> url, name, description, role, relation, order, priority,
      lang, type, method, tree, baseurl, replace;
  std::optional<std::string_view> href;  ///< of XLink
  std::optional<std::string_view> xml_base, xml_lang, xml_id;
};
[[nodiscard]] StandardAttributes read_standard_attributes(
    std::span<const XmlAttribute> attributes);

/// Fills a StandardFile from the events of an XML document.
class StandardHandler final : public XmlHandler {
 public:
  StandardHandler(StandardFile& file, const StandardReading& reading,
                  Diagnostics& faults);

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override;
  void end_element(const XmlName& name) override;
  void characters(std::string_view) override {}

  /// `position` stays valid while the document is read.
  void set_position(const XmlPosition& position) { position_ = &position; }
  /// A root without namespace proves what it is by a child (standard-sitemap §3).
  [[nodiscard]] bool is_proven() const { return proven_; }
  void report(std::string_view code, std::string message, bool skipped);
  /// The document breaks off: the last start tag may be only a part of one.
  void drop_cut_element();

 private:
  /// What an open element hands down.
  struct Frame {
    std::uint32_t element = StandardElement::kNone;
    std::uint32_t children = 0;
    std::string_view base, xml_lang, lang, type;
    bool has_xml_lang = false;
    std::size_t prefixes = 0;  ///< declared outside of it
  };
  [[nodiscard]] bool is_strict() const {
    return reading_.rules == StandardReading::Rules::strict;
  }
  [[nodiscard]] std::uint64_t line() const {
    return position_ == nullptr ? 0 : position_->line();
  }
  void obsolete(std::string_view code, std::string_view what, std::string_view meant);
  void start_root(const XmlName& name);
  [[nodiscard]] bool is_ours(const XmlName& name) const;
  [[nodiscard]] std::optional<StandardElement::Kind> admit(const XmlName& name);
  [[nodiscard]] std::optional<StandardElement::Kind> kind_in(StandardElement::Kind parent,
                                                             const XmlName& name) const;
  void open(StandardElement::Kind kind, const StandardAttributes& given);
  void inherit(Frame& frame, const Frame* outer, const StandardAttributes& given,
               StandardElement::Kind kind);
  void fill(StandardElement& element, const Frame& frame,
            const StandardAttributes& given);
  void set_id(StandardElement& element, std::string_view id);
  void set_url(StandardElement& element, const Frame& frame,
               const StandardAttributes& given);
  void set_roles(StandardElement& element, std::string_view role);
  [[nodiscard]] std::string_view language(const Frame& frame,
                                          const StandardAttributes& given,
                                          StandardElement::Kind kind);
  [[nodiscard]] std::string_view kept(std::optional<std::string_view> value);
  [[nodiscard]] std::string_view resolved(std::string_view base,
                                          std::string_view reference,
                                          std::string_view what);
  void note_once(std::string_view code, std::string message);

  StandardFile& file_;
  const StandardReading& reading_;
  Diagnostics& faults_;
  const XmlPosition* position_ = nullptr;
  std::vector<Frame> open_;
  std::vector<std::pair<std::string, std::string>> prefixes_;  ///< in scope
  std::uint64_t skipped_ = 0;  ///< open elements that are passed over
  bool has_namespace_ = true;
  bool proven_ = true;
  bool too_deep_ = false;
};

}  // namespace semsite
