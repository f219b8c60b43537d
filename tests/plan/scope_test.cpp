#include "plan/scope.hpp"

#include <gtest/gtest.h>

namespace semsite::scope_test {
namespace {

TEST(Scope, EverythingIsInScopeWithoutGlobs) {
  EXPECT_TRUE(in_scope("http://a.example/x", {}, {}));
}

TEST(Scope, IncludeMustMatchTheWholeUrl) {
  EXPECT_TRUE(in_scope("http://a.example/x.nt", {"*.nt"}, {}));
  EXPECT_FALSE(in_scope("http://a.example/x.nt", {"x.nt"}, {}));
}

TEST(Scope, ExcludeBeatsInclude) {
  EXPECT_FALSE(in_scope("http://a.example/x.nt", {"*.nt"}, {"*/x.*"}));
}

// --scope
TEST(LinkScope, AFolderIsThatOfThePageOnItsHost) {
  const auto near = [](const char* start, const char* url) {
    return in_link_scope(LinkScope::folder, start, url);
  };
  EXPECT_TRUE(near("http://a.example/b/c.html", "http://a.example/b/d/e"));
  EXPECT_TRUE(near("http://a.example/b/", "http://a.example/b/"));
  EXPECT_TRUE(near("http://a.example/?q=/x/", "http://a.example/y"));
  EXPECT_TRUE(near("http://a.example/b/c", "https://a.example/b/d"));
  EXPECT_TRUE(near("http://a.example:80/b/c", "http://A.example/b/d"));
  EXPECT_FALSE(near("http://a.example/b/c.html", "http://a.example/bc"));
  EXPECT_FALSE(near("http://a.example/b/c", "http://a.example:8080/b/d"));
  EXPECT_FALSE(near("http://a.example/b/c", "http://b.example/b/d"));
  EXPECT_FALSE(near("http://a.example/b/c", "ftp://a.example/b/d"));
  EXPECT_FALSE(near("file:///b/c", "http://a.example/b/d"));
}

TEST(LinkScope, ADomainIsWhatSomebodyRegistered) {  // Public Suffix List
  const auto near = [](const char* start, const char* url) {
    return in_link_scope(LinkScope::domain, start, url);
  };
  EXPECT_TRUE(near("http://www.a.co.uk/x", "https://data.a.co.uk:8443/"));
  EXPECT_FALSE(near("http://a.co.uk/", "http://b.co.uk/"));
  EXPECT_FALSE(near("http://a.github.io/", "http://b.github.io/"));
  EXPECT_TRUE(near("http://127.0.0.1/", "http://127.0.0.1:81/"));
  EXPECT_FALSE(near("http://127.0.0.1/", "http://1.0.0.1/"));
  EXPECT_FALSE(near("http://[::1]/", "http://[::2]/"));
}

TEST(LinkScope, APageLeadsNowhere) {
  EXPECT_FALSE(in_link_scope(LinkScope::page, "http://a.example/", "http://a.example/"));
  for (const LinkScope scope : {LinkScope::folder, LinkScope::host, LinkScope::domain})
    EXPECT_FALSE(in_link_scope(scope, "http://a.example/", "http:///"));
  EXPECT_TRUE(
      in_link_scope(LinkScope::host, "http://a.example/b/c", "http://a.example/"));
}

// docs/plan.md: what begins with `…/x.rdf#` stands in that document.
TEST(PrefixDocument, IsTheDocumentThatAPrefixNamesTheFragmentsOf) {
  EXPECT_EQ(prefix_document("http://a.example/x.rdf#"), "http://a.example/x.rdf");
  EXPECT_EQ(prefix_document("https://a.example/terms#"), "https://a.example/terms");
  EXPECT_EQ(prefix_document("http://a.example/x.ttl"), "http://a.example/x.ttl");
  EXPECT_FALSE(prefix_document("http://a.example/resource/"));
  EXPECT_FALSE(prefix_document("http://a.example/id-"));
  EXPECT_FALSE(prefix_document("urn:x:terms#"));
}

}  // namespace
}  // namespace semsite::scope_test
