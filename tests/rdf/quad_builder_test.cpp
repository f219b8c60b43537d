#include "rdf/quad_builder.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace semsite::quad_builder_test {
namespace {

struct Taken {
  std::vector<std::size_t> sizes;
  std::vector<std::uint64_t> sequences;
  std::string last_subject;

  void take(const QuadBatch& batch) {
    sizes.push_back(batch.size());
    sequences.push_back(batch.sequence());
    last_subject = batch.quads().back().subject.value;
  }
};

TEST(QuadBuilder, CutsBatchesOf1024AndNumbersThem) {
  Taken taken;
  QuadBuilder builder{std::make_shared<Document>(),
                      [&](const QuadBatch& batch) { taken.take(batch); }};
  for (int i = 0; i < 2500; ++i) {
    const std::string passing = "a:" + std::to_string(i);
    const bool handed_on = builder.add({.subject = iri_term(builder.keep(passing)),
                                        .predicate = {},
                                        .object = {},
                                        .graph = {}});
    EXPECT_EQ(handed_on, i == 1023 || i == 2047);
  }
  builder.flush();
  EXPECT_EQ(taken.sizes, (std::vector<std::size_t>{1024, 1024, 452}));
  EXPECT_EQ(taken.sequences, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(taken.last_subject, "a:2499");
}

TEST(QuadBuilder, HandsOnNothingWhenThereIsNothing) {
  int batches = 0;
  QuadBuilder builder{std::make_shared<Document>(), [&](const QuadBatch&) { ++batches; }};
  builder.flush();
  builder.flush();
  EXPECT_EQ(batches, 0);
}

TEST(QuadBuilder, HoldsWhatItsTermsPointIntoAsLongAsAnyBatchLives) {
  auto text = std::make_shared<const std::string>("http://example.org/s");
  const std::weak_ptr<const std::string> watch = text;
  std::vector<QuadBatch> batches;
  {
    QuadBuilder quads{std::make_shared<Document>(),
                      [&](QuadBatch batch) { batches.push_back(std::move(batch)); }};
    quads.share(std::move(text));
    const Quad quad{.subject = iri_term(*watch.lock())};
    for (int i = 0; i < 1025; ++i) quads.add(quad);
    quads.flush();
  }
  ASSERT_EQ(batches.size(), 2U);
  batches.erase(batches.begin());
  ASSERT_FALSE(watch.expired()) << "the later batch holds it too";
  EXPECT_EQ(batches[0].quads()[0].subject.value, "http://example.org/s");
  batches.clear();
  EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace semsite::quad_builder_test
