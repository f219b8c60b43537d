#include "report/run_report.hpp"

#include <gtest/gtest.h>

namespace semsite::run_report_terms_json_test {
namespace {

TEST(TermsJson, HasCountsTheirExactnessAndTheRest) {
  TermCounts counts;
  counts.quads = 3;
  counts.properties.add("http://a/p", 2);
  counts.properties.add("http://a/q", 1);
  JsonWriter json;
  write_terms(json, counts);
  EXPECT_EQ(json.text(),
            R"({"quads":3,"properties":{"total":3,"distinct":2,"exact":true,"error":0,)"
            R"("top":[{"iri":"http://a/p","count":2},{"iri":"http://a/q","count":1}],)"
            R"("others":0},"classes":{"total":0,"distinct":0,"exact":true,"error":0,)"
            R"("top":[],"others":0},"namespaces":[{"iri":"http://a/","quads":3,)"
            R"("instances":0,"properties":2,"classes":0}]})");
}

}  // namespace
}  // namespace semsite::run_report_terms_json_test
