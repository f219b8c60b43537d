#include "report/charts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace semsite::charts_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Values of an attribute of the shapes of one class, in their order, as numbers.
std::vector<double> values(const std::string& html, const std::string& shape,
                           const std::string& attribute) {
  std::vector<double> out;
  const std::string start = "<rect class=\"" + shape + "\"";
  for (std::size_t at = html.find(start); at != std::string::npos;
       at = html.find(start, at + 1)) {
    const std::string tag = html.substr(at, html.find('>', at) - at);
    const std::string name = " " + attribute + "=\"";
    const std::size_t value = tag.find(name);
    if (value != std::string::npos)
      out.push_back(std::strtod(tag.c_str() + value + name.size(), nullptr));
  }
  return out;
}

template <typename Write>
std::string written(Write write) {
  HtmlWriter html;
  write(html);
  return std::move(html).take();
}

TEST(Bars, AreAsLongAsTheirNumbers) {
  const std::string out = written([](HtmlWriter& html) {
    write_bars(html, {.title = "T", .note = {}, .what = "Name", .unit = "Quads"},
               {{.label = "a", .value = 200},
                {.label = "b", .value = 50},
                {.label = "c", .value = 0}});
  });
  EXPECT_THAT(values(out, "f1", "width"), ElementsAre(100, 25, 0));
}

TEST(Bars, HaveATableOfAllTheirNumbersBehindThem) {
  const std::string out = written([](HtmlWriter& html) {
    write_bars(
        html,
        {.title = "T", .note = {}, .what = "Name", .unit = "Quads", .not_shown = 77},
        {{.label = "a", .value = 1234567}});
  });
  EXPECT_THAT(out, HasSubstr("<details><summary>The numbers</summary>"));
  EXPECT_THAT(out, HasSubstr(">1\u202F234\u202F567</td>"));
  EXPECT_THAT(out, HasSubstr(">all others</td>"));
  EXPECT_THAT(out, HasSubstr(">77</td>"));
}

TEST(Bars, AreTitledForThoseWhoDoNotSeeThem) {
  const std::string out = written([](HtmlWriter& html) {
    write_bars(html, {.title = "T", .note = {}, .what = "Name", .unit = "Quads"},
               {{.label = "</title><script>", .value = 3}});
  });
  EXPECT_THAT(out, HasSubstr("<title>&lt;/title&gt;&lt;script&gt;: 3</title>"));
  EXPECT_THAT(out, Not(HasSubstr("<script")));
}

TEST(Shares, FillTheWholeBarSideBySide) {
  const std::string out = written([](HtmlWriter& html) {
    write_shares(html, {.title = "T", .note = {}, .what = "Outcome", .unit = "Sources"},
                 {{.label = "whole", .value = 6, .fill = "whole"},
                  {.label = "failed", .value = 2, .fill = "failed"}});
  });
  // The second shape of each class is that of the legend.
  EXPECT_EQ(values(out, "whole", "x"), std::vector<double>{0});
  EXPECT_EQ(values(out, "whole", "width")[0], 75);
  EXPECT_EQ(values(out, "failed", "x"), std::vector<double>{75});
  EXPECT_EQ(values(out, "failed", "width")[0], 25);
  EXPECT_THAT(out, HasSubstr("<title>T: 6 whole, 2 failed</title>"));
}

TEST(Shares, AreNotDrawnOfNothing) {
  EXPECT_EQ(written([](HtmlWriter& html) {
              write_shares(html, {.title = "T", .note = {}, .what = "a", .unit = "b"},
                           {{.label = "whole"}});
            }),
            "");
}

TEST(Timeline, PutsEachStretchWhereItWas) {
  const std::string out = written([](HtmlWriter& html) {
    write_timeline(
        html, {.title = "T", .note = {}, .what = "Source", .unit = {}},
        {{.label = "a", .begin = 2, .seconds = 4, .fill = "whole", .word = "whole"},
         {.label = "b", .begin = 6, .seconds = 0, .fill = "whole", .word = "whole"}},
        {.begin = 0, .end = 8});
  });
  EXPECT_THAT(values(out, "whole", "x"), ElementsAre(25, 75));
  // What took no time can be seen all the same.
  EXPECT_THAT(values(out, "whole", "width"), ElementsAre(50, 0.4));
  EXPECT_THAT(out, HasSubstr(">2.000</td>"));
  EXPECT_THAT(out, HasSubstr(">4.000</td>"));
}

TEST(Timeline, BeginsWhereItsWindowDoes) {
  const std::string out = written([](HtmlWriter& html) {
    write_timeline(
        html, {.title = "T", .note = {}, .what = "Source", .unit = {}},
        {{.label = "a", .begin = 50, .seconds = 5, .fill = "whole", .word = "whole"}},
        {.begin = 48, .end = 58});
  });
  EXPECT_THAT(values(out, "whole", "x"), ElementsAre(20));
  EXPECT_THAT(values(out, "whole", "width"), ElementsAre(50));
  EXPECT_THAT(out, HasSubstr(">48 s</text>"));
  EXPECT_THAT(out, HasSubstr(">58 s</text>"));
}

TEST(Timeline, StaysInsideItsAxis) {
  const std::string out = written([](HtmlWriter& html) {
    write_timeline(
        html, {.title = "T", .note = {}, .what = "Source", .unit = {}},
        {{.label = "a", .begin = -1, .seconds = 100, .fill = "whole", .word = {}},
         {.label = "b", .begin = 50, .seconds = 1, .fill = "whole", .word = {}}},
        {.begin = 0, .end = 10});
  });
  const auto xs = values(out, "whole", "x");
  const auto widths = values(out, "whole", "width");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GE(xs[i], 0);
    EXPECT_LE(xs[i] + widths[i], 100.01);
  }
}

TEST(AxisStep, GivesAtMostSixTicksAtRoundTimes) {
  for (double end = 0.003; end < 1e6; end *= 1.13) {
    const double step = axis_step(end);
    EXPECT_LE(std::floor(end / step), 5.0 + 1e-9) << end;
    EXPECT_GE(end / step, 1.2) << end;
  }
  EXPECT_DOUBLE_EQ(axis_step(9), 2);
  EXPECT_DOUBLE_EQ(axis_step(250), 60);
  EXPECT_DOUBLE_EQ(axis_step(3600), 900);
}

TEST(HumanSeconds, SayWhatAPersonWouldSay) {
  EXPECT_EQ(human_seconds(0), "0 s");
  EXPECT_EQ(human_seconds(0.0001), "< 1 ms");
  EXPECT_EQ(human_seconds(0.25), "250 ms");
  EXPECT_EQ(human_seconds(2.54), "2.5 s");
  EXPECT_EQ(human_seconds(59.4), "59 s");
  EXPECT_EQ(human_seconds(200), "3 min 20 s");
  EXPECT_EQ(human_seconds(120), "2 min");
  EXPECT_EQ(human_seconds(7500), "2 h 05 min");
  EXPECT_EQ(human_seconds(-1), "0 s");
  EXPECT_EQ(human_seconds(NAN), "0 s");
}

}  // namespace
}  // namespace semsite::charts_test
