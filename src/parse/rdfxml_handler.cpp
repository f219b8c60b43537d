#include "parse/rdfxml_handler.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "parse/rdfxml_names.hpp"

namespace semsite {

RdfxmlHandler::RdfxmlHandler(const ParseJob& job, XmlFaults& faults)
    : job_(job),
      faults_(faults),
      keeper_(job.quads, job.diagnostics),
      scope_(job.quads.document().base, job.settings.strictness, faults) {
  open(Inside::document);
}

RdfxmlFrame& RdfxmlHandler::open(Inside inside) {
  if (height_ == frames_.size()) frames_.emplace_back();
  Frame& frame = frames_[height_++];
  frame.inside = inside;
  frame.is_reified = frame.is_annotated = frame.is_typed = frame.has_object = false;
  frame.items = 0;
  frame.mark = mark_;
  return frame;
}

void RdfxmlHandler::start_element(const XmlName& name,
                                  std::span<const XmlAttribute> attributes,
                                  std::span<const XmlNamespace>) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  const Inside inside = top().inside;
  if (inside == Inside::markup) {
    literal_.start_element(name, attributes);
    return;
  }
  attributes_.read(attributes);
  mark_ = scope_.enter(attributes_);
  if (inside == Inside::document && rdf_meaning(name) == RdfName::rdf) {
    if (attributes_.has_more_than_scope())
      faults_.note(
          "rdfxml.forbidden-attribute",
          "rdf:RDF takes no attributes but xml:lang, xml:base, its:dir, rdf:version and "
          "namespaces; the others are passed over");
    open(Inside::nodes);
    return;
  }
  for (RdfxmlAttributes::Problem& problem : attributes_.dropped)
    report(problem.code, std::move(problem.message));
  if (inside == Inside::properties) {
    start_property(name);
  } else {
    start_node(name);
  }
}

void RdfxmlHandler::end_element(const XmlName& name) {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  if (top().inside == Inside::markup && literal_.depth() > 0) {
    literal_.end_element(name);
    return;
  }
  end_property(top());
  scope_.leave(top().mark);
  --height_;
}

void RdfxmlHandler::characters(std::string_view text) {
  if (skipped_ > 0) return;
  Frame& frame = top();
  if (frame.inside == Inside::markup) {
    literal_.characters(text);
  } else if (frame.inside == Inside::value && !frame.has_object) {
    text_ += text;
  } else if (!is_xml_space(text)) {
    report("rdfxml.text",
           fmt::format("text where none may stand: \"{}\"", excerpt(trim(text), 40)));
  }
}

}  // namespace semsite
