#include "commands/output_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/commands_kit.hpp"

namespace semsite::test::output_options_form_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::string name_of(const std::string& path, const std::string& word = {}) {
  return std::string{form_of(wanted_form(path, word).format).name};
}

std::string refused(const std::string& path, const std::string& word = {}) {
  try {
    return "taken as " + name_of(path, word);
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(OutputForm, TheSuffixDecidesAlsoBeforeACompression) {
  for (const OutputForm& form : output_forms())
    for (const std::string_view suffix : form.suffixes)
      for (const char* const packing : {"", ".gz", ".zst", ".xz", ".bz2", ".GZ"}) {
        const std::string path = "some.dir/x.y" + std::string{suffix} + packing;
        EXPECT_EQ(name_of(path), form.name) << path;
        EXPECT_THAT(wanted_form(path, "").note, IsEmpty()) << path;
      }
  EXPECT_EQ(name_of("DATA.TTL"), "turtle");
}

TEST(OutputForm, EveryFormHasTwoNames) {
  for (const OutputForm& form : output_forms()) {
    EXPECT_EQ(name_of("-", std::string{form.name}), form.name);
    EXPECT_EQ(name_of("-", std::string{form.short_name}), form.name);
  }
  EXPECT_THAT(refused("-", "rdfxml"), HasSubstr("--format rdfxml: choose one of"));
}

TEST(OutputForm, TheOptionWinsOverTheSuffix) {
  EXPECT_EQ(name_of("x.ttl", "nq"), "nquads");
  EXPECT_EQ(name_of("x.parquet", "trig"), "trig");
  EXPECT_THAT(wanted_form("x.foo", "trig").note, IsEmpty());
}

TEST(OutputForm, ANameWithoutASuffixIsNQuadsAndNothingIsSaid) {
  for (const char* const path : {"-", "x", "out.d/x", ".profile", "x.gz", "/dev/fd/63"}) {
    EXPECT_EQ(name_of(path), "nquads") << path;
    EXPECT_THAT(wanted_form(path, "").note, IsEmpty()) << path;
  }
}

TEST(OutputForm, AnUnknownSuffixIsNQuadsAndThatIsSaid) {
  for (const char* const path : {"x.foo", "x.txt.gz", "x.nq.old"}) {
    EXPECT_EQ(name_of(path), "nquads") << path;
    EXPECT_THAT(wanted_form(path, "").note,
                AllOf(HasSubstr(path), HasSubstr("N-Quads"), HasSubstr("--format")))
        << path;
  }
}

TEST(OutputForm, WhatCannotBeWrittenIsRefusedWithWhatToDo) {
  for (const UnwritableSuffix& other : unwritable_suffixes())
    for (const char* const packing : {"", ".gz"}) {
      const std::string path = "x" + std::string{other.suffix} + packing;
      EXPECT_THAT(refused(path), AllOf(HasSubstr("is not written here"),
                                       HasSubstr(std::string{other.remedy})))
          << path;
    }
  EXPECT_THAT(refused("DATA.RDF"), HasSubstr("RDF/XML"));
}

// Plain text under such a name would be taken for packed data.
TEST(OutputForm, NoOptionMakesAnArchive) {
  EXPECT_THAT(refused("x.nq.lz4", "nq"), HasSubstr("lz4"));
  EXPECT_THAT(refused("x.tar.gz", "nq"), HasSubstr("tar"));
}

TEST(OutputForm, NoSuffixIsBothWrittenAndRefused) {
  for (const UnwritableSuffix& other : unwritable_suffixes())
    for (const OutputForm& form : output_forms())
      for (const std::string_view suffix : form.suffixes) EXPECT_NE(other.suffix, suffix);
}

TEST(OutputForm, EveryCommandThatWritesRdfGoesByTheSuffix) {
  EXPECT_EQ(convert({"in.nt", "-o", "x.trig"}).output.form.format, OutputFormat::trig);
  const SliceOptions slice = read_slice(command_line({"slice", "in.nt", "-o", "x.trig"}));
  EXPECT_EQ(slice.output.form.format, OutputFormat::trig);
  EXPECT_EQ(fetch({"-o", "x.ttl.zst"}).output.form.format, OutputFormat::turtle);
  EXPECT_THAT(refusal({"fetch", kSite, "-o", "x.zip"}), HasSubstr("zip"));
}

// What an index writes for other engines is no RDF of ours.
TEST(OutputForm, FeedsOfAnIndexHaveNamesOfTheirOwn) {
  EXPECT_EQ(refusal({"index", "in.nt", "--feed", "bulk", "-o", "feed.zip"}), "accepted");
}

TEST(OutputForm, TheStateComparesTheFormHoweverItWasSaid) {
  const auto form = [](const FetchCommandOptions& options) {
    for (const ShapingOption& one : options.shaping)
      if (one.name == "format") return one.texts.at(0);
    return std::string{"none"};
  };
  EXPECT_EQ(form(fetch({"-o", "x.ttl"})), "turtle");
  EXPECT_EQ(form(fetch({"-o", "x", "--format", "ttl"})), "turtle");
  EXPECT_EQ(form(fetch({"-o", "x.ttl", "--format", "nq"})), "none");
  EXPECT_EQ(form(fetch({"-o", "x.nq"})), "none");
}

}  // namespace
}  // namespace semsite::test::output_options_form_test
