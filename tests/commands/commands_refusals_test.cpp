#include "commands/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "commands/commands_kit.hpp"

namespace semsite::test::commands_refusals_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Options, UnknownOnesAreRefusedWithASuggestion) {
  EXPECT_EQ(refusal({"fetch", kSite, "--outptu", "x"}),
            "fetch has no option --outptu (did you mean --output?); see semsite fetch "
            "--help");
  EXPECT_THAT(refusal({"plan", kSite, "--output", "x"}),
              HasSubstr("plan has no option --output"));
  EXPECT_EQ(refusal({"fetch", kSite, "--zzzzzzzzzzzz"}),
            "fetch has no option --zzzzzzzzzzzz; see semsite fetch --help");
}

TEST(Options, AnOptionIsNotTheValueOfAnother) {
  EXPECT_EQ(refusal({"fetch", kSite, "-o", "--report", "r.json"}),
            "-o needs a value, and --report behind it is an option; see semsite fetch "
            "--help");
  EXPECT_THAT(refusal({"fetch", kSite, "--report", "--quiet"}),
              HasSubstr("--report needs a value, and --quiet behind it is an option"));
  // What is written as one word is meant, and other words with dashes are none.
  EXPECT_EQ(refusal({"fetch", kSite, "--dataset=--report"}), "accepted");
  EXPECT_EQ(refusal({"fetch", kSite, "--dataset", "--x"}), "accepted");
}

TEST(Options, FilesOfTlsThatCannotBeReadAreRefused) {
  for (const char* const option : {"--cacert", "--cert", "--key"}) {
    EXPECT_THAT(refusal({"convert", "a.nt", option, "/nowhere/x.pem"}),
                AllOf(HasSubstr(std::string{option} + " /nowhere/x.pem"),
                      HasSubstr("No such file")));
    EXPECT_THAT(refusal({"convert", "a.nt", option, "/"}), HasSubstr(option));
    EXPECT_EQ(refusal({"convert", "a.nt", option, "/dev/null"}), "accepted");
    EXPECT_EQ(refusal({"convert", "a.nt", option, "pkcs11:object=x"}), "accepted");
  }
}

TEST(Options, EmptyNamesOfFilesAreRefused) {
  for (const Texts& words :
       std::vector<Texts>{{"fetch", kSite, "-o", ""},
                          {"fetch", kSite, "--report", ""},
                          {"fetch", kSite, "--report", "a", "--report", ""},
                          {"fetch", kSite, "-o", "a", "--changes", ""},
                          {"fetch", kSite, "-o", "a", "--state", ""},
                          {"fetch", kSite, "--quarantine", ""},
                          {"fetch", kSite, "--documents", ""},
                          {"fetch", kSite, "--cacert", ""},
                          {"fetch", kSite, "--mappings", ""},
                          {"fetch", kSite, "--sites", ""},
                          {"slice", "a.nq", "-o", ""},
                          {"slice", "a.nq", "--tmp", ""},
                          {"convert", "a.nq", "-o", ""},
                          {"validate", "a.nq", "-o", ""},
                          {"inspect", "a.nq", "--header-file", ""},
                          {"load", "a.nq", "--to", kSite, "--state", ""},
                          {"index", "a.nq", "--index", ""},
                          {"search", "--index", ""},
                          {"serve", "--index", "a", "--port-file", ""},
                          {"status", "--state", ""},
                          {"man", "--dir", ""}})
    EXPECT_THAT(refusal(words),
                HasSubstr(" is empty (is a variable of the shell not set?)"))
        << testing::PrintToString(words);
  EXPECT_EQ(
      refusal({"fetch", kSite, "-o", ""}),
      "--output: the name of the file is empty (is a variable of the shell not set?)");
  EXPECT_EQ(
      refusal({"fetch", kSite, "--documents", ""}),
      "--documents: the name of the folder is empty (is a variable of the shell not "
      "set?)");
}

TEST(Options, EmptyArgumentsAreRefused) {
  for (const char* const command :
       {"fetch", "plan", "convert", "validate", "inspect", "slice", "status", "load"})
    EXPECT_EQ(
        refusal({command, ""}),
        command + std::string{": one of the arguments is empty (is a variable of the "
                              "shell not set?)"});
  EXPECT_THAT(refusal({"fetch", kSite, ""}), HasSubstr("is empty"));
}

TEST(Options, WordsThatAreNoneAreRefusedWithTheNearest) {
  EXPECT_EQ(refusal({"fetch", kSite, "--follow", "describedby,itme"}),
            "--follow itme: neither a registered link relation nor an IRI (did you mean "
            "item?)");
  EXPECT_EQ(refusal({"fetch", kSite, "--follow", "zzzzzz"}),
            "--follow zzzzzz: neither a registered link relation nor an IRI");
  EXPECT_EQ(refusal({"fetch", kSite, "--follow", "none,item"}),
            "--follow: none stands alone, or not at all");
  EXPECT_THAT(refusal({"fetch", kSite, "--follow", ","}),
              HasSubstr("no word in the list"));
  EXPECT_EQ(refusal({"fetch", kSite, "--ocx-format", "foo"}),
            "--ocx-format foo: choose one of JSON-LD, RDFa, Microdata");
  EXPECT_EQ(
      refusal({"fetch", kSite, "--ocx-format", "rdfa,mircodata"}),
      "--ocx-format mircodata: choose one of JSON-LD, RDFa, Microdata (did you mean "
      "Microdata?)");
  EXPECT_THAT(refusal({"fetch", kSite, "--ocx-type", ""}),
              HasSubstr("no word in the list"));
  for (const char* const good :
       {"none", "item", "Describedby,http://a.example/rel", "cite-as"})
    EXPECT_EQ(refusal({"fetch", kSite, "--follow", good}), "accepted") << good;
  for (const char* const good : {"json-ld", "JSON-LD 1.1,microdata", "RDFa"})
    EXPECT_EQ(refusal({"fetch", kSite, "--ocx-format", good}), "accepted") << good;
}

TEST(Options, PortsAndBracketsThatCannotBeAreRefused) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"http://127.0.0.1:99999/",
       "\"99999\" is no port: that is a number from 1 to 65535"},
      {"http://h:0/", "\"0\" is no port"},
      {"https://h:65536", "\"65536\" is no port"},
      {"http://h:x/", "\"x\" is no port"},
      {"http://h:80x?q", "\"80x\" is no port"},
      {"http://h:-1/", "\"-1\" is no port"},
      {"http://[::1]:0/", "\"0\" is no port"},
      {"http://[::1/", "no ] behind it"},
      {"http://[::1]x/", "what stands behind ] is no port: x"},
      {"http://[example.org]/", "[example.org] is no IPv6 address"},
      {"http://::1/", "an IPv6 address stands in []"},
      {"http:///x", "a URL with no host"}};
  for (const auto& [url, why] : bad)
    for (const char* const command : {"fetch", "plan", "validate", "convert", "inspect"})
      EXPECT_THAT(refusal({command, url}), AllOf(HasSubstr(url), HasSubstr(why)))
          << command;
  EXPECT_THAT(refusal({"load", "a.nq", "--to", "http://h:99999/"}),
              HasSubstr("--to http://h:99999/: \"99999\" is no port"));
  EXPECT_THAT(refusal({"fetch", kSite, "--resource", "http://a.example:0/x"}),
              HasSubstr("\"0\" is no port"));
  EXPECT_THAT(refusal({"fetch", "http://me:secret@h:0/"}), Not(HasSubstr("secret")));
  for (const char* const good :
       {"http://h:/", "http://h:1/", "http://h:65535", "http://[::1]/",
        "http://[::1]:8080/x", "http://[fe80::1%25eth0]/", "http://[::ffff:127.0.0.1]/"})
    EXPECT_EQ(refusal({"fetch", good}), "accepted") << good;
}

TEST(Options, HelpOfACommandCanBeAskedForInBothWays) {
  EXPECT_EQ(read_command({"help", "fetch"}).help, read_command({"fetch", "--help"}).help);
  EXPECT_EQ(read_command({"help"}).help, read_command({"--help"}).help);
  EXPECT_THAT(refusal({"help", "fecth"}), HasSubstr("did you mean fetch?"));
  EXPECT_THAT(refusal({"--verion"}), HasSubstr("did you mean --version?"));
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

TEST(Options, APatternThatNoUrlCanMatchIsRefused) {
  EXPECT_THAT(refusal({"fetch", kSite, "--exclude", "/private/"}),
              HasSubstr("--exclude /private/: no URL matches it"));
  EXPECT_THAT(refusal({"plan", kSite, "--include", "a.example/x"}),
              HasSubstr("did you mean '*a.example/x'?"));
  for (const char* glob :
       {"*/private/*", "?ttp://a.example/", "ht*", "HTTPS://a.example/*", "file:*"})
    EXPECT_NO_THROW(fetch({"--exclude", glob})) << glob;
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
  EXPECT_THAT(refusal({"fetch", "gopher://a.example/"}),
              HasSubstr("only http, https, ftp and file URLs"));
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
}  // namespace semsite::test::commands_refusals_test
