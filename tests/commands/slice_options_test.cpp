#include "commands/slice_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "semsite/errors.hpp"

namespace semsite::test::slice_options_test {
namespace {

using Words = std::vector<std::string>;

SliceOptions read(Words words) {
  words.insert(words.begin(), {"slice", "dump.nt"});
  return read_slice(command_line(words));
}

std::string refusal(const Words& words) {
  try {
    static_cast<void>(read(words));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SliceOptions, HaveTheDefaultsOfTheManual) {
  const SliceOptions out = read({});
  EXPECT_EQ(out.rules.method, SliceMethod::subject_object);
  EXPECT_FALSE(out.rules.closure);
  EXPECT_TRUE(out.rules.prefixes.empty());
  EXPECT_EQ(out.output.sort.memory_bytes, 256 * kMiB);
  EXPECT_EQ(out.output.sort.folder, "");
  EXPECT_EQ(out.output.path, "-");
  EXPECT_EQ(out.output.form.format, OutputFormat::nquads);
}

TEST(SliceOptions, AreReadAsGiven) {
  const SliceOptions out = read({"--by", "MSGs", "--prefix", "http://a.example/x#",
                                 "--prefix", "urn:b:", "--memory", "1G", "--tmp", "there",
                                 "-o", "out.nq.gz", "--progress", "none"});
  EXPECT_EQ(out.rules.method, SliceMethod::msg);
  EXPECT_EQ(out.rules.prefixes, (Words{"http://a.example/x#", "urn:b:"}));
  EXPECT_EQ(out.output.sort.memory_bytes, 1'000'000'000U);
  EXPECT_EQ(out.output.sort.folder, "there");
  EXPECT_EQ(out.output.path, "out.nq.gz");
  EXPECT_EQ(out.messages.progress, ProgressStyle::none);
  EXPECT_TRUE(read({"--by", "subject", "--closure"}).rules.closure);
}

TEST(SliceOptions, AreRefusedWithAReason) {
  EXPECT_EQ(refusal({"--by", "object"}),
            "--by object: choose one of subject, subject-object, cbd, scbd, msg");
  EXPECT_EQ(refusal({"--by", "scbd", "--closure"}),
            "--closure: scbd follows blank nodes anyway, by rules of its own; leave the "
            "option out");
  EXPECT_NE(refusal({"--prefix", "no scheme"}), "accepted");
  EXPECT_NE(refusal({"--prefix", "http://a.example/<"}), "accepted");
  EXPECT_EQ(refusal({"--prefix", "http://a.example/%C3"}), "accepted");
  EXPECT_EQ(refusal({"--memory", "1000"}), "--memory 1000: at least 1Mi is needed");
  EXPECT_NE(refusal({"--memory", "much"}), "accepted");
}

}  // namespace
}  // namespace semsite::test::slice_options_test
