#include "parse/rdfxml_parser.hpp"

#include "base/errors.hpp"
#include "markup/xml_reader.hpp"
#include "parse/rdfxml_handler.hpp"

namespace semsite {

void parse_rdfxml(const ParseJob& job) {
  RdfxmlHandler handler{job};
  const XmlOptions options{
      .internal_entities = true,
      .on_position =
          [](void* user, const XmlPosition& position) {
            static_cast<RdfxmlHandler*>(user)->set_position(position);
          },
      .user = &handler};
  try {
    read_xml(job.bytes, handler, job.limits, options);
  } catch (const DocumentError&) {
    job.quads.flush();  // what came before the error is good
    throw;
  }
  job.quads.flush();
}

}  // namespace semsite
