#include "parse/rdfxml_parser.hpp"

#include "parse/rdfxml_handler.hpp"
#include "parse/xml_document.hpp"

namespace semsite {

void parse_rdfxml(const ParseJob& job) {
  XmlFaults faults{job.diagnostics};
  RdfxmlHandler handler{job, faults};
  read_xml_document(job, handler, faults);
}

}  // namespace semsite
