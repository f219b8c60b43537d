#include "parse/xml_document.hpp"

#include <utility>

#include "markup/html_charset.hpp"
#include "markup/xml_charset.hpp"
#include "rdf/iri_repair.hpp"
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

}  // namespace semsite
