#include "report/run_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/text.hpp"
#include "html/html_writer.hpp"
#include "support/report_kit.hpp"

namespace semsite::run_page_test {
namespace {

using test::report_of_a_site;
using test::source_of;
using testing::HasSubstr;
using testing::Not;

TEST(RunPage, TellsTotalsAndCompletenessFirst) {
  RunReport report = report_of_a_site();
  report.datasets[0].complete = true;
  report.bytes = 1'400'017;
  report.requests = 7;
  report.sources = {source_of("http://a.example/1", Outcome::whole, 1234567)};
  const std::string page = run_page(report);
  const std::size_t verdict = page.find("Complete</span></h2>");
  ASSERT_NE(verdict, std::string::npos);
  EXPECT_LT(verdict, page.find("id=\"totals\""));
  EXPECT_LT(page.find("id=\"totals\""), page.find("id=\"datasets\""));
  EXPECT_THAT(page, HasSubstr(">1\u202F234\u202F567<"));
  EXPECT_THAT(page, HasSubstr("title=\"1,400,017 bytes\">1.4 MB<"));
}

TEST(RunPage, ShowsWhatCameInsteadOfTheData) {
  RunReport report = report_of_a_site();
  report.sources = {source_of("http://a.example/1", Outcome::failed)};
  report.sources[0].code = "document.html";
  report.sources[0].begins = "<!doctype html><title>Soon</title>";
  const std::string page = run_page(report);
  EXPECT_THAT(page, HasSubstr("&lt;!doctype html&gt;&lt;title&gt;Soon&lt;/title&gt;"));
  EXPECT_THAT(page, HasSubstr("<code>document.html</code>"));
}

TEST(RunPage, TellsHowTheGraphsOfAnEndpointCame) {
  RunReport report = report_of_a_site();
  report.sources = {source_of("http://a.example/sparql", Outcome::whole, 3)};
  report.sources[0].partitions = {{.name = "<http://g/1>", .expected = 2, .got = 2},
                                  {.name = "<http://g/2>", .expected = 1, .got = 1}};
  EXPECT_THAT(run_page(report), HasSubstr("in 2 parts, of which 2 came whole."));
  report.sources[0].partitions[1].by_graph_store = true;
  EXPECT_THAT(run_page(report),
              HasSubstr("of which 2 came whole; 1 of them from its Graph Store."));
}

TEST(RunPage, IsNotHarmedByTextFromTheWeb) {
  const std::string evil =
      "</pre></title><script>alert(1)</script>\"'><img src=x onerror=y>\x01\u202E";
  RunReport report = report_of_a_site();
  report.command.push_back(evil);
  report.stopped = evil;
  report.problems = {evil};
  report.notes = {evil, evil + " [map.unmatched]", evil + " [" + evil + "]"};
  report.sites[0].entry = "javascript:" + evil;
  report.sites[0].problems = {{evil, evil}};
  RobotsFact robots;
  robots.url = evil;
  robots.outcome = evil;
  report.sites[0].robots.push_back(robots);
  DatasetReport& dataset = report.datasets[0];
  dataset.name = dataset.uri = dataset.way = evil;
  dataset.notes = {evil};
  dataset.ways.push_back({.way = evil, .reason = evil});
  SourceReport source = source_of("javascript:alert(1)" + evil, Outcome::failed, 3);
  source.way = evil;
  source.started = report.started;
  source.final_url = source.code = source.problem = source.begins = source.verified =
      evil;
  source.faults[evil] = 2;
  source.noted.push_back({.name = evil,
                          .syntax = evil,
                          .outcome = Outcome::failed,
                          .code = evil,
                          .problem = evil,
                          .begins = evil,
                          .faults = {}});
  report.sources.push_back(source);
  TermCounts terms;
  terms.quads = 3;
  terms.properties.add(evil, 3);
  terms.classes.add("javascript:alert(1)");
  report.terms = std::move(terms);
  const std::string page = run_page(report);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("href=\"javascript")));
  EXPECT_THAT(page, Not(HasSubstr("\u202E")));
  EXPECT_THAT(page, Not(HasSubstr("\x01")));
}

TEST(RunPage, TellsWhatIsWorthKnowingAndTheMeaningOfEachCodeOnce) {
  RunReport report = report_of_a_site();
  report.notes = {"first [map.unmatched]", "second [map.unmatched]",
                  "third [of no code]"};
  const std::string page = run_page(report);
  EXPECT_THAT(page, HasSubstr("What is worth knowing</h3>"));
  EXPECT_THAT(page, HasSubstr("third [of no code]"));
  const std::size_t code = page.find("<code>map.unmatched</code> – ");
  ASSERT_NE(code, std::string::npos);
  EXPECT_EQ(page.find("<code>map.unmatched</code>", code + 1), std::string::npos);
  EXPECT_EQ(page.find("<code>of no code"), std::string::npos);
  report.notes.assign(400, "one");
  EXPECT_THAT(run_page(report), HasSubstr("395 more notes"));
  EXPECT_THAT(run_page(report), HasSubstr("95 of them are not shown"));
}

TEST(RunPage, StaysSmallHoweverManySourcesThereAre) {
  RunReport report = report_of_a_site();
  const std::string long_name(1500, 'x');
  for (int i = 0; i < 100'000; ++i) {
    SourceReport source =
        source_of("http://a.example/" + std::to_string(i) + "/" + long_name,
                  i % 10 == 0 ? Outcome::failed : Outcome::whole, 10);
    source.problem = long_name;
    source.started = report.started;
    report.sources.push_back(std::move(source));
  }
  for (int i = 0; i < 20'000; ++i) {
    report.problems.push_back(long_name);
    report.datasets.push_back(report.datasets[0]);
  }
  const std::string page = run_page(report);
  EXPECT_LT(page.size(), 4U * 1024 * 1024);
  // Totals are of all of them.
  EXPECT_THAT(page, HasSubstr(thin_spaced(grouped(report.quads()))));
  EXPECT_THAT(page, HasSubstr("90,000 whole"));
  EXPECT_THAT(page, HasSubstr("10,000 failed"));
  EXPECT_THAT(page, HasSubstr("not shown"));
}

TEST(RunPage, TellsHowTheDocumentsOfACrawlEnded) {
  RunReport report = report_of_a_site();
  SourceReport crawl = source_of("http://a.example/", Outcome::partial, 500);
  crawl.documents = 1300;
  for (int i = 0; i < 40; ++i) {
    DocumentReport& page = crawl.noted.emplace_back();
    page.name = "http://a.example/" + std::to_string(i);
    page.outcome = i < 30 ? Outcome::failed : Outcome::damaged;
  }
  report.sources = {crawl};
  const std::string page = run_page(report);
  EXPECT_THAT(page, HasSubstr("1,260 whole"));
  EXPECT_THAT(page, HasSubstr("30 failed"));
  EXPECT_THAT(page, HasSubstr("10 damaged"));
  // Of more than a thousand only the first are known.
  report.sources[0].documents = 5000;
  report.sources[0].noted.resize(1000, crawl.noted[0]);
  EXPECT_THAT(run_page(report), HasSubstr("whole, or not told apart"));
}

/// Sites 0 to 29, of which the first `bad` gave nothing.
RunReport report_of_sites(std::size_t bad) {
  RunReport out = report_of_a_site();
  out.sites.clear();
  out.datasets.clear();
  for (std::size_t i = 0; i < 30; ++i) {
    SiteProfile& site = out.sites.emplace_back();
    site.entry = "http://s" + std::to_string(i) + ".example/";
    if (i < bad) {
      site.problems = {{i % 2 == 0 ? "fetch.dns" : "http.503", site.entry + " is away"}};
      out.problems.push_back(site.problems[0].text);
      continue;
    }
    DatasetReport& dataset = out.datasets.emplace_back();
    dataset.name = site.entry + "data";
    dataset.way = "dump";
    dataset.site_row = i;
    dataset.complete = true;
    dataset.quads = 1000 + i;
  }
  return out;
}

std::string part_of(const std::string& page, const std::string& from,
                    const std::string& to) {
  const std::size_t begin = page.find(from);
  return page.substr(begin, page.find(to, begin) - begin);
}

TEST(RunPage, OfSeveralSitesTheOnesThatFailedComeFirstByCause) {
  const std::string page = run_page(report_of_sites(5));
  const std::string table = part_of(page, "<section id=\"sites\"", "</section>");
  const std::string seen = table.substr(0, table.find("<details"));
  const std::string folded = table.substr(table.find("<details"));
  EXPECT_THAT(seen, HasSubstr("5 of 30 sites are not complete"));
  EXPECT_THAT(seen, HasSubstr("3 sites · <span class=\"cause\">the host name does not "
                              "resolve</span> <code>fetch.dns</code>"));
  // Even ones by dns, then odd ones by 503.
  std::size_t at = 0;
  for (const char* site : {"s0", "s2", "s4", "s1", "s3"}) {
    const std::size_t next = seen.find(std::string{"href=\"http://"} + site + ".", at);
    ASSERT_NE(next, std::string::npos) << site;
    at = next;
  }
  EXPECT_THAT(folded, HasSubstr("25 sites are complete</summary>"));
  EXPECT_THAT(folded, HasSubstr("http://s29.example/"));
  EXPECT_THAT(folded, HasSubstr(">1\u202F029<"));
  // The verdict says causes, and no URLs.
  const std::string verdict = part_of(page, "id=\"verdict\"", "</section>");
  EXPECT_THAT(verdict, HasSubstr("2 sites failed"));
  EXPECT_THAT(verdict, Not(HasSubstr("s1.example")));
}

TEST(RunPage, EachAnchorOfTheTableOfSitesIsThere) {
  const std::string page = run_page(report_of_sites(30));
  std::size_t links = 0;
  for (std::size_t at = page.find("href=\"#"); at != std::string::npos;
       at = page.find("href=\"#", at + 1)) {
    const std::string id = page.substr(at + 7, page.find('"', at + 7) - at - 7);
    EXPECT_THAT(page, HasSubstr(" id=\"" + id + "\"")) << id;
    ++links;
  }
  EXPECT_EQ(links, 30U);
  EXPECT_THAT(run_page(report_of_a_site()), Not(HasSubstr("href=\"#")));
}

TEST(RunPage, ManySitesThatFailForManyCausesAllHaveTheirCauseSeen) {
  RunReport report = report_of_sites(0);
  report.sites.clear();
  report.datasets.clear();
  for (int i = 0; i < 3000; ++i) {
    SiteProfile& site = report.sites.emplace_back();
    site.entry = "http://s" + std::to_string(i) + ".example/" + std::string(500, 'x');
    site.problems = {{"http." + std::to_string(500 + i % 7), site.entry}};
  }
  const std::string page = run_page(report);
  EXPECT_LT(page.size(), 4U * 1024 * 1024);
  const std::string table = part_of(page, "<section id=\"sites\"", "</section>");
  const std::string seen = table.substr(0, table.find("<details"));
  for (int i = 0; i < 7; ++i)
    EXPECT_THAT(seen, HasSubstr("<code>http." + std::to_string(500 + i) + "</code>"));
  EXPECT_THAT(table, HasSubstr("more are not shown"));
}

TEST(RunPage, TheAxisOfTimesBeginsWithTheFirstSource) {
  RunReport report = report_of_a_site();
  report.finished = report.started + std::chrono::seconds{100};
  report.sources = {source_of("http://a.example/1", Outcome::whole, 3)};
  report.sources[0].started = report.started + std::chrono::seconds{60};
  report.sources[0].seconds = 20;
  const std::string plot =
      part_of(run_page(report), "When each source was fetched", "</figure>");
  EXPECT_THAT(plot,
              HasSubstr("The axis begins with the first source, 1 min after the run "
                        "did: before it robots.txt, sitemaps and descriptions"));
  EXPECT_THAT(plot, HasSubstr("x=\"0.00%\" width=\"50.00%\""));
  // Times are those of the run, as in the JSON report.
  EXPECT_THAT(plot, HasSubstr(">1 min 20 s</text>"));
  EXPECT_THAT(plot, HasSubstr(">60.000</td>"));
}

TEST(RunPage, OfACommandThatReadsInputsTellsOfThem) {
  RunReport report;
  report.of = RunReport::Of::inputs;
  report.command = {"semsite", "load", "a.nt", "b.nt"};
  report.finished = report.started + std::chrono::seconds{1};
  report.exit_status = 1;
  report.figures = {{"graphs", "graphs", 7}};
  for (const char* url : {"file:///a.nt", "file:///b.nt"}) {
    SourceReport& one = report.sources.emplace_back();
    one.url = url;
    one.outcome = Outcome::whole;
    one.quads = 20;
    one.started = report.started;
  }
  report.sources[1].outcome = Outcome::partial;
  report.sources[1].code = "fetch.broken";
  report.sources[1].problem = "it broke off";
  const std::string page = run_page(report);
  for (const char* part :
       {"What semsite load read of ", "1 of 2 inputs came whole", "it broke off",
        "<dt>graphs</dt>", "When each input was read", ">Read</th>", "id=\"inputs\""})
    EXPECT_THAT(page, HasSubstr(part));
  for (const char* part : {"dataset", "Seed", "robots.txt", ">Way<", "fetched"})
    EXPECT_THAT(page, Not(HasSubstr(part)));
}

TEST(RunPage, IsWrittenForARunThatCameToNothing) {
  RunReport report;
  report.interrupted = true;
  report.exit_status = 130;
  const std::string page = run_page(report);
  EXPECT_THAT(page, HasSubstr("Interrupted"));
  EXPECT_THAT(page, HasSubstr("130: interrupted"));
}

TEST(RunPage, QuotesTheCommandAsAShellWantsIt) {
  RunReport report = report_of_a_site();
  report.command = {"semsite", "fetch", "it's", "a b", ""};
  EXPECT_THAT(run_page(report),
              HasSubstr("semsite fetch &#39;it&#39;\\&#39;&#39;s&#39; &#39;a b&#39; "
                        "&#39;&#39;"));
}

}  // namespace
}  // namespace semsite::run_page_test
