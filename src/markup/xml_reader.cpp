#include "markup/xml_reader.hpp"

#include <fmt/format.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/c_guard.hpp"
#include "base/text.hpp"
#include "markup/html_node.hpp"
#include "markup/xml_feed.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// The library keeps every different name until the end, and looks for duplicates among
/// attributes and declarations pair by pair.
constexpr std::size_t kNameBytes = 32 * kMiB;
constexpr int kMostXmlNames = 200'000;
constexpr int kAttributeDeclarations = 2'000;
constexpr int kMostXmlAttributes = 10'000;
constexpr std::uint64_t kAttributeCost = 32;  ///< in bytes, of one given by default
constexpr int kNamespaces = 10'000;
/// What may be read on top of one token before it is called too large.
constexpr std::uint64_t kReadAhead = 64 * kKiB;

std::string_view view(const xmlChar* text, int length) {
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)};
}

struct FreeContext {
  void operator()(xmlParserCtxtPtr context) const {
    // Declarations are kept in a document of the library's own making.
    xmlDocPtr document = context->myDoc;
    context->myDoc = nullptr;
    xmlFreeParserCtxt(context);
    if (document != nullptr) xmlFreeDoc(document);
  }
};
using Context = std::unique_ptr<xmlParserCtxt, FreeContext>;

/// Errors without a parser context (from converters) go to a handler of this thread.
class ThreadErrors {
 public:
  ThreadErrors(void* user, xmlStructuredErrorFunc handler) {
    xmlSetStructuredErrorFunc(user, handler);
  }
  ~ThreadErrors() { xmlSetStructuredErrorFunc(nullptr, nullptr); }
  ThreadErrors(const ThreadErrors&) = delete;
  ThreadErrors& operator=(const ThreadErrors&) = delete;
};

std::string_view first_line(std::string_view message) {
  return trim(message.substr(0, message.find('\n')));
}

bool is_about_encoding(int code) {
  switch (code) {
    case XML_ERR_INVALID_ENCODING:
    case XML_ERR_UNKNOWN_ENCODING:
    case XML_ERR_UNSUPPORTED_ENCODING:
    case XML_I18N_NO_HANDLER:
    case XML_I18N_CONV_FAILED:
    case XML_I18N_NO_OUTPUT:
      return true;
    default:
      return false;
  }
}

class EventReader final : public XmlPosition {
 public:
  EventReader(ByteSource& bytes, XmlHandler& handler, const Limits& limits,
              const XmlOptions& options)
      : handler_(handler), limits_(limits), options_(options), feed_(bytes, mender()) {}

  void read();

  [[nodiscard]] std::uint64_t line() const override {
    const int line = context_ ? xmlSAX2GetLineNumber(context_.get()) : 0;
    return (line > 0 ? static_cast<std::uint64_t>(line) : 0) +
           (mender_ ? mender_->dropped_lines() : 0);
  }
  [[nodiscard]] std::uint64_t column() const override {
    const int column = context_ ? xmlSAX2GetColumnNumber(context_.get()) : 0;
    return column > 0 ? static_cast<std::uint64_t>(column) : 0;
  }

 private:
  static xmlSAXHandler callbacks();
  static EventReader& self(void* user) { return *static_cast<EventReader*>(user); }
  /// Runs one event. After a failure the library gets no more bytes and no event passes.
  template <typename Body>
  void event(Body&& body) {
    guard_.run(
        [&] {
          quiet_bytes_ = 0;
          // In recovery the library drops every reference after the first error.
          if (options_.lenient) context_->wellFormed = 1;
          body();
          return 0;
        },
        0);
  }

  template <typename Body>
  void declaration(Body&& body) {
    guard_.run(
        [&] {
          body(*this);
          return 0;
        },
        0);
  }
  XmlMender* mender();
  int fill(char* out, int room);
  void check_bounds(std::size_t more);
  void start_element(const XmlName& name, std::span<const xmlChar*> namespaces,
                     std::span<const xmlChar*> attributes, std::size_t defaulted);
  void characters(std::string_view text);
  xmlEntityPtr entity(std::string_view name);
  void error(const xmlError& error);
  void tell(std::string_view code, std::string_view message, std::uint64_t line,
            std::uint64_t column);
  [[noreturn]] void too_large(std::string_view what) const;

  XmlHandler& handler_;
  const Limits& limits_;
  const XmlOptions& options_;
  std::unique_ptr<XmlMender> mender_;
  XmlFeed feed_;
  CGuard guard_;
  XmlEntities entities_;
  std::map<std::string, xmlEntity, std::less<>> nodes_;
  std::vector<XmlAttribute> attributes_;
  std::vector<XmlNamespace> declared_;
  std::uint64_t quiet_bytes_ = 0;  ///< fed since the last event
  std::uint64_t text_bytes_ = 0;   ///< since the last tag
  std::uint32_t depth_ = 0;
  int attribute_declarations_ = 0;
  Context context_;
};

XmlMender* EventReader::mender() {
  if (!options_.lenient) return nullptr;
  mender_ = std::make_unique<XmlMender>(
      options_.internal_entities ? XmlMender::References::any_name
                                 : XmlMender::References::predefined,
      [this](const XmlMend& mend) {
        tell("xml.syntax", mend.message, mend.line, mend.column);
      });
  return mender_.get();
}

void EventReader::too_large(std::string_view what) const {
  throw DocumentError{"xml.too-large",
                      fmt::format("line {}, column {}: {}", line(), column(), what)};
}

void EventReader::check_bounds(std::size_t more) {
  quiet_bytes_ += more;
  if (quiet_bytes_ > limits_.literal_bytes + kReadAhead)
    too_large(
        fmt::format("a tag, comment, CDATA section or declaration longer than {} "
                    "(--max-line)",
                    human_bytes(limits_.literal_bytes)));
  if (xmlDictGetUsage(context_->dict) > kNameBytes)
    too_large(
        fmt::format("different names of more than {} together", human_bytes(kNameBytes)));
  if (xmlDictSize(context_->dict) > kMostXmlNames)
    too_large(fmt::format("more than {} different names", kMostXmlNames));
  if (context_->maxatts / 5 > 2 * kMostXmlAttributes)
    too_large(fmt::format("a tag with more than {} attributes", kMostXmlAttributes));
  if (context_->nsNr / 2 > kNamespaces)
    too_large(fmt::format("more than {} namespaces declared at once", kNamespaces));
}

int EventReader::fill(char* out, int room) {
  return guard_.run(
      [&] {
        const std::size_t got = feed_.read(out, static_cast<std::size_t>(room));
        check_bounds(got);
        return static_cast<int>(got);
      },
      0);
}

void EventReader::start_element(const XmlName& name, std::span<const xmlChar*> namespaces,
                                std::span<const xmlChar*> attributes,
                                std::size_t defaulted) {
  text_bytes_ = 0;
  if (++depth_ > limits_.xml_depth)
    throw DocumentError{"xml.depth",
                        fmt::format("line {}, column {}: elements nested deeper than {} "
                                    "(--max-xml-depth)",
                                    line(), column(), limits_.xml_depth)};
  declared_.clear();
  for (std::size_t i = 0; i + 1 < namespaces.size(); i += 2)
    declared_.push_back(
        {.prefix = xml_text(namespaces[i]), .iri = xml_text(namespaces[i + 1])});
  attributes_.clear();
  for (std::size_t i = 0; i + 4 < attributes.size(); i += 5) {
    const xmlChar** part = &attributes[i];
    attributes_.push_back({.name = {.local = xml_text(part[0]),
                                    .prefix = xml_text(part[1]),
                                    .namespace_ = xml_text(part[2])},
                           .value = view(part[3], static_cast<int>(part[4] - part[3]))});
  }
  for (std::size_t i = attributes_.size() - defaulted; i < attributes_.size(); ++i)
    entities_.spend(attributes_[i].value.size() + kAttributeCost, feed_.consumed());
  handler_.start_element(name, attributes_, declared_);
}

void EventReader::characters(std::string_view text) {
  text_bytes_ += text.size();
  if (text_bytes_ > limits_.literal_bytes)
    too_large(fmt::format("a text longer than {} (--max-line)",
                          human_bytes(limits_.literal_bytes)));
  handler_.characters(text);
}

xmlEntityPtr EventReader::entity(std::string_view name) {
  // Among the declarations, what an entity refers to may still be missing.
  if (!options_.internal_entities ||
      (context_->inSubset != 0 && !entities_.is_complete(name)))
    return nullptr;
  const std::string* text = entities_.replacement(name);
  if (text == nullptr) return nullptr;
  entities_.spend(text->size(), feed_.consumed());
  const auto [place, is_new] = nodes_.try_emplace(std::string{name});
  xmlEntity& node = place->second;
  if (is_new) {
    const auto chars = [](const std::string& from) {
      return const_cast<xmlChar*>(reinterpret_cast<const xmlChar*>(from.c_str()));
    };
    static const std::string kEmpty;
    node.type = XML_ENTITY_DECL;
    node.etype = XML_INTERNAL_GENERAL_ENTITY;
    node.name = chars(place->first);
    node.content = chars(*text);
    node.length = static_cast<int>(text->size());
    node.orig = chars(kEmpty);  // else the library hangs a copy of its own on it
  }
  return &node;
}

void EventReader::error(const xmlError& error) {
  // Namespaces are IRIs, the library knows URIs only.
  if (error.level < XML_ERR_ERROR || error.code == XML_WAR_NS_URI) return;
  guard_.run(
      [&] {
        const std::string_view message =
            error.message == nullptr ? "not well-formed" : first_line(error.message);
        tell(is_about_encoding(error.code) ? "xml.encoding" : "xml.syntax", message,
             line(), column());
        return 0;
      },
      0);
}

void EventReader::tell(std::string_view code, std::string_view message,
                       std::uint64_t line, std::uint64_t column) {
  if (options_.lenient && handler_.error(message, line, column)) return;
  throw DocumentError{std::string{code},
                      fmt::format("line {}, column {}: the XML is not well-formed: {}",
                                  line, column, excerpt(message, 300))};
}

xmlSAXHandler EventReader::callbacks() {
  xmlSAXHandler sax{};
  sax.initialized = XML_SAX2_MAGIC;
  sax.startElementNs = [](void* user, const xmlChar* local, const xmlChar* prefix,
                          const xmlChar* iri, int namespaces, const xmlChar** declared,
                          int attributes, int defaulted, const xmlChar** parts) {
    EventReader& reader = self(user);
    reader.event([&] {
      reader.start_element({.local = xml_text(local),
                            .prefix = xml_text(prefix),
                            .namespace_ = xml_text(iri)},
                           {declared, static_cast<std::size_t>(namespaces) * 2},
                           {parts, static_cast<std::size_t>(attributes) * 5},
                           static_cast<std::size_t>(defaulted));
    });
  };
  sax.endElementNs = [](void* user, const xmlChar* local, const xmlChar* prefix,
                        const xmlChar* iri) {
    EventReader& reader = self(user);
    reader.event([&] {
      reader.text_bytes_ = 0;
      --reader.depth_;
      reader.handler_.end_element({.local = xml_text(local),
                                   .prefix = xml_text(prefix),
                                   .namespace_ = xml_text(iri)});
    });
  };
  sax.characters = [](void* user, const xmlChar* text, int length) {
    self(user).event([&] { self(user).characters(view(text, length)); });
  };
  sax.ignorableWhitespace = sax.characters;
  sax.cdataBlock = sax.characters;
  sax.comment = [](void* user, const xmlChar* text) {
    self(user).event([&] { self(user).handler_.comment(xml_text(text)); });
  };
  sax.processingInstruction = [](void* user, const xmlChar* target, const xmlChar* data) {
    self(user).event([&] {
      self(user).handler_.processing_instruction(xml_text(target), xml_text(data));
    });
  };
  sax.entityDecl = [](void* user, const xmlChar* name, int type, const xmlChar*,
                      const xmlChar*, xmlChar* content) {
    self(user).declaration([&](EventReader& reader) {
      if (type == XML_INTERNAL_GENERAL_ENTITY)
        reader.entities_.declare(xml_text(name), xml_text(content));
      if (type == XML_EXTERNAL_GENERAL_PARSED_ENTITY)
        reader.entities_.declare_external(xml_text(name));
    });
  };
  sax.attributeDecl = [](void* user, const xmlChar*, const xmlChar*, int, int,
                         const xmlChar*, xmlEnumerationPtr values) {
    xmlFreeEnumeration(values);
    self(user).declaration([](EventReader& reader) {
      if (++reader.attribute_declarations_ > kAttributeDeclarations)
        reader.too_large(fmt::format("more than {} attributes declared in the DTD",
                                     kAttributeDeclarations));
    });
  };
  sax.getEntity = [](void* user, const xmlChar* name) {
    return self(user).guard_.run([&] { return self(user).entity(xml_text(name)); },
                                 xmlEntityPtr{});
  };
  sax.serror = [](void* user, auto* error) { self(user).error(*error); };
  return sax;
}

void EventReader::read() {
  static std::once_flag once;
  std::call_once(once, xmlInitParser);
  xmlSAXHandler sax = callbacks();
  const ThreadErrors errors{this, sax.serror};
  context_.reset(xmlCreateIOParserCtxt(
      &sax, this,
      [](void* user, char* out, int room) { return self(user).fill(out, room); },
      [](void*) { return 0; }, this, XML_CHAR_ENCODING_NONE));
  if (!context_) throw std::bad_alloc{};
  // NOENT: replace references instead of reporting them. What there is to replace is
  // decided by `entity` alone, which knows nothing external.
  xmlCtxtUseOptions(context_.get(), XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_HUGE |
                                        (options_.lenient ? XML_PARSE_RECOVER : 0));
  if (options_.on_position != nullptr) options_.on_position(options_.user, *this);
  handler_.begin(*this);
  xmlParseDocument(context_.get());
  guard_.rethrow();
}

}  // namespace

void read_xml(ByteSource& bytes, XmlHandler& handler, const Limits& limits,
              const XmlOptions& options) {
  EventReader{bytes, handler, limits, options}.read();
}

}  // namespace semsite
