#include "vocab/microdata_registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rdf/namespaces.hpp"

namespace semsite::microdata_registry_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "Microdata to RDF" §3 (registry), §5.1 step 6 (prefix of the type)

TEST(MicrodataRegistry, TakesTheLongestVocabularyThatATypeBeginsWith) {
  MicrodataRegistry registry;
  registry.add_vocabulary("http://a/");
  registry.add_vocabulary("http://a/b/");
  EXPECT_EQ(registry.vocabulary_of("http://a/b/C"), "http://a/b/");
  EXPECT_EQ(registry.vocabulary_of("http://a/C"), "http://a/");
  EXPECT_EQ(registry.vocabulary_of("http://b/C"), "");
}

TEST(MicrodataRegistry, KnowsWhatAPropertyImplies) {
  MicrodataRegistry registry;
  registry.add_implied("u:p", "u:q");
  registry.add_implied("u:p", "u:r");
  EXPECT_THAT(registry.implied_by("u:p"), ElementsAre("u:q", "u:r"));
  EXPECT_THAT(registry.implied_by("u:q"), IsEmpty());
}

TEST(MicrodataRegistry, PublishedKnowsSchemaOrgAndHcard) {
  const MicrodataRegistry& registry = published_microdata_registry();
  EXPECT_EQ(registry.vocabulary_of("http://schema.org/Person/Extended"),
            "http://schema.org/");
  EXPECT_EQ(registry.vocabulary_of("https://schema.org/Person"), "https://schema.org/");
  EXPECT_EQ(registry.vocabulary_of("http://microformats.org/profile/hcard"),
            "http://microformats.org/profile/hcard");
  EXPECT_THAT(registry.implied_by("http://schema.org/additionalType"),
              ElementsAre(kRdfType));
  EXPECT_THAT(registry.implied_by("http://schema.org/name"), IsEmpty());
}

}  // namespace
}  // namespace semsite::microdata_registry_test
