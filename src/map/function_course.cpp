#include <string>

#include "base/text.hpp"
#include "map/function_set.hpp"
#include "markup/page_format.hpp"
#include "vocab/course_types.hpp"

namespace semsite::functions {
namespace {

std::string_view format_iri(std::string_view text) {
  switch (page_format(text)) {
    case PageFormat::jsonld:
      return "http://www.w3.org/ns/formats/JSON-LD";
    case PageFormat::rdfa:
      return "http://www.w3.org/ns/formats/RDFa";
    case PageFormat::microdata:
      return "https://html.spec.whatwg.org/multipage/microdata.html";
    case PageFormat::unknown:
      break;
  }
  return {};
}

}  // namespace

void course_type(const FunctionCall& call, FunctionSink& sink) {
  const ClassName name = read_class_name(call.arguments[0]);
  if (name.iri.empty()) return;
  if (name.had_slash)
    sink.note("ocx.type-trailing-slash", "<" + excerpt(call.arguments[0]) +
                                             "> is a page; the class is <" + name.iri +
                                             ">, which is taken");
  sink.value({.text = name.iri, .kind = ValueKind::iri});
}

void course_type_text(const FunctionCall& call, FunctionSink& sink) {
  if (!read_class_name(call.arguments[0]).iri.empty()) return;
  sink.note("ocx.unknown-type",
            "\"" + excerpt(call.arguments[0]) +
                "\" is no class of OER Schema or schema.org and no IRI; it is kept as "
                "text");
  sink.value({.text = call.arguments[0]});
}

void markup_format(const FunctionCall& call, FunctionSink& sink) {
  if (const std::string_view iri = format_iri(call.arguments[0]); !iri.empty())
    sink.value({.text = iri, .kind = ValueKind::iri});
}

void markup_format_text(const FunctionCall& call, FunctionSink& sink) {
  if (!format_iri(call.arguments[0]).empty()) return;
  sink.note("ocx.unknown-format",
            "the format \"" + excerpt(call.arguments[0]) +
                "\" is none of JSON-LD, Microdata and RDFa; it is kept as text");
  sink.value({.text = call.arguments[0]});
}

}  // namespace semsite::functions
