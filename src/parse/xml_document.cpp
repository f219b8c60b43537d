#include "parse/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "markup/html_charset.hpp"
#include "markup/xml_escape.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {

void XmlFaults::tell(std::string_view code, std::string message, bool skipped) {
  Fault fault;
  fault.skipped = skipped;
  fault.code = code;
  fault.message = std::move(message);
  if (position_ != nullptr) {
    fault.line = position_->line();
    fault.column = position_->column();
  }
  diagnostics_.report(fault);
}

std::shared_ptr<HeldRepair> XmlFaults::repair(std::string_view written,
                                              std::string_view repaired) const {
  auto out = std::make_shared<HeldRepair>();
  out->message = repaired_iri_message(written, repaired);
  if (position_ != nullptr) {
    out->line = position_->line();
    out->column = position_->column();
  }
  return out;
}

void read_xml_document(const ParseJob& job, XmlHandler& handler, XmlFaults& faults) {
  const XmlOptions options{.internal_entities = true,
                           .on_position =
                               [](void* user, const XmlPosition& position) {
                                 static_cast<XmlFaults*>(user)->set_position(position);
                               },
                           .user = &faults};
  XmlCharset bytes{job.bytes, charset_of(job.quads.document().media_type)};
  try {
    read_xml(bytes, handler, job.limits, options);
  } catch (const DocumentError&) {
    job.quads.flush();
    throw;
  }
  job.quads.flush();
}

namespace {

void append_name(std::string& out, const XmlName& name) {
  if (!name.prefix.empty()) {
    out += name.prefix;
    out += ':';
  }
  out += name.local;
}

}  // namespace

void XmlLiteral::begin(std::uint64_t most_bytes) {
  out_.clear();
  most_bytes_ = most_bytes;
  depth_ = 0;
  declared_.clear();
}

void XmlLiteral::check() const {
  if (out_.size() > most_bytes_)
    throw DocumentError{"xml.too-large",
                        fmt::format("an XML literal longer than {} (--max-line)",
                                    human_bytes(most_bytes_))};
}

/// Notes a namespace that has to be declared here (Exclusive C14N §3, rules 2 and 3).
void XmlLiteral::declare(const XmlName& name) {
  if (name.prefix == "xml") return;
  const auto known = std::find_if(
      declared_.rbegin(), declared_.rend(),
      [&](const Declared& declared) { return declared.prefix == name.prefix; });
  if (known == declared_.rend() ? name.prefix.empty() && name.namespace_.empty()
                                : known->iri == name.namespace_)
    return;
  declared_.push_back({std::string{name.prefix}, std::string{name.namespace_}, depth_});
  fresh_.push_back({.prefix = name.prefix, .iri = name.namespace_});
}

void XmlLiteral::start_element(const XmlName& name,
                               std::span<const XmlAttribute> attributes) {
  ++depth_;
  fresh_.clear();
  declare(name);
  sorted_.clear();
  for (const XmlAttribute& attribute : attributes) {
    sorted_.push_back(&attribute);
    // An attribute without a prefix has no namespace, whatever the default is.
    if (!attribute.name.prefix.empty()) declare(attribute.name);
  }
  std::ranges::sort(fresh_, {}, &XmlNamespace::prefix);
  std::ranges::sort(sorted_, {}, [](const XmlAttribute* attribute) {
    return std::tuple{attribute->name.namespace_, attribute->name.local};
  });
  out_ += '<';
  append_name(out_, name);
  for (const XmlNamespace& declared : fresh_) {
    out_ += declared.prefix.empty() ? " xmlns" : " xmlns:";
    out_ += declared.prefix;
    out_ += "=\"";
    append_escaped(out_, declared.iri, kXmlAttributeSpecials);
    out_ += '"';
  }
  for (const XmlAttribute* attribute : sorted_) {
    out_ += ' ';
    append_name(out_, attribute->name);
    out_ += "=\"";
    append_escaped(out_, attribute->value, kXmlAttributeSpecials);
    out_ += '"';
  }
  out_ += '>';
  check();
}

void XmlLiteral::end_element(const XmlName& name) {
  out_ += "</";
  append_name(out_, name);
  out_ += '>';
  while (!declared_.empty() && declared_.back().depth == depth_) declared_.pop_back();
  --depth_;
}

void XmlLiteral::characters(std::string_view text) {
  append_escaped(out_, text, kXmlTextSpecials);
  check();
}

void XmlLiteral::comment(std::string_view text) {
  out_ += "<!--";
  out_ += text;
  out_ += "-->";
  check();
}

void XmlLiteral::processing_instruction(std::string_view target, std::string_view data) {
  out_ += "<?";
  out_ += target;
  if (!data.empty()) {
    out_ += ' ';
    out_ += data;
  }
  out_ += "?>";
  check();
}

}  // namespace semsite
