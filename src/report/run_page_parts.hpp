#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "html/html_writer.hpp"
#include "report/run_report.hpp"
#include "report/run_summary.hpp"

namespace semsite {

/// The parts of run_page, each a section with a heading, or nothing where there is
/// nothing to tell.

/// Outcomes, quads and bytes by source, and when each source was fetched.
void write_plots(HtmlWriter& html, const RunReport& report, const RunSummary& summary);

/// Of several sites a table with a row for each: those that are not complete first, by
/// their causes; the complete ones folded.
void write_site_table(HtmlWriter& html, const RunReport& report,
                      const RunSummary& summary);

/// The sites that write_sites tells of one by one, and the anchor of one of them.
[[nodiscard]] std::set<std::size_t> sites_in_detail(const RunReport& report,
                                                    const RunSummary& summary);
[[nodiscard]] std::string detail_id(std::size_t site);

/// Every site with its datasets: ways, what was got of what, what is missing and why.
void write_sites(HtmlWriter& html, const RunReport& report, const RunSummary& summary);

/// What failed, with the first line of what came instead.
void write_failures(HtmlWriter& html, const RunReport& report, const RunSummary& summary);

/// Faults by code, with their meanings.
void write_faults(HtmlWriter& html, const RunReport& report);

/// Classes, properties and namespaces of the quads.
void write_terms(HtmlWriter& html, const RunReport& report);

/// "1.2 MB", with the exact number on hovering.
void write_bytes(HtmlWriter& html, std::uint64_t bytes);

}  // namespace semsite
