#include "rdf/iri.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace semsite::iri_test {
namespace {

struct Vector {
  std::string_view reference, target;
};

class IriExamples : public testing::TestWithParam<Vector> {};

// RFC 3986 §5.4: the base of all examples.
TEST_P(IriExamples, ResolveAsTheRfcSays) {
  const BaseIri base{"http://a/b/c/d;p?q"};
  EXPECT_EQ(base.resolve(GetParam().reference), GetParam().target);
}

// RFC 3986 §5.4.1
INSTANTIATE_TEST_SUITE_P(
    Normal, IriExamples,
    testing::Values(Vector{"g:h", "g:h"}, Vector{"g", "http://a/b/c/g"},
                    Vector{"./g", "http://a/b/c/g"}, Vector{"g/", "http://a/b/c/g/"},
                    Vector{"/g", "http://a/g"}, Vector{"//g", "http://g"},
                    Vector{"?y", "http://a/b/c/d;p?y"}, Vector{"g?y", "http://a/b/c/g?y"},
                    Vector{"#s", "http://a/b/c/d;p?q#s"},
                    Vector{"g#s", "http://a/b/c/g#s"},
                    Vector{"g?y#s", "http://a/b/c/g?y#s"},
                    Vector{";x", "http://a/b/c/;x"}, Vector{"g;x", "http://a/b/c/g;x"},
                    Vector{"g;x?y#s", "http://a/b/c/g;x?y#s"},
                    Vector{"", "http://a/b/c/d;p?q"}, Vector{".", "http://a/b/c/"},
                    Vector{"./", "http://a/b/c/"}, Vector{"..", "http://a/b/"},
                    Vector{"../", "http://a/b/"}, Vector{"../g", "http://a/b/g"},
                    Vector{"../..", "http://a/"}, Vector{"../../", "http://a/"},
                    Vector{"../../g", "http://a/g"}));

// RFC 3986 §5.4.2; the last one by the strict reading
INSTANTIATE_TEST_SUITE_P(
    Abnormal, IriExamples,
    testing::Values(
        Vector{"../../../g", "http://a/g"}, Vector{"../../../../g", "http://a/g"},
        Vector{"/./g", "http://a/g"}, Vector{"/../g", "http://a/g"},
        Vector{"g.", "http://a/b/c/g."}, Vector{".g", "http://a/b/c/.g"},
        Vector{"g..", "http://a/b/c/g.."}, Vector{"..g", "http://a/b/c/..g"},
        Vector{"./../g", "http://a/b/g"}, Vector{"./g/.", "http://a/b/c/g/"},
        Vector{"g/./h", "http://a/b/c/g/h"}, Vector{"g/../h", "http://a/b/c/h"},
        Vector{"g;x=1/./y", "http://a/b/c/g;x=1/y"},
        Vector{"g;x=1/../y", "http://a/b/c/y"}, Vector{"g?y/./x", "http://a/b/c/g?y/./x"},
        Vector{"g?y/../x", "http://a/b/c/g?y/../x"},
        Vector{"g#s/./x", "http://a/b/c/g#s/./x"},
        Vector{"g#s/../x", "http://a/b/c/g#s/../x"}, Vector{"http:g", "http:g"}));

TEST(Iri, ResolvesAgainstAHostWithoutAPath) {
  // RFC 3986 §5.2.3
  EXPECT_EQ(BaseIri{"http://a"}.resolve("g"), "http://a/g");
  EXPECT_EQ(BaseIri{"http://a?q"}.resolve("g"), "http://a/g");
}

TEST(Iri, KeepsAnEmptyQueryAndFragment) {
  const BaseIri base{"http://a/b?q#f"};
  EXPECT_EQ(base.resolve("?"), "http://a/b?");
  EXPECT_EQ(base.resolve("#"), "http://a/b?q#");
}

TEST(Iri, LeavesReferencesAloneWithoutABase) {
  EXPECT_EQ(BaseIri{""}.resolve("../g"), "../g");
}

// RFC 3987 §2.2; RDF 1.1 Concepts §3.2
TEST(Iri, ChecksCharactersSchemeAndEncoding) {
  EXPECT_EQ(check_iri("http://example.org/caf\u00E9?a=b#c"), IriProblem::none);
  EXPECT_EQ(check_iri("urn:x"), IriProblem::none);
  EXPECT_EQ(check_iri("doc/a"), IriProblem::relative);
  EXPECT_EQ(check_iri("//host/a"), IriProblem::relative);
  EXPECT_EQ(check_iri("1a:b"), IriProblem::relative);
  EXPECT_EQ(check_iri("http://a/b c"), IriProblem::character);
  EXPECT_EQ(check_iri("http://a/<b>"), IriProblem::character);
  EXPECT_EQ(check_iri("http://a/b\\c"), IriProblem::character);
  EXPECT_EQ(check_iri(std::string_view{"http://a/\0", 10}), IriProblem::character);
  EXPECT_EQ(check_iri("http://a/\xFF"), IriProblem::not_utf8);
  EXPECT_EQ(check_iri("http://a/%zz"), IriProblem::bad_escape);
  EXPECT_EQ(check_iri("http://a/%4"), IriProblem::bad_escape);
  EXPECT_EQ(check_iri(""), IriProblem::relative);
}

TEST(Iri, SaysWhatIsWrongInWords) {
  EXPECT_EQ(describe(IriProblem::character, "http://a/b c"), "holds a space");
  EXPECT_EQ(describe(IriProblem::character, "http://a/\tc"),
            "holds the control character U+0009");
  EXPECT_EQ(describe(IriProblem::relative, "a"), "is not absolute (it has no scheme)");
}

}  // namespace
}  // namespace semsite::iri_test
