#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// Bounds of the buckets of every `TimeHistogram`, in seconds; one more holds the rest.
inline constexpr std::array<double, 10> kTimeBounds{0.005, 0.02, 0.05, 0.1, 0.25,
                                                    0.5,   1,    2.5,  10,  60};

/// Counts of durations, by how long they were. Thread-safe: each is one addition to two
/// numbers.
class TimeHistogram {
 public:
  void note(std::chrono::microseconds took) {
    const double seconds = std::chrono::duration<double>(took).count();
    std::size_t bucket = 0;
    while (bucket < kTimeBounds.size() && seconds > kTimeBounds[bucket]) ++bucket;
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    microseconds_.fetch_add(static_cast<std::uint64_t>(took.count()),
                            std::memory_order_relaxed);
  }

  /// Of one bucket alone; the last is of what is longer than all bounds.
  [[nodiscard]] std::uint64_t count(std::size_t bucket) const { return counts_[bucket]; }
  [[nodiscard]] double seconds() const {
    return static_cast<double>(microseconds_.load()) / 1e6;
  }

 private:
  std::array<std::atomic<std::uint64_t>, kTimeBounds.size() + 1> counts_{};
  std::atomic<std::uint64_t> microseconds_ = 0;
};

/// What is measured, as text of the Prometheus exposition format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/): each family once with
/// its HELP and TYPE, in the order of their names, whoever gives samples of it.
///
/// Names are ours, in the field's way: `semsite_`, base units (`_seconds`, `_bytes`),
/// `_total` for counters. Labels have few values; no URL, no host, nothing of the web.
/// One thread.
class MetricsText {
 public:
  using Label = std::pair<std::string_view, std::string>;
  using Labels = std::vector<Label>;

  /// `common` stand before the labels of every sample.
  explicit MetricsText(Labels common = {}) : common_(std::move(common)) {}

  /// A number that only grows while a run lasts.
  void counter(std::string_view name, std::string_view help, std::uint64_t value,
               const Labels& labels = {});
  void counter_seconds(std::string_view name, std::string_view help, double value,
                       const Labels& labels = {});
  void gauge(std::string_view name, std::string_view help, double value,
             const Labels& labels = {});
  void histogram(std::string_view name, std::string_view help,
                 const TimeHistogram& histogram, const Labels& labels = {});

  /// Takes the samples of `other` over, behind its own.
  void add(const MetricsText& other);

  [[nodiscard]] std::string text() const;

 private:
  struct Family {
    std::string_view type, help;
    std::string samples{};  ///< lines
  };
  Family& family(std::string_view name, std::string_view type, std::string_view help);
  [[nodiscard]] std::string labels_text(const Labels& labels) const;

  Labels common_;
  std::map<std::string, Family, std::less<>> families_;
};

}  // namespace semsite
