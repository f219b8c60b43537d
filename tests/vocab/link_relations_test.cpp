#include "vocab/link_relations.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::link_relations_test {
namespace {

std::string registered(std::string_view name) {
  return "http://www.iana.org/assignments/relation/" + std::string{name};
}

TEST(LinkRelations, KnowsTheRelationsOfSignposting) {
  for (const std::string_view name :
       {"author", "cite-as", "collection", "describedby", "describes", "item", "license",
        "linkset", "type"}) {
    const LinkRelation found = link_relation(name);
    EXPECT_EQ(found.kind, RelationKind::registered) << name;
    EXPECT_EQ(found.iri, registered(name));
  }
}

// RFC 8288 §2.1.1: compared without case, registered in lower case.
TEST(LinkRelations, GivesTheRegisteredSpelling) {
  EXPECT_EQ(link_relation("DescribedBy").iri, registered("describedby"));
  EXPECT_EQ(link_relation("OpenID2.Local_ID").iri, registered("openid2.local_id"));
}

// RFC 8288 §2.1.2; the sheet on signposting §5.4: the spelling stays.
TEST(LinkRelations, KeepsAbsoluteIrisAsWritten) {
  const LinkRelation found = link_relation("http://Schema.org/Identifier");
  EXPECT_EQ(found.kind, RelationKind::extension);
  EXPECT_EQ(found.iri, "http://Schema.org/Identifier");
}

TEST(LinkRelations, MakesOneOfIanasSpellings) {
  for (const std::string_view spelling :
       {"http://www.iana.org/assignments/relation/item",
        "https://www.iana.org/assignments/relation/item",
        "http://www.iana.org/assignments/link-relations/item",
        "https://www.iana.org/assignments/link-relations/item",
        "https://www.iana.org/assignments/link-relations/#item",
        "http://www.iana.org/assignments/link-relations/#Item"}) {
    const LinkRelation found = link_relation(spelling);
    EXPECT_EQ(found.kind, RelationKind::registered) << spelling;
    EXPECT_EQ(found.iri, registered("item")) << spelling;
  }
}

TEST(LinkRelations, KeepsAnIriOfIanaWhoseNameIsNotRegistered) {
  const LinkRelation found =
      link_relation("https://www.iana.org/assignments/relation/nonsense");
  EXPECT_EQ(found.kind, RelationKind::extension);
  EXPECT_EQ(found.iri, "https://www.iana.org/assignments/relation/nonsense");
}

TEST(LinkRelations, TellsNoiseOfPagesFromUnknownWords) {
  for (const std::string_view word :
       {"stylesheet", "icon", "Shortcut", "preload", "dns-prefetch", "EditURI",
        "wlwmanifest", "shortlink", "nofollow", "noopener", "schema.DC", "SCHEMA.dcterms",
        "schema.foaf"})
    EXPECT_EQ(link_relation(word).kind, RelationKind::browser_hint) << word;
  EXPECT_EQ(link_relation("schema.").kind, RelationKind::unknown);
  EXPECT_EQ(link_relation("foo").kind, RelationKind::unknown);
  EXPECT_EQ(link_relation("").kind, RelationKind::unknown);
  EXPECT_EQ(link_relation("http://bad|iri").kind, RelationKind::unknown);
  EXPECT_EQ(link_relation(std::string(1000, 'a')).kind, RelationKind::unknown);
}

}  // namespace
}  // namespace semsite::link_relations_test
