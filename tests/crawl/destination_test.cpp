#include "crawl/destination.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_sink.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::destination_test {
namespace {

const std::string kLines =
    "<http://a.example/s> <http://a.example/p> \"\xC3\xA9 \\\"x\\\" \\n\"@en "
    "<http://a.example/g> .\n"
    "_:b1 <http://a.example/p> "
    "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";

class TextOutputTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string path_ = folder_.file("out.nq");
  OutputFile output_{path_};
  CollectingSink sink_;
};

TEST_F(TextOutputTest, NQuadsGoAsTheyAre) {
  TextOutput{sink_, output_, TextOutput::Form::nquads}.write(kLines);
  output_.finish();
  EXPECT_EQ(read_file(path_), kLines);
  EXPECT_EQ(sink_.lines(), "");
}

TEST_F(TextOutputTest, OtherFormsGetTheQuads) {  // --format turtle, trig
  TextOutput texts{sink_, output_, TextOutput::Form::other};
  texts.write(kLines);
  std::string expected = kLines;
  expected.replace(expected.find("_:b1"), 4, "_:bxb1");  // a prefix without a document
  EXPECT_EQ(sink_.lines(), expected);
  EXPECT_EQ(output_.bytes(), 0U);
  texts.write("");
}

TEST_F(TextOutputTest, ALineThatCannotBeReadIsADamagedState) {
  TextOutput texts{sink_, output_, TextOutput::Form::other};
  EXPECT_THROW(texts.write("<http://a.example/s> nonsense .\n"), RunError);
}

TEST_F(TextOutputTest, ThreadsWriteWholeTexts) {
  TextOutput texts{sink_, output_, TextOutput::Form::nquads};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k) texts.write(kLines);
    });
  threads.clear();
  output_.finish();
  const std::string text = read_file(path_);
  ASSERT_EQ(text.size(), 400 * kLines.size());
  for (std::size_t at = 0; at < text.size(); at += kLines.size())
    ASSERT_EQ(text.substr(at, kLines.size()), kLines);
}

}  // namespace
}  // namespace semsite::test::destination_test
