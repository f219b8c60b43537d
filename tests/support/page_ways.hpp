#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_quick.hpp"
#include "markup/html_tree.hpp"
#include "parse/page_parser.hpp"
#include "parse/page_survey.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"
#include "support/page_tree.hpp"

namespace semsite::test {

/// What one way of reading a page gives.
struct PageResult {
  std::string quads;
  std::vector<std::string> faults;  ///< but for those of RDFa, Microdata and the tree
  bool has_lost_tags = false;       ///< the tree had to be cut
};

inline PageResult read_by(ParseFn parse, std::string_view text, const Limits& limits) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/doc";
  document->media_type = "text/html; charset=utf-8";
  PageResult out;
  CollectingDiagnostics diagnostics;
  QuadBuilder quads{document, [&](const QuadBatch& batch) {
                      for (const Quad& quad : batch.quads())
                        append_quad(out.quads, quad, batch.document());
                    }};
  MemorySource bytes{std::string{text}};
  try {
    parse({.bytes = bytes, .quads = quads, .diagnostics = diagnostics, .limits = limits});
  } catch (const DocumentError& error) {
    out.faults.emplace_back(error.code());
    out.has_lost_tags = error.code() == "html.too-complex";
  }
  quads.flush();
  for (const auto& fault : diagnostics.faults()) {
    const std::string_view code = fault.code;
    if (code == "html.too-deep" || code == "html.too-many-attributes") {
      out.has_lost_tags = true;
    } else if (!code.starts_with("rdfa.") && !code.starts_with("microdata.") &&
               code != "iri.repaired") {
      out.faults.push_back(std::string{code} + " in line " + std::to_string(fault.line) +
                           ": " + fault.message);
    }
  }
  return out;
}

/// In any order, each tag once.
inline std::vector<std::string> sorted_links(const std::vector<PageLink>& links) {
  std::vector<std::string> out;
  for (const PageLink& link : links)
    out.push_back(std::to_string(static_cast<int>(link.place)) + " " + link.rel + " <" +
                  link.href + "> " + link.type + " in line " + std::to_string(link.line));
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// The tree, and the lines that its parts begin in.
inline std::string lined_tree(const HtmlPage& page) {
  std::string out = tree_of(page);
  for (const ::_xmlNode* at = page.root(); at != nullptr;
       at = next_element(at, page.root()))
    out += " " + std::to_string(line_of(at)) + "/" +
           std::to_string(line_of(first_child(at)));
  return out;
}

struct PageComparison {
  bool needed_tree = false;
  bool had_sure_links = false;
  bool had_quick_tree = false;
  std::string difference;  ///< empty if there is none
};

/// Reads a page with and without a tree.
inline PageComparison compare_ways(std::string_view text, const Limits& limits = {}) {
  PageComparison out;
  const auto note = [&](std::string_view what, std::string_view ours,
                        std::string_view trees) {
    if (ours != trees)
      out.difference += std::string{what} + " without tree:\n" + std::string{ours} +
                        "\nwith tree:\n" + std::string{trees} + "\n";
  };
  const auto joined = [](const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += line + '\n';
    return all;
  };
  const PageResult trees = read_by(parse_page_by_tree, text, limits);
  if (trees.has_lost_tags) return out;
  const PageResult ours = read_by(parse_page, text, limits);
  note("quads", ours.quads, trees.quads);
  note("faults", joined(ours.faults), joined(trees.faults));

  NullDiagnostics faults;
  const HtmlPageOptions options{.media_type = "text/html; charset=utf-8",
                                .base = "http://example.org/doc",
                                .resolve = [](std::string_view, std::string_view href) {
                                  return "base " + std::string{href};
                                }};
  const HtmlSource source = decode_html_page(std::string{text}, options, faults);
  out.needed_tree = survey_page(source.text).needs_tree();
  const PageSurvey survey = survey_page(source.text, SurveyLinks::yes);
  HtmlPageOptions by_standard = options;
  by_standard.builder = HtmlPageOptions::Builder::standard;
  const HtmlPage page = read_html_page(source, by_standard, limits, faults);
  HtmlStore store{64 * kMiB};
  HtmlBuilder builder{store};
  if (build_quickly(source.text, builder, limits)) {
    out.had_quick_tree = true;
    const HtmlPage quick = read_html_page(source, options, limits, faults);
    note("tree", lined_tree(quick), lined_tree(page));
  }
  if (survey.trust != PageSurvey::Trust::sure) return out;
  out.had_sure_links = true;
  note("base",
       survey.base ? "base " + std::string{trim(*survey.base)} : "http://example.org/doc",
       page.base());
  note("links", joined(sorted_links(survey.links)),
       joined(sorted_links(page_links(page))));
  const auto asked = [](const RobotsWish& wish) {
    return std::string{wish.noindex ? "noindex " : ""} +
           (wish.nofollow ? "nofollow" : "");
  };
  note("robots", asked(survey.robots), asked(page_robots(page)));
  return out;
}

}  // namespace semsite::test
