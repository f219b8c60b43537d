#include "plan/scope.hpp"

#include <gtest/gtest.h>

namespace semsite {
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

}  // namespace
}  // namespace semsite
