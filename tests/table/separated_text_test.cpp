#include "table/separated_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "sink/document_lanes.hpp"
#include "support/sink_text.hpp"

namespace semsite::test::separated_text_test {
namespace {

std::string records(const std::string& text, Separated form) {
  return output_text({.head = quad_columns(form)}, [&](OutputFile& output) {
    TextSink sink{output, [form](TextBuffer& out, const QuadBatch& batch) {
                    append_quad_records(out, batch, form);
                  }};
    write_text(sink, text);
  });
}

const std::string kXsd = "http://www.w3.org/2001/XMLSchema#";
const std::string kLang = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

// RFC 4180 §2
TEST(SeparatedText, CsvQuotesWhatHasCommasQuotesOrLineBreaks) {
  EXPECT_EQ(
      records("<x:s> <x:p> \"a,b \\\"c\\\"\\r\\nd\" <x:g> .\n<x:s> <x:p> \"plain\"@en .\n"
              "<x:s> <x:p> <x:o,1> .\n<x:s> <x:p> \"1\"^^<" +
                  kXsd + "integer> .\n",
              Separated::csv),
      "subject,predicate,object,object_type,datatype,language,direction,graph\r\n"
      "x:s,x:p,\"a,b \"\"c\"\"\r\nd\",literal," +
          kXsd + "string,,,x:g\r\nx:s,x:p,plain,literal," + kLang +
          ",en,,\r\nx:s,x:p,\"x:o,1\",iri,,,,\r\nx:s,x:p,1,literal," + kXsd +
          "integer,,,\r\n");
}

// A text of no characters is something else than no text.
TEST(SeparatedText, CsvQuotesTheEmptyText) {
  EXPECT_EQ(records("<x:s> <x:p> \"\" .\n", Separated::csv).substr(72),
            "x:s,x:p,\"\",literal," + kXsd + "string,,,\r\n");
}

// IANA text/tab-separated-values has no escapes: these are those of SPARQL 1.1 TSV §4.
TEST(SeparatedText, TsvEscapesTabsAndLineBreaks) {
  EXPECT_EQ(records("<x:s> <x:p> \"a\\tb\\nc\\rd\\\\e\\\"f\" .\n", Separated::tsv),
            "subject\tpredicate\tobject\tobject_type\tdatatype\tlanguage\tdirection\t"
            "graph\nx:s\tx:p\ta\\tb\\nc\\rd\\\\e\"f\tliteral\t" +
                kXsd + "string\t\t\t\n");
}

TEST(SeparatedText, BlankNodesHaveTheLabelsOfNQuads) {
  EXPECT_EQ(records("_:a <x:p> _:a .\n", Separated::csv).substr(72),
            "_:bsxa,x:p,_:bsxa,blank,,,,\r\n");
}

}  // namespace
}  // namespace semsite::test::separated_text_test
