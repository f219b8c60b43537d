#include "app/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "app/options_kit.hpp"

namespace semsite::test {
namespace {

using testing::HasSubstr;

TEST(Options, UnknownOnesAreRefusedWithASuggestion) {
  EXPECT_EQ(refusal({"fetch", kSite, "--outptu", "x"}),
            "fetch has no option --outptu (did you mean --output?); see semsite fetch "
            "--help");
  EXPECT_THAT(refusal({"plan", kSite, "--output", "x"}),
              HasSubstr("plan has no option --output"));
  EXPECT_EQ(refusal({"fetch", kSite, "--zzzzzzzzzzzz"}),
            "fetch has no option --zzzzzzzzzzzz; see semsite fetch --help");
}

TEST(Options, ShortenedNamesAreRefused) {
  EXPECT_THAT(refusal({"fetch", kSite, "--outp", "x"}), HasSubstr("no option --outp"));
}

TEST(Options, BadValuesNameTheOption) {
  const std::vector<Texts> bad{{"--delay", "soon"},          {"--rate", "fast"},
                               {"--retries", "1.5"},         {"--max-bytes", "1Q"},
                               {"--max-time", "3w"},         {"--seed", "-1"},
                               {"--prefer", "dumps"},        {"--only", "dump,,crawl"},
                               {"--progress", "loud"},       {"--log", "xml"},
                               {"--format", "rdfxml"},       {"--on-error", "stop"},
                               {"--graph", "not an iri"},    {"--header", "no colon"},
                               {"--color", "red"},           {"--connect-to", "a:80:b"},
                               {"--resolve", "a:80"},        {"--max-json-depth", "2001"},
                               {"--max-xml-depth", "9999"},  {"--max-turtle-depth", "5k"},
                               {"--max-context", "big"},     {"--max-line", "x"},
                               {"--dump-semantics", "all"},  {"--sites", "/no/such/file"},
                               {"--config", "/no/such/file"}};
  for (const Texts& words : bad)
    EXPECT_THAT(refusal({"fetch", kSite, words[0], words[1]}), HasSubstr(words[0]))
        << words[1];
  EXPECT_EQ(refusal({"fetch", kSite, "--progress", "loud"}),
            "--progress loud: choose one of auto, bar, plain, none");
}

TEST(Options, AMissingValueIsRefused) {
  EXPECT_THAT(refusal({"fetch", kSite, "--delay"}), HasSubstr("--delay"));
}

TEST(Options, NeedACommandAndAnArgument) {
  EXPECT_THAT(refusal({}), HasSubstr("no command given"));
  EXPECT_THAT(refusal({"fecth", kSite}), HasSubstr("did you mean fetch?"));
  EXPECT_EQ(refusal({"fetch"}), "fetch needs a URL; see semsite fetch --help");
  EXPECT_THAT(refusal({"convert"}), HasSubstr("a file or URL"));
  EXPECT_THAT(refusal({"plan", "-"}), HasSubstr("standard input is no site"));
  EXPECT_THAT(refusal({"fetch", "ftp://a.example/"}),
              HasSubstr("only http, https and file URLs"));
}

TEST(Options, StandardInputIsReadOnce) {
  EXPECT_EQ(refusal({"convert", "-", "a.nt", "-"}),
            "- : standard input can be read only once");
}

TEST(Options, AHeaderCannotSmuggleASecondOne) {  // RFC 9110 §5.5
  EXPECT_THAT(refusal({"fetch", kSite, "--header", "A: b\nC: d"}), HasSubstr("--header"));
  EXPECT_THAT(refusal({"fetch", kSite, "--header", "A: b\rC: d"}), HasSubstr("--header"));
}

}  // namespace
}  // namespace semsite::test
