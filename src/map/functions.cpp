#include "map/functions.hpp"

#include <algorithm>
#include <array>

#include "map/function_set.hpp"

namespace semsite {
namespace {

using P = FunctionParameter;
constexpr bool kOptional = false;

constexpr std::array kValue{P{"value"}};
constexpr std::array kRel{P{"rel"}};
constexpr std::array kRelationTerm{P{"rel"}, P{"table"}};
constexpr std::array kIfRelation{P{"value"}, P{"rel"}, P{"relation", kOptional}};
constexpr std::array kProperty{P{"namespace"}, P{"key"}};
constexpr std::array kUnlessProperty{P{"value"}, P{"namespace", kOptional},
                                     P{"key", kOptional}};
constexpr std::array kIri{P{"value"}, P{"schemes", kOptional}};
constexpr std::array kUnlessIri{P{"value"}, P{"test", kOptional},
                                P{"schemes", kOptional}};
constexpr std::array kValueAndTest{P{"value"}, P{"test", kOptional}};
constexpr std::array kNode{P{"name", kOptional}};
constexpr std::array kListed{P{"value"}, P{"list", kOptional}};
constexpr std::array kOtherThan{P{"value"}, P{"than", kOptional}};
constexpr std::array kFirst{P{"value", kOptional}, P{"otherwise", kOptional},
                            P{"finally", kOptional}};
constexpr std::array kCondition{P{"value"}, P{"test", kOptional}, P{"equals"}};
constexpr std::array kParts{P{"value"}, P{"separator", kOptional}};
constexpr std::array kChecksum{P{"hash"}, P{"algorithm"}};

constexpr std::array kFunctions{
    MappingFunction{"boolean", kValue, functions::boolean,
                    "yes, true, 1, no, false, 0 as xsd:boolean; anything else as text, "
                    "with a note."},
    MappingFunction{"byteSize", kValue, functions::byte_size,
                    "A number of bytes as xsd:nonNegativeInteger; nothing, with a note, "
                    "for anything else."},
    MappingFunction{"checksum", kChecksum, functions::checksum,
                    "Of a list like `md5:… sha-256:…` the value of one algorithm, as "
                    "xsd:hexBinary in lower case."},
    MappingFunction{
        "checksumNode", kChecksum, functions::checksum_node,
        "A label for the blank node of that checksum; nothing, with a note, if it "
        "is not hexadecimal."},
    MappingFunction{"courseType", kValue, functions::course_type,
                    "The IRI of a class of OER Schema or schema.org, in any of its "
                    "spellings, or any other absolute IRI."},
    MappingFunction{"courseTypeText", kValue, functions::course_type_text,
                    "The text, with a note, where `courseType` gives nothing."},
    MappingFunction{
        "date", kValue, functions::date,
        "A W3C date as xsd:dateTime, xsd:date, xsd:gYearMonth or xsd:gYear by "
        "its form; anything else as text, with a note."},
    MappingFunction{"documentLanguage",
                    {},
                    functions::document_language,
                    "The xml:lang of the root element of the document."},
    MappingFunction{"documentUrl",
                    {},
                    functions::document_url,
                    "The URL of the document that is mapped."},
    MappingFunction{"first", kFirst, functions::first,
                    "`value`, or `otherwise` if there is none, or `finally`."},
    MappingFunction{"ifRelation", kIfRelation, functions::if_relation,
                    "`value` if the link relations in `rel` hold `relation`; without "
                    "`relation`, if they hold any that makes a triple."},
    MappingFunction{"indexCategory",
                    {},
                    functions::index_category,
                    "The information category that the file name of the sitemap index "
                    "gives, sitemapindex-diwoo-infocat010.xml."},
    MappingFunction{"indexUrl",
                    {},
                    functions::index_url,
                    "The URL of the sitemap index that named the document, if known."},
    MappingFunction{"iri", kIri, functions::iri,
                    "`value` if it is an absolute IRI, of one of `schemes` if they are "
                    "given (`http https`)."},
    MappingFunction{"iris", kValue, functions::iris,
                    "Each of the absolute IRIs that `value` lists with spaces between; "
                    "all of `value` if one of them is none."},
    MappingFunction{"listedIri", kListed, functions::listed_iri,
                    "`value` if it is an absolute IRI, with a note if it is none or not "
                    "in the value list `list`."},
    MappingFunction{"markupFormat", kValue, functions::markup_format,
                    "The IRI of JSON-LD, RDFa or Microdata, by name."},
    MappingFunction{"markupFormatText", kValue, functions::markup_format_text,
                    "The text, with a note, where `markupFormat` gives nothing."},
    MappingFunction{"mediaType", kValue, functions::media_type,
                    "A media type with its name in lower case, parameters as written; a "
                    "note if it has no slash."},
    MappingFunction{"node", kNode, functions::node,
                    "A label for the element that the iterator stands at, for blank "
                    "nodes: the same in all maps that stand there. `name` tells several "
                    "of one element apart."},
    MappingFunction{
        "number", kValue, functions::number,
        "A number as xsd:integer or xsd:decimal by its form; anything else as "
        "text, with a note."},
    MappingFunction{
        "onlyIf", kCondition, functions::only_if,
        "`value` if `test` is there and equal to `equals`, whatever the case."},
    MappingFunction{"otherThan", kOtherThan, functions::other_than,
                    "The absolute form of the URL `value`, unless it is that of `than`."},
    MappingFunction{"parts", kParts, functions::parts,
                    "The parts of `value` between `separator`s, by default white space."},
    MappingFunction{"property", kProperty, functions::property,
                    "`namespace` and `key` joined, if that is an absolute IRI."},
    MappingFunction{"reference", kValue, functions::reference,
                    "The absolute form of `value` if it looks like a URL or a path."},
    MappingFunction{"relation", kRel, functions::relation,
                    "The IRI of each link relation in `rel`: registered names, absolute "
                    "IRIs; a note for other words."},
    MappingFunction{
        "relationTerm", kRelationTerm, functions::relation_term,
        "From `table`, pairs of a link relation and an IRI, the IRIs of those "
        "relations that `rel` holds."},
    MappingFunction{"seconds", kValue, functions::seconds,
                    "A number of seconds as xsd:duration; anything else as text, with a "
                    "note."},
    MappingFunction{"unless", kCondition, functions::unless,
                    "`value` unless `test` is there and equal to `equals`, whatever the "
                    "case."},
    MappingFunction{"unlessIri", kUnlessIri, functions::unless_iri,
                    "`value` unless `iri` gives something for `test` and `schemes`."},
    MappingFunction{"unlessProperty", kUnlessProperty, functions::unless_property,
                    "`value` unless `property` gives something for the same arguments."},
    MappingFunction{"unlessReference", kValueAndTest, functions::unless_reference,
                    "`value` unless `test` looks like a URL or a path."},
};

}  // namespace

std::span<const MappingFunction> mapping_functions() { return kFunctions; }

const MappingFunction* find_mapping_function(std::string_view iri) {
  if (!iri.starts_with(kFunctionNamespace)) return nullptr;
  iri.remove_prefix(kFunctionNamespace.size());
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(),
                   [&](const MappingFunction& one) { return one.name == iri; });
  return found == kFunctions.end() ? nullptr : &*found;
}

}  // namespace semsite
