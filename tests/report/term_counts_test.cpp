#include "report/term_counts.hpp"

#include <gtest/gtest.h>

namespace semsite::term_counts_test {
namespace {

TEST(NamespaceOf, EndsAtTheLastHashOrElseTheLastSlash) {
  EXPECT_EQ(namespace_of("http://www.w3.org/2000/01/rdf-schema#label"),
            "http://www.w3.org/2000/01/rdf-schema#");
  EXPECT_EQ(namespace_of("http://xmlns.com/foaf/0.1/name"), "http://xmlns.com/foaf/0.1/");
  EXPECT_EQ(namespace_of("urn:example:name"), "urn:example:");
  EXPECT_EQ(namespace_of("nothing"), "");
  EXPECT_EQ(namespace_of(""), "");
}

TEST(NamespacesOf, SumsPropertiesAndClassesUp) {
  TermCounts counts;
  counts.properties.add("http://a/#p", 5);
  counts.properties.add("http://a/#q", 2);
  counts.properties.add("http://b/p", 9);
  counts.classes.add("http://a/#C", 4);
  const auto rows = namespaces_of(counts);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].iri, "http://a/#");  // 11 uses
  EXPECT_EQ(rows[0].quads, 7U);
  EXPECT_EQ(rows[0].instances, 4U);
  EXPECT_EQ(rows[0].properties, 2U);
  EXPECT_EQ(rows[0].classes, 1U);
  EXPECT_EQ(rows[1].iri, "http://b/");
  EXPECT_EQ(rows[1].quads, 9U);
}

}  // namespace
}  // namespace semsite::term_counts_test
