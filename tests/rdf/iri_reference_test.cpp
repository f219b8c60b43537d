#include "rdf/iri.hpp"

#include <gtest/gtest.h>

namespace semsite::iri_reference_test {
namespace {

// RFC 3986 §4.2: segment-nz-nc
TEST(IriReference, AColonInTheFirstSegmentNeedsASchemeBefore) {
  for (const std::string_view text :
       {"1:x", "\u00e9:y", ":z", "a_b:c/d", "1:x?y#z", "a%3A:b", " a:b"})
    EXPECT_TRUE(has_colon_without_scheme(text)) << text;
  for (const std::string_view text : {"./1:x", "a/1:x", "?1:x", "#1:x", "//h:80/x",
                                      "a+b:c", "http://e/", "urn:a:b", "", "x", "/:x"})
    EXPECT_FALSE(has_colon_without_scheme(text)) << text;
}

}  // namespace
}  // namespace semsite::iri_reference_test
