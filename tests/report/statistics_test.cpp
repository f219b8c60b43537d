#include "report/statistics.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace semsite {
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
        Outcome::partial, Outcome::failed, Outcome::refused})
    names.emplace(outcome_name(outcome));
  EXPECT_EQ(names, (std::set<std::string>{"not-needed", "whole", "faulty", "damaged",
                                          "partial", "failed", "refused"}));
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
}  // namespace semsite
