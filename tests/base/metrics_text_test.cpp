#include "base/metrics_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace semsite::metrics_text_test {
namespace {

using namespace std::chrono_literals;

TEST(MetricsText, EachFamilyStandsOnceWithItsHelpAndType) {
  MetricsText text;
  text.counter("semsite_b_total", "Bees.", 1, {{"of", "x"}});
  text.gauge("semsite_a", "Ants.", 2.5);
  text.counter("semsite_b_total", "Bees.", 3, {{"of", "y"}});
  EXPECT_EQ(text.text(),
            "# HELP semsite_a Ants.\n"
            "# TYPE semsite_a gauge\n"
            "semsite_a 2.5\n"
            "# HELP semsite_b_total Bees.\n"
            "# TYPE semsite_b_total counter\n"
            "semsite_b_total{of=\"x\"} 1\n"
            "semsite_b_total{of=\"y\"} 3\n");
}

TEST(MetricsText, NothingIsAnEmptyText) { EXPECT_EQ(MetricsText{}.text(), ""); }

TEST(MetricsText, ValuesOfLabelsEndNothing) {
  MetricsText text{{{"run", "a\\b\"} 9\nsemsite_forged 1\r\x1b"}}};
  text.gauge("semsite_a", "Ants.", 1);
  EXPECT_EQ(text.text(),
            "# HELP semsite_a Ants.\n# TYPE semsite_a gauge\n"
            "semsite_a{run=\"a\\\\b\\\"} 9\\nsemsite_forged 1  \"} 1\n");
}

TEST(MetricsText, NumbersAreWrittenAsThePrometheusReadsThem) {
  const auto written = [](double value) {
    MetricsText text;
    text.gauge("a", "A.", value);
    const std::string all = text.text();
    return all.substr(all.rfind(' ') + 1);
  };
  EXPECT_EQ(written(0), "0\n");
  EXPECT_EQ(written(1'764'340'000.125), "1764340000.125\n");
  EXPECT_EQ(written(12'345'678'901), "12345678901\n");
  EXPECT_EQ(written(-1), "-1\n");
  EXPECT_EQ(written(1e300), "1e+300\n");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "+Inf\n");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "-Inf\n");
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "NaN\n");
  MetricsText text;
  text.counter("a_total", "A.", std::numeric_limits<std::uint64_t>::max());
  EXPECT_NE(text.text().find(" 18446744073709551615\n"), std::string::npos);
}

TEST(MetricsText, BucketsOfAHistogramAreOfAllThatIsNotLonger) {
  TimeHistogram times;
  times.note(5ms);  // on the bound: in its bucket
  times.note(5001us);
  times.note(90s);
  MetricsText text;
  text.histogram("t_seconds", "T.", times, {{"of", "x"}});
  EXPECT_EQ(text.text(),
            "# HELP t_seconds T.\n# TYPE t_seconds histogram\n"
            "t_seconds_bucket{of=\"x\",le=\"0.005\"} 1\n"
            "t_seconds_bucket{of=\"x\",le=\"0.02\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"0.05\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"0.1\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"0.25\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"0.5\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"1\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"2.5\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"10\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"60\"} 2\n"
            "t_seconds_bucket{of=\"x\",le=\"+Inf\"} 3\n"
            "t_seconds_sum{of=\"x\"} 90.010001\n"
            "t_seconds_count{of=\"x\"} 3\n");
}

TEST(MetricsText, AHistogramMayBeWrittenWhileItIsCounted) {
  TimeHistogram times;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 10'000; ++k) times.note(1ms);
    });
  for (int i = 0; i < 100; ++i) {
    MetricsText text;
    text.histogram("t", "T.", times);
    const std::string all = text.text();
    // What comes meanwhile is in no bucket, or in the last and the count alike.
    const auto number_behind = [&](std::string_view words) {
      return std::stoull(all.substr(all.find(words) + words.size()));
    };
    EXPECT_EQ(number_behind("le=\"+Inf\"} "), number_behind("t_count "));
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(times.count(0), 40'000U);
}

TEST(MetricsText, TextsOfSeveralSourcesAreOne) {
  MetricsText fetch{{{"command", "fetch"}}};
  fetch.counter("r_total", "R.", 1);
  MetricsText load{{{"command", "load"}}};
  load.counter("r_total", "R.", 2);
  MetricsText all;
  all.add(fetch);
  all.add(load);
  EXPECT_EQ(all.text(),
            "# HELP r_total R.\n# TYPE r_total counter\n"
            "r_total{command=\"fetch\"} 1\nr_total{command=\"load\"} 2\n");
}

}  // namespace
}  // namespace semsite::metrics_text_test
