#include "turtle/turtle_env.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

namespace semsite::turtle_env_test {
namespace {

std::string found(const TurtleEnv& env, std::string_view prefix) {
  const std::string* const iri = env.find(prefix);
  return iri == nullptr ? "none" : *iri;
}

void declare(TurtleEnv& env, const std::string& prefix, const std::string& iri) {
  ASSERT_FALSE(env.apply_directive("@prefix " + prefix + ": <" + iri + "> ."));
}

// Turtle §2.4: a prefix may be declared again, and the last word counts.
TEST(TurtleEnv, ACopyKnowsWhatWasDeclaredBeforeAndMayDeclareItAgain) {
  TurtleEnv first{"http://a.example/"};
  declare(first, "p", "http://a.example/1#");
  declare(first, "q", "x/");
  TurtleEnv second{first};
  declare(second, "p", "http://a.example/2#");
  EXPECT_EQ(found(first, "p"), "http://a.example/1#");
  EXPECT_EQ(found(second, "p"), "http://a.example/2#");
  EXPECT_EQ(found(second, "q"), "http://a.example/x/");
  EXPECT_EQ(found(TurtleEnv{second}, "p"), "http://a.example/2#");
  EXPECT_EQ(found(second, "r"), "none");
}

// Turtle §6.3: each @base is resolved against the one before it.
TEST(TurtleEnv, BoundsWhatReferencesAreResolvedToInAll) {
  const std::string base = "http://a.example/" + std::string(1000, 'x') + "/";
  TurtleEnv env{base, 100'000};
  std::optional<TurtleProblem> problem;
  int declared = 0;
  for (; !problem && declared < 1000; ++declared)
    problem = env.apply_directive("@prefix p" + std::to_string(declared) + ": <#> .");
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->code, TurtleEnv::kTooMuch);
  EXPECT_EQ(declared, 79);  // 1,018 bytes each without the reference, and 256
  TurtleEnv in_full{base, 300'000};
  for (int i = 0; i < 1000; ++i)
    EXPECT_FALSE(
        in_full.apply_directive("@prefix p" + std::to_string(i) + ": <" + base + "> ."));
}

// Each takes room in a table, however short it is.
TEST(TurtleEnv, BoundsHowManyPrefixesThereAre) {
  TurtleEnv env{"http://a.example/", 256'000};
  const auto declared = [&](const std::string& name) {
    return !env.apply_directive("@prefix " + name + ": <x:> .");
  };
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(declared("p" + std::to_string(i)));
  // The head of a document in each part of a large one.
  TurtleEnv copy{env};
  for (int i = 0; i < 5000; ++i)
    EXPECT_FALSE(copy.apply_directive("@prefix p" + std::to_string(i % 1000) +
                                      ": <y:" + std::to_string(i) + "> ."));
  EXPECT_FALSE(declared("one-more"));
}

// As in a document of many pieces that declares prefixes all the way down.
TEST(TurtleEnv, CopiesOfCopiesKnowEverythingInItsLastForm) {
  auto env = std::make_unique<TurtleEnv>("http://a.example/");
  for (int i = 0; i < 300; ++i) {
    env = std::make_unique<TurtleEnv>(*env);
    for (int j = 0; j <= i % 7; ++j)
      declare(*env, "p" + std::to_string(i) + "-" + std::to_string(j),
              "http://a.example/" + std::to_string(i));
    declare(*env, "again", "http://a.example/again" + std::to_string(i));
  }
  const TurtleEnv last{*env};
  EXPECT_EQ(found(last, "again"), "http://a.example/again299");
  for (int i = 0; i < 300; ++i)
    EXPECT_EQ(found(last, "p" + std::to_string(i) + "-" + std::to_string(i % 7)),
              "http://a.example/" + std::to_string(i));
}

}  // namespace
}  // namespace semsite::turtle_env_test
