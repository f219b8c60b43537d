#include "report/statistics.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace semsite::statistics_test {
namespace {

TEST(FaultCounts, AddUpByCode) {
  FaultCounts sum{{"a", 1}, {"b", 2}};
  add_faults(sum, {{"b", 3}, {"c", 4}});
  EXPECT_EQ(sum, (FaultCounts{{"a", 1}, {"b", 5}, {"c", 4}}));
  EXPECT_EQ(sum_of(sum), 10U);
  EXPECT_EQ(sum_of({}), 0U);
}

TEST(OutcomeName, IsDifferentForEveryOutcome) {
  std::set<std::string> names;
  for (const Outcome outcome :
       {Outcome::not_tried, Outcome::whole, Outcome::faulty, Outcome::damaged,
        Outcome::partial, Outcome::failed, Outcome::refused, Outcome::no_rdf})
    names.emplace(outcome_name(outcome));
  EXPECT_EQ(names, (std::set<std::string>{"not-needed", "whole", "faulty", "damaged",
                                          "partial", "failed", "refused", "no-rdf"}));
  EXPECT_EQ(outcome_words(Outcome::no_rdf), "no RDF");
  EXPECT_EQ(outcome_words(Outcome::whole), "whole");
}

TEST(TypeCounts, TheMostFrequentAreToldFirst) {
  EXPECT_EQ(types_text({}), "");
  EXPECT_EQ(types_text({{"image/png", 2}, {"text/html", 1200}, {"unknown", 2}}),
            "1,200 × text/html, 2 × image/png, 2 × unknown");
  TypeCounts many;
  for (char c = 'a'; c < 'a' + 10; ++c) many[std::string{"x/"} + c] = 1;
  EXPECT_EQ(
      types_text(many),
      "1 × x/a, 1 × x/b, 1 × x/c, 1 × x/d, 1 × x/e, 1 × x/f, 1 × x/g, 1 × x/h and 2 "
      "other types");
}

TEST(SourceProblem, NamesTheUrlOnce) {
  SourceReport source;
  source.url = "http://a.example/d";
  source.problem = "broke off";
  EXPECT_EQ(source_problem(source), "http://a.example/d: broke off");
  source.problem = "http://a.example/d broke off";
  EXPECT_EQ(source_problem(source), "http://a.example/d broke off");
}

}  // namespace
}  // namespace semsite::statistics_test
