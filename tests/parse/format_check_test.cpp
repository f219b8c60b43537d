#include "parse/format_check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/collecting_diagnostics.hpp"

namespace semsite::test::format_check_test {
namespace {

std::string told(std::string_view announced,
                 const std::vector<std::pair<PageFormat, std::uint64_t>>& there) {
  FormatCheck check{announced};
  for (const auto& [format, quads] : there) check.add(format, quads);
  CollectingDiagnostics diagnostics;
  check.conclude(diagnostics);
  if (diagnostics.faults().empty()) return {};
  EXPECT_FALSE(diagnostics.faults()[0].skipped) << "nothing is lost";
  return diagnostics.faults()[0].code + ": " + diagnostics.faults()[0].message;
}

TEST(FormatCheck, TellsWhatIsThereInThePlaceOfWhatWasSaid) {
  EXPECT_EQ(told("RDFa", {{PageFormat::jsonld, 3}}),
            "ocx.format: the sitemap says that the metadata is RDFa, but it is JSON-LD; "
            "it is read all the same");
  EXPECT_EQ(told("json-ld", {{PageFormat::microdata, 1}, {PageFormat::rdfa, 1}}),
            "ocx.format: the sitemap says that the metadata is JSON-LD, but it is "
            "Microdata and RDFa; it is read all the same");
  EXPECT_EQ(told("Microdata", {{PageFormat::unknown, 1}}),
            "ocx.format: the sitemap says that the metadata is Microdata, but it is "
            "another syntax; it is read all the same");
}

TEST(FormatCheck, SaysNothingWhereNothingContradicts) {
  EXPECT_EQ(told("RDFa", {{PageFormat::rdfa, 1}, {PageFormat::jsonld, 9}}), "");
  EXPECT_EQ(told("RDFa", {}), "") << "that there is nothing is told elsewhere";
  EXPECT_EQ(told("", {{PageFormat::jsonld, 1}}), "");
  EXPECT_EQ(told("XML", {{PageFormat::jsonld, 1}}), "") << "no format that we know";
}

}  // namespace
}  // namespace semsite::test::format_check_test
