#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/html_writer.hpp"

namespace semsite {

/// One bar, with what stands beside it.
struct Bar {
  std::string label;
  std::string url{};  ///< if it leads somewhere (is_linkable), the label is a link
  std::uint64_t value = 0;
  std::string shown{};      ///< the value for people; empty: in digits
  std::string exact{};      ///< on hovering
  std::string_view fill{};  ///< class of the colour; empty: that of all bars
};

/// A plot whose numbers stand in a folded table behind it. Labels and numbers are text
/// beside the shapes, so that they stay readable on a phone.
struct Chart {
  std::string_view title;
  std::string note{};           ///< what the figures mean, what is not shown
  std::string_view what;        ///< heading of the labels in the table
  std::string_view unit;        ///< heading of the values
  std::uint64_t not_shown = 0;  ///< their sum, as a last row of the table; 0: nothing
};

/// Bars below each other; the longest of them fills the width.
void write_bars(HtmlWriter& html, const Chart& chart, const std::vector<Bar>& bars);

/// One bar made of parts, with a legend.
void write_shares(HtmlWriter& html, const Chart& chart, const std::vector<Bar>& parts);

/// A stretch of time in seconds from the beginning of the run.
struct Span {
  std::string label;
  std::string url{};
  double begin = 0;
  double seconds = 0;
  std::string_view fill{};
  std::string word{};  ///< what the colour means
};

/// The part of a run's time that an axis shows, in seconds from the beginning of the run.
struct TimeWindow {
  double begin = 0;
  double end = 0;
};

/// Stretches of time below each other, on an axis over `window`.
void write_timeline(HtmlWriter& html, const Chart& chart, const std::vector<Span>& spans,
                    TimeWindow window);

/// "0.25 s", "3 min 20 s", "2 h 05 min".
[[nodiscard]] std::string human_seconds(double seconds);

/// Steps of an axis from 0 to `end`: 1, 2 or 5 times a power of ten (of seconds up to a
/// minute; then of 1, 2, 5, 10, 15 or 30 minutes or hours), at most six of them.
[[nodiscard]] double axis_step(double end);

/// CSS of all these.
[[nodiscard]] std::string_view chart_style();

}  // namespace semsite
