#include "report/run_failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "base/counts.hpp"
#include "base/text.hpp"
#include "html/html_writer.hpp"
#include "report/run_page_parts.hpp"

namespace semsite {
namespace {

/// So many stand there one by one; more of them by their codes.
constexpr std::size_t kOpenFailures = 12;
constexpr std::size_t kCodesOfFailures = 40;
constexpr std::size_t kOpenCodes = 8;
constexpr std::size_t kAlike = 50;
constexpr std::size_t kOpenAlike = 5;
constexpr std::size_t kWhyBytes = 400;
constexpr std::size_t kDocuments = 20;
/// So many are seen without unfolding them.
constexpr std::size_t kOpenDocuments = 10;
constexpr std::size_t kDocumentsInAll = 400;
constexpr std::size_t kProblemBytes = 1000;

bool is_failure(Outcome outcome) {
  return outcome != Outcome::whole && outcome != Outcome::not_tried &&
         outcome != Outcome::faulty && outcome != Outcome::no_rdf;
}

void write_code(HtmlWriter& html, const std::string& code) {
  if (code.empty()) return;
  html.open("p", {{"class", "small"}}).element("code", code);
  if (const std::string meaning = fault_meaning(code); !meaning.empty())
    html.text(" – ").text(meaning);
  html.close();
}

void write_beginning(HtmlWriter& html, const std::string& begins) {
  if (begins.empty()) return;
  html.element("p", "What came begins:", {{"class", "soft small"}});
  html.open("pre").foreign(begins).close();
}

/// Documents of an archive, or pages of a crawl.
void write_documents(HtmlWriter& html, const SourceReport& source, std::size_t& left,
                     const std::string& in = "it") {
  std::vector<const DocumentReport*> bad;
  for (const DocumentReport& document : source.noted)
    if (is_failure(document.outcome) && !document.name.empty()) bad.push_back(&document);
  if (bad.empty() || left == 0) return;
  std::ranges::stable_sort(bad, [](const DocumentReport* a, const DocumentReport* b) {
    return badness(a->outcome) > badness(b->outcome);
  });
  const std::size_t shown = std::min({bad.size(), kDocuments, left});
  left -= shown;
  const std::string summary =
      fmt::format("{} in {}", count_of(bad.size(), "document", "documents"), in) +
      (bad.size() > shown ? fmt::format(", {} are shown", shown) : "");
  if (bad.size() <= kOpenDocuments)
    html.open("details", {{"open", "open"}}).element("summary", summary);
  else
    html.open("details").element("summary", summary);
  html.table("Documents that failed", {{"Document"}, {"Outcome"}, {"Why"}},
             HtmlWriter::Narrow::cards);
  for (std::size_t i = 0; i < shown; ++i) {
    html.row().cell().link(bad[i]->name).close();
    html.cell().badge(tone_of(bad[i]->outcome), outcome_words(bad[i]->outcome)).close();
    html.cell().foreign(middle_cut(bad[i]->problem, kProblemBytes));
    if (!bad[i]->begins.empty())
      html.open("div", {{"class", "soft"}})
          .text("begins: ")
          .open("code")
          .foreign(bad[i]->begins)
          .close()
          .close();
    html.close().end_row();
  }
  html.end_table().close();
}

/// What went wrong, without the URL that stands above it.
std::string_view problem_of(const SourceReport& source) {
  std::string_view out = source.problem;
  for (const std::string_view url :
       {std::string_view{source.final_url}, std::string_view{source.url}})
    if (!url.empty() && out.starts_with(url)) {
      out.remove_prefix(url.size());
      if (out.starts_with(":")) out.remove_prefix(1);
      return trim(out);
    }
  return out;
}

void write_failure(HtmlWriter& html, const SourceReport& source, bool made_up_for,
                   std::size_t& documents) {
  html.open("article", {{"class", "card"}});
  html.open("div", {{"class", "heading"}}).open("h3").link(source.url).close();
  html.badge(tone_of(source.outcome), outcome_words(source.outcome)).close();
  html.open("p").foreign(middle_cut(problem_of(source), kProblemBytes)).close();
  write_code(html, source.code);
  write_beginning(html, source.begins);
  write_documents(html, source, documents);
  if (made_up_for)
    html.element("p", "Nothing is missing by it: another source gave the same data.",
                 {{"class", "soft small"}});
  html.close();
}

/// Sources that failed for one reason.
void write_alike(HtmlWriter& html, const std::string& code,
                 const std::vector<const SourceReport*>& sources,
                 std::size_t& documents) {
  html.open("article", {{"class", "card"}});
  std::string heading = code.empty() ? std::string{"Other reasons"} : short_meaning(code);
  if (is_lower(heading[0])) heading[0] = static_cast<char>(heading[0] - 'a' + 'A');
  html.open("h3").text(heading);
  html.close();
  html.open("p", {{"class", "small soft"}});
  html.text(count_of(sources.size(), "source", "sources"));
  if (!code.empty()) html.text(", ").element("code", code);
  html.close();
  const auto rows = [&](std::size_t from, std::size_t to) {
    html.table(fmt::format("Sources {} to {}", from + 1, to),
               {{"Source"}, {"Outcome"}, {"Why"}}, HtmlWriter::Narrow::cards);
    for (std::size_t i = from; i < to; ++i) {
      const SourceReport& one = *sources[i];
      html.row().cell().link(one.url).close();
      html.cell().badge(tone_of(one.outcome), outcome_words(one.outcome)).close();
      html.cell().foreign(middle_cut(problem_of(one), kWhyBytes));
      if (!one.begins.empty())
        html.open("div", {{"class", "soft"}})
            .text("begins: ")
            .open("code")
            .foreign(one.begins)
            .close()
            .close();
      html.close().end_row();
    }
    html.end_table();
  };
  const std::size_t open = std::min(sources.size(), kOpenAlike);
  rows(0, open);
  const std::size_t shown = std::min(sources.size(), kAlike);
  if (shown > open) {
    html.fold(fmt::format("{} more", grouped(shown - open)));
    rows(open, shown);
    html.close();
  }
  if (sources.size() > shown)
    html.element("p",
                 fmt::format("{} more are not shown; the JSON report has all.",
                             grouped(sources.size() - shown)),
                 {{"class", "soft small"}});
  for (std::size_t i = 0; i < shown; ++i)
    write_documents(html, *sources[i], documents, sources[i]->url);
  html.close();
}

/// Of many sources each code once, the most frequent first.
void write_by_code(HtmlWriter& html, const std::vector<const SourceReport*>& bad,
                   std::size_t& documents) {
  std::map<std::string, std::vector<const SourceReport*>> by_code;
  for (const SourceReport* source : bad) by_code[source->code].push_back(source);
  std::vector<const std::pair<const std::string, std::vector<const SourceReport*>>*> all;
  for (const auto& one : by_code) all.push_back(&one);
  std::ranges::stable_sort(all, [](const auto* a, const auto* b) {
    return a->second.size() > b->second.size();
  });
  const std::size_t shown = std::min(all.size(), kCodesOfFailures);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i == kOpenCodes)
      html.fold(fmt::format("{} more reasons", grouped(shown - kOpenCodes)));
    write_alike(html, all[i]->first, all[i]->second, documents);
  }
  if (shown > kOpenCodes) html.close();
}

}  // namespace

void write_failures(HtmlWriter& html, const RunReport& report, const RunSummary&) {
  std::vector<const SourceReport*> bad;
  for (const SourceReport& source : report.sources)
    if (is_failure(source.outcome)) bad.push_back(&source);
  if (bad.empty()) return;
  const auto made_up_for = [&report](const SourceReport& source) {
    return source.dataset_row && *source.dataset_row < report.datasets.size() &&
           report.datasets[*source.dataset_row].complete;
  };
  std::ranges::stable_sort(bad, [&](const SourceReport* a, const SourceReport* b) {
    const auto rank = [&](const SourceReport& one) {
      return badness(one.outcome) + (made_up_for(one) ? 0 : 10);
    };
    return rank(*a) > rank(*b);
  });
  html.open("section", {{"id", "failures"}}).element("h2", "What failed, and why");
  std::size_t documents = kDocumentsInAll;
  if (bad.size() > kOpenFailures || report.sites.size() > kManySites) {
    write_by_code(html, bad, documents);
    html.close();
    return;
  }
  for (const SourceReport* source : bad)
    write_failure(html, *source, made_up_for(*source), documents);
  html.close();
}

void write_faults(HtmlWriter& html, const RunReport& report) {
  const FaultCounts faults = report.faults();
  if (faults.empty()) return;
  std::vector<std::pair<std::string, std::uint64_t>> rows{faults.begin(), faults.end()};
  std::ranges::stable_sort(
      rows, [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr std::size_t kCodes = 200;
  html.open("section", {{"id", "faults"}}).element("h2", "Faults by code");
  html.element("p",
               "Statements, links and the like that were passed over or repaired, while "
               "the rest was read.",
               {{"class", "soft"}});
  html.open("div", {{"class", "card"}});
  html.table("Faults over all sources",
             {{"Code"}, {"Times", TableColumn::Kind::number}, {"What it means"}},
             HtmlWriter::Narrow::cards);
  for (std::size_t i = 0; i < std::min(rows.size(), kCodes); ++i) {
    html.row().cell().element("code", rows[i].first).close();
    html.cell(grouped(rows[i].second)).cell(fault_meaning(rows[i].first)).end_row();
  }
  html.end_table().close().close();
}

namespace {

/// The cells of `| a | b |`. A bar inside backquotes or behind a backslash is text.
std::string_view cell(std::string_view line, unsigned number) {
  unsigned at = 0;
  bool code = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') code = !code;
    if (line[i] != '|' || code || (i > 0 && line[i - 1] == '\\')) continue;
    if (at++ == number + 1) return trim(line.substr(begin, i - begin));
    begin = i + 1;
  }
  return {};
}

std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    // `[words](page.md)`
    if (text[i] == ']' && text.substr(i + 1, 1) == "(") {
      i = std::min(text.find(')', i), text.size() - 1);
      continue;
    }
    if (text[i] != '`' && text[i] != '*' && text[i] != '[') out += text[i];
  }
  // The mark of what is tried again.
  constexpr std::string_view kAgain = " ↻";
  if (const std::size_t at = out.find(kAgain); at != std::string::npos)
    out.erase(at, kAgain.size());
  return out;
}

}  // namespace

std::string fault_meaning(std::string_view code) {
  if (const auto status =
          code.starts_with("http.") ? parse_uint(code.substr(5)) : std::nullopt)
    return fmt::format("the server answered with status {}", *status);
  const std::string quoted = fmt::format("`{}`", code);
  for (const std::string_view line : split(fault_page(), '\n'))
    if (line.starts_with("| `") && cell(line, 0).find(quoted) != std::string_view::npos)
      return plain(cell(line, 1));
  return {};
}

std::string short_meaning(std::string_view code) {
  std::string out = fault_meaning(code);
  if (out.empty()) return std::string{code};
  for (const std::string_view end : {"; ", ". ", ": ", " ("})
    if (const std::size_t at = out.find(end); at != std::string::npos) out.resize(at);
  return out;
}

std::string cause_words(const std::string& cause) {
  const std::string words = short_meaning(cause);
  return words == cause ? cause : fmt::format("{} [{}]", words, cause);
}

}  // namespace semsite
