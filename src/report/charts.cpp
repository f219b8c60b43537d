#include "report/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kChartStyle = R"(
.bars,.legend{list-style:none;margin:.6rem 0 .3rem;padding:0}
.bars li{margin:.5rem 0;font-size:.875rem}
.bars .line{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.bars .label{min-width:0;overflow-wrap:anywhere}
.bars .value{white-space:nowrap;color:var(--soft)}
.bars .bar{margin-top:.2rem}
.shares{display:block;width:100%;height:1.1rem;border-radius:.3rem;overflow:hidden}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.875rem}
.legend svg{width:.7rem;height:.7rem;margin-right:.4rem}
.ticks{position:relative;display:block;width:100%;height:1.2rem;font-size:.75rem;
color:var(--soft)}
.ticks text{fill:var(--soft);font-size:.75rem}
.ticks line,.bars line{stroke:var(--line)}
.whole{fill:var(--c2)}.no-rdf{fill:var(--c1)}.faulty,.damaged{fill:var(--c3)}.partial{fill:var(--c6)}
.failed{fill:var(--c4)}.refused{fill:var(--c5)}.not-needed{fill:var(--line)}
)";

std::string percent_of(double part, double whole) {
  return fmt::format("{:.2f}%", whole > 0 ? 100 * part / whole : 0);
}

std::string shown(const Bar& bar) {
  return bar.shown.empty() ? grouped(bar.value) : bar.shown;
}

std::string_view fill_of(std::string_view fill) { return fill.empty() ? "f1" : fill; }

void begin(HtmlWriter& html, const Chart& chart) {
  html.open("figure", {{"class", "card"}}).open("figcaption").element("h3", chart.title);
  if (!chart.note.empty())
    html.element("p", thin_spaced(chart.note), {{"class", "soft small"}});
  html.close();
}

/// `url` without the scheme, which is mostly the same.
std::string_view without_scheme(std::string_view url) {
  for (const std::string_view scheme : {"https://", "http://"})
    if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
  return url;
}

void write_label(HtmlWriter& html, const std::string& label, const std::string& url) {
  html.open("span", {{"class", "label"}});
  if (url.empty()) {
    html.foreign(label);
  } else {
    html.link(url, without_scheme(label));
  }
  html.close();
}

void write_line(HtmlWriter& html, const std::string& label, const std::string& url,
                std::string_view value, std::string_view exact) {
  html.open("li").open("div", {{"class", "line"}});
  write_label(html, label, url);
  html.open("span", {{"class", "value"}}).number(value, exact).close().close();
}

void write_table(HtmlWriter& html, const Chart& chart, const std::vector<Bar>& bars) {
  html.fold("The numbers");
  html.table(chart.title, {{chart.what}, {chart.unit, TableColumn::Kind::number}});
  for (const Bar& bar : bars) {
    html.row().cell().foreign(bar.label).close();
    html.cell(grouped(bar.value)).end_row();
  }
  if (chart.not_shown > 0)
    html.row().cell("all others").cell(grouped(chart.not_shown)).end_row();
  html.end_table().close();
}

}  // namespace

void write_bars(HtmlWriter& html, const Chart& chart, const std::vector<Bar>& bars) {
  if (bars.empty()) return;
  std::uint64_t longest = 0;
  for (const Bar& bar : bars) longest = std::max(longest, bar.value);
  begin(html, chart);
  html.open("ol", {{"class", "bars"}});
  for (const Bar& bar : bars) {
    write_line(html, bar.label, bar.url, shown(bar), bar.exact);
    html.open("svg", {{"class", "bar"}, {"role", "img"}})
        .element("title", fmt::format("{}: {}", bar.label, shown(bar)))
        .empty("rect", {{"class", "f0"}, {"width", "100%"}, {"height", "100%"}})
        .empty("rect", {{"class", fill_of(bar.fill)},
                        {"width", percent_of(static_cast<double>(bar.value),
                                             static_cast<double>(longest))},
                        {"height", "100%"}})
        .close()
        .close();
  }
  html.close();
  write_table(html, chart, bars);
  html.close();
}

void write_shares(HtmlWriter& html, const Chart& chart, const std::vector<Bar>& parts) {
  std::uint64_t sum = 0;
  std::string words;
  for (const Bar& part : parts) {
    sum += part.value;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", grouped(part.value),
                         part.label);
  }
  if (sum == 0) return;
  begin(html, chart);
  html.open("svg", {{"class", "shares"}, {"role", "img"}})
      .element("title", fmt::format("{}: {}", chart.title, words));
  std::uint64_t before = 0;
  for (const Bar& part : parts) {
    const auto all = static_cast<double>(sum);
    html.empty("rect", {{"class", fill_of(part.fill)},
                        {"x", percent_of(static_cast<double>(before), all)},
                        {"width", percent_of(static_cast<double>(part.value), all)},
                        {"height", "100%"}});
    before += part.value;
  }
  html.close().open("ul", {{"class", "legend"}});
  for (const Bar& part : parts) {
    html.open("li").open("svg", {{"aria-hidden", "true"}});
    html.empty("rect", {{"class", fill_of(part.fill)},
                        {"width", "100%"},
                        {"height", "100%"},
                        {"rx", "2"}});
    html.close();
    html.text(thin_spaced(grouped(part.value))).text(" " + part.label).close();
  }
  html.close();
  write_table(html, chart, parts);
  html.close();
}

void write_timeline(HtmlWriter& html, const Chart& chart, const std::vector<Span>& spans,
                    TimeWindow window) {
  const double length = window.end - window.begin;
  if (spans.empty() || !(length > 0)) return;
  begin(html, chart);
  html.open("ol", {{"class", "bars"}});
  for (const Span& span : spans) {
    write_line(html, span.label, span.url, human_seconds(span.seconds),
               fmt::format("from {} to {}", human_seconds(span.begin),
                           human_seconds(span.begin + span.seconds)));
    html.open("svg", {{"class", "bar"}, {"role", "img"}})
        .element("title",
                 fmt::format("{}: {}, from {} on, for {}", span.label, span.word,
                             human_seconds(span.begin), human_seconds(span.seconds)))
        .empty("rect", {{"class", "f0"}, {"width", "100%"}, {"height", "100%"}});
    // The shortest is seen, too.
    const double begin_at = std::clamp(span.begin - window.begin, 0.0, length);
    const double width = std::clamp(span.seconds, 0.0, length - begin_at);
    html.empty("rect", {{"class", fill_of(span.fill)},
                        {"x", percent_of(std::min(begin_at, 0.996 * length), length)},
                        {"width", percent_of(std::max(width, 0.004 * length), length)},
                        {"height", "100%"}});
    html.close().close();
  }
  html.close().open("svg", {{"class", "ticks"}, {"aria-hidden", "true"}});
  const double step = axis_step(length);
  for (double at = std::ceil(window.begin / step) * step; at <= window.end; at += step) {
    const double place = at - window.begin;
    const std::string x = percent_of(place, length);
    html.empty("line", {{"x1", x}, {"x2", x}, {"y1", "0"}, {"y2", "4"}});
    html.element("text", human_seconds(at),
                 {{"x", x},
                  {"y", "16"},
                  {"text-anchor", place < 0.07 * length   ? "start"
                                  : place > 0.93 * length ? "end"
                                                          : "middle"}});
  }
  html.close();
  html.fold("The numbers");
  html.table(chart.title, {{chart.what},
                           {"Outcome"},
                           {"From (s)", TableColumn::Kind::number},
                           {"For (s)", TableColumn::Kind::number}});
  for (const Span& span : spans) {
    html.row().cell().foreign(span.label).close();
    html.cell(span.word)
        .cell(fmt::format("{:.3f}", span.begin))
        .cell(fmt::format("{:.3f}", span.seconds))
        .end_row();
  }
  html.end_table().close().close();
}

std::string human_seconds(double seconds) {
  if (seconds < 0 || !std::isfinite(seconds)) seconds = 0;
  if (seconds == 0) return "0 s";
  if (seconds < 0.0005) return "< 1 ms";
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600)
    return whole % 60 == 0 ? fmt::format("{} min", whole / 60)
                           : fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", grouped(whole / 3600), whole % 3600 / 60);
}

double axis_step(double end) {
  constexpr double kSteps = 5;
  constexpr std::array<double, 12> kLong{60,   120,  300,   600,   900,   1800,
                                         3600, 7200, 18000, 36000, 54000, 108000};
  const double least = end / kSteps;
  if (least > 30) {
    for (const double step : kLong)
      if (step >= least) return step;
    return std::ceil(least / 86400) * 86400;
  }
  if (!(least > 0)) return 1;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= least) return std::min(times * power, 60.0);
  return std::min(10 * power, 60.0);
}

std::string_view chart_style() { return kChartStyle; }

}  // namespace semsite
