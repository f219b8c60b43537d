#include "rdf/quad_batch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace semsite::quad_batch_test {
namespace {

QuadBatch empty_batch() { return QuadBatch{std::make_shared<Document>()}; }

Quad quad_of(std::string_view subject) {
  return {.subject = iri_term(subject), .predicate = {}, .object = {}, .graph = {}};
}

TEST(QuadBatch, KeptTextOutlivesItsSourceAndTheMove) {
  QuadBatch batch = empty_batch();
  {
    const std::string passing = "http://example.org/s";
    batch.add(quad_of(batch.keep(passing)));
  }
  const QuadBatch moved = std::move(batch);
  EXPECT_EQ(moved.quads()[0].subject.value, "http://example.org/s");
}

TEST(QuadBatch, GivesTheSharedBlockBackWhenItDies) {
  auto buffer = std::make_shared<const std::string>("<http://example.org/s>");
  const std::weak_ptr<const std::string> watch = buffer;
  {
    QuadBatch batch = empty_batch();
    const std::string_view bytes = *buffer;
    batch.share({.bytes = bytes, .owner = std::move(buffer)});
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
}

TEST(QuadBatch, DropsWhatComesAfterACount) {
  QuadBatch batch = empty_batch();
  batch.add(quad_of("a:1"));
  batch.add(quad_of("a:2"));
  batch.truncate(5);
  EXPECT_EQ(batch.size(), 2U);
  batch.truncate(1);
  ASSERT_EQ(batch.size(), 1U);
  EXPECT_EQ(batch.quads()[0].subject.value, "a:1");
}

}  // namespace
}  // namespace semsite::quad_batch_test
