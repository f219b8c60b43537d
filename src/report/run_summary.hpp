#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/html_writer.hpp"
#include "report/run_report.hpp"

namespace semsite {

/// All outcomes, the good ones first: of the first two everything came.
inline constexpr std::array kOutcomes{
    Outcome::whole,   Outcome::no_rdf, Outcome::faulty,  Outcome::damaged,
    Outcome::partial, Outcome::failed, Outcome::refused, Outcome::not_tried};

/// Where `outcome` stands in kOutcomes.
[[nodiscard]] std::size_t outcome_place(Outcome outcome);
/// How good an outcome is.
[[nodiscard]] Tone tone_of(Outcome outcome);
/// The greater, the worse; for what is to be seen first.
[[nodiscard]] int badness(Outcome outcome);

/// Something that is not there.
struct MissingPart {
  std::string what;  ///< a dataset; empty: the run itself
  std::string why;
};

/// How the run ended, for the head of a page.
struct RunVerdict {
  Tone tone = Tone::bad;
  std::string headline;  ///< "Complete"
  std::string sentence;
  std::vector<MissingPart> missing;
  std::vector<MissingPart> left;  ///< by choice, which is no fault
};

/// One dataset and its sources.
struct DatasetView {
  const DatasetReport* dataset = nullptr;
  std::vector<const SourceReport*> sources;
};

/// What a report comes to, in views of it: it outlives them.
struct RunSummary {
  RunVerdict verdict;
  std::array<std::uint64_t, kOutcomes.size()> outcomes{};  ///< as in kOutcomes
  std::uint64_t tried = 0;                                 ///< sources
  std::uint64_t complete = 0;                              ///< datasets
  std::vector<SiteVerdict> sites;                          ///< in the order of the report
  std::vector<DatasetView> datasets;                       ///< in the order of the report
  std::vector<const SourceReport*> strays;                 ///< sources without a dataset
};

[[nodiscard]] RunSummary summary_of(const RunReport& report);

/// What is missing of a dataset in one sentence; empty if nothing is.
[[nodiscard]] std::string missing_of(const DatasetView& view);

}  // namespace semsite
