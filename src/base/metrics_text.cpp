#include "base/metrics_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace semsite {
namespace {

/// Of a label's value: `\`, `"` and line ends are escaped; control characters would be
/// read as they are, and do nothing in a terminal's favour.
std::string label_text(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (c == '\\' || c == '"') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += ' ';
    } else {
      out += c;
    }
  }
  return out;
}

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  // Whole numbers (bytes, seconds since 1970) are easier read without an exponent.
  if (value == std::floor(value) && std::abs(value) < 1e15)
    return fmt::format("{}", static_cast<std::int64_t>(value));
  return fmt::format("{}", value);
}

}  // namespace

MetricsText::Family& MetricsText::family(std::string_view name, std::string_view type,
                                         std::string_view help) {
  const auto found = families_.find(name);
  if (found != families_.end()) return found->second;
  return families_.emplace(name, Family{.type = type, .help = help}).first->second;
}

std::string MetricsText::labels_text(const Labels& labels) const {
  std::string out;
  for (const Labels* some : {&common_, &labels})
    for (const auto& [name, value] : *some)
      out += fmt::format("{}{}=\"{}\"", out.empty() ? "{" : ",", name, label_text(value));
  return out.empty() ? out : out + "}";
}

void MetricsText::counter(std::string_view name, std::string_view help,
                          std::uint64_t value, const Labels& labels) {
  family(name, "counter", help).samples +=
      fmt::format("{}{} {}\n", name, labels_text(labels), value);
}

void MetricsText::counter_seconds(std::string_view name, std::string_view help,
                                  double value, const Labels& labels) {
  family(name, "counter", help).samples +=
      fmt::format("{}{} {}\n", name, labels_text(labels), number_text(value));
}

void MetricsText::gauge(std::string_view name, std::string_view help, double value,
                        const Labels& labels) {
  family(name, "gauge", help).samples +=
      fmt::format("{}{} {}\n", name, labels_text(labels), number_text(value));
}

void MetricsText::histogram(std::string_view name, std::string_view help,
                            const TimeHistogram& histogram, const Labels& labels) {
  std::string& samples = family(name, "histogram", help).samples;
  Labels with_bound = labels;
  with_bound.emplace_back("le", "");
  // Read once: what is counted meanwhile must not make the last bucket less than the sum.
  std::uint64_t count = 0;
  for (std::size_t i = 0; i <= kTimeBounds.size(); ++i) {
    count += histogram.count(i);
    with_bound.back().second =
        i < kTimeBounds.size() ? number_text(kTimeBounds[i]) : "+Inf";
    samples += fmt::format("{}_bucket{} {}\n", name, labels_text(with_bound), count);
  }
  samples += fmt::format("{0}_sum{1} {2}\n{0}_count{1} {3}\n", name, labels_text(labels),
                         number_text(histogram.seconds()), count);
}

void MetricsText::add(const MetricsText& other) {
  for (const auto& [name, theirs] : other.families_)
    family(name, theirs.type, theirs.help).samples += theirs.samples;
}

std::string MetricsText::text() const {
  std::string out;
  for (const auto& [name, family] : families_)
    out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{3}", name, family.help,
                       family.type, family.samples);
  return out;
}

}  // namespace semsite
