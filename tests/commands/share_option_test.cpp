#include "commands/share_option.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::share_option_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const std::vector<std::string>& urls,
                    const std::string& syntax = {}) {
  ReadingOptions reading;
  reading.urls = urls;
  reading.syntax = syntax;
  reading.share = Share{.number = 1, .of = 2};
  try {
    take_share(reading);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(ShareOption, SaysWhichOfHowMany) {
  EXPECT_EQ(parse_share("1/1", "--range"), Share{});
  EXPECT_EQ(parse_share("3/64", "--range"), (Share{.number = 3, .of = 64}));
  EXPECT_EQ(parse_share("1000000/1000000", "--range").of, 1'000'000U);
  for (const char* wrong : {"", "/", "1", "0/1", "2/1", "1/0", "1/1000001", "+1/2",
                            " 1/2", "1/2/3", "18446744073709551617/18446744073709551618"})
    EXPECT_THROW((void)parse_share(wrong, "--range"), UsageError) << wrong;
}

TEST(ShareOption, FilesAreThoseOfLines) {
  EXPECT_EQ(refusal({"file:///a.nt", "file:///b.nq.gz", "file:///c.nt.zst"}), "");
  EXPECT_EQ(refusal({"file:///a.data"}, "nq"), "");
  EXPECT_THAT(refusal({"file:///a.nt", "file:///b.ttl"}),
              HasSubstr("/b.ttl: lines of turtle"));
  EXPECT_THAT(refusal({"file:///a.nt"}, "turtle"), HasSubstr("lines of turtle"));
  EXPECT_THAT(refusal({"file:///a.data"}), HasSubstr("--syntax says it"));
  EXPECT_THAT(refusal({"-"}), HasSubstr("standard input"));
  EXPECT_THAT(refusal({"http://a.example/a.nt"}), HasSubstr("get it first"));
}

TEST(ShareOption, TheirSyntaxIsNotToldByWhatTheyBeginWith) {
  ReadingOptions reading;
  reading.share = Share{.number = 1, .of = 2};
  reading.urls = {"file:///a.nt", "file:///b.nt.gz"};
  take_share(reading);
  EXPECT_EQ(reading.syntax, "ntriples");
  reading.syntax.clear();
  reading.urls.emplace_back("file:///c.nq");
  take_share(reading);
  EXPECT_EQ(reading.syntax, "nquads");
}

TEST(ShareOption, OfAManifestWholePartsAreShared) {
  const std::vector<std::string> names{"1", "2", "3", "4", "5"};
  for (std::uint64_t of = 1; of <= 8; ++of) {
    std::vector<std::string> all;
    for (std::uint64_t number = 1; number <= of; ++number) {
      ReadingOptions reading;
      for (const std::string& name : names) {
        reading.urls.push_back("file:///m/" + name);
        reading.manifests.parts[reading.urls.back()] = {};
      }
      reading.share = Share{.number = number, .of = of};
      take_share(reading);
      EXPECT_LE(reading.urls.size(), (names.size() + of - 1) / of) << number << "/" << of;
      all.insert(all.end(), reading.urls.begin(), reading.urls.end());
    }
    EXPECT_THAT(all, ElementsAre("file:///m/1", "file:///m/2", "file:///m/3",
                                 "file:///m/4", "file:///m/5"))
        << of;
  }
}

TEST(ShareOption, WithoutOneNothingIsLeftOut) {
  ReadingOptions reading;
  reading.urls = {"-", "file:///a.ttl"};
  take_share(reading);
  EXPECT_THAT(reading.urls, ElementsAre("-", "file:///a.ttl"));
  EXPECT_EQ(reading.syntax, "");
}

}  // namespace
}  // namespace semsite::share_option_test
