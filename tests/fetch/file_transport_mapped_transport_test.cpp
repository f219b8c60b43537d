#include "fetch/file_transport.hpp"

#include <gtest/gtest.h>

#include "support/drain.hpp"
#include "support/fake_transport.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::file_transport_mapped_transport_test {
namespace {

TEST(DocumentMap, AnExactUrlWinsOverAPrefix) {
  const DocumentMap map{
      .documents{{"http://a.example/x/c.jsonld", "/one"}},
      .prefixes{{"http://a.example/", "/two"}, {"http://a.example/x/", "/three/"}}};
  EXPECT_EQ(map.path_of("http://a.example/x/c.jsonld"), "/one");
  EXPECT_EQ(map.path_of("http://a.example/x/c.jsonld#part"), "/one");
  EXPECT_EQ(map.path_of("http://a.example/y"), "/two/y");
  EXPECT_EQ(map.path_of("http://a.example/x/a%20b?q=1"), "/three/a b");
  EXPECT_EQ(map.path_of("http://b.example/"), std::nullopt);
}

TEST(DocumentMap, NothingLeavesItsFolder) {
  const DocumentMap map{.documents{}, .prefixes{{"http://a.example/", "/two"}}};
  EXPECT_EQ(map.path_of("http://a.example/../etc/passwd"), std::nullopt);
  EXPECT_EQ(map.path_of("http://a.example/x/%2E%2E/%2e%2e/etc"), std::nullopt);
  EXPECT_EQ(map.path_of("http://a.example/x%00y"), std::nullopt);
  EXPECT_EQ(map.path_of("http://a.example/a..b"), "/two/a..b");
}

class Mapped : public testing::Test {
 protected:
  Mapped() {
    write_file(home.file("c.jsonld"), "{}");
    auto fake = std::make_unique<FakeTransport>();
    fake->on("http://b.example/", "from the web");
    inner = fake.get();
    transport =
        make_mapped_transport(std::move(fake),
                              {.documents{{"http://a.example/c", home.file("c.jsonld")}},
                               .prefixes{{"http://a.example/all/", home.file("")}}},
                              downloads);
  }
  std::unique_ptr<Body> open(const std::string& url) {
    Request request;
    request.url = url;
    return transport->open(request);
  }

  TemporaryFolder home;
  std::shared_ptr<Downloads> downloads = std::make_shared<Downloads>();
  FakeTransport* inner = nullptr;
  std::unique_ptr<Transport> transport;
};

TEST_F(Mapped, GivesTheFileUnderItsUrl) {
  const auto body = open("http://a.example/c");
  EXPECT_EQ(body->head().status, 200);
  EXPECT_EQ(body->head().url, "http://a.example/c");
  EXPECT_EQ(body->head().media_type(), "application/ld+json");
  EXPECT_EQ(drain(*body).text, "{}");
  EXPECT_TRUE(inner->log().empty());
}

// A type is said only where neither the bytes nor the URL tell it.
TEST_F(Mapped, SaysNoTypeOfWhatItsBytesTell) {
  for (const char* const name : {"d.ttl", "d.nt", "d.rdf", "d.nq", "d.trig"}) {
    write_file(home.file(name), "x");
    EXPECT_EQ(open(std::string{"http://a.example/all/"} + name)->head().media_type(), "")
        << name;
  }
  for (const char* const name : {"d.html", "d.HTM", "d.svg", "d.txt", "d.json"}) {
    write_file(home.file(name), "x");
    EXPECT_NE(open(std::string{"http://a.example/all/"} + name)->head().media_type(), "")
        << name;
  }
}

TEST_F(Mapped, AFileThatIsNotThereIsA404) {
  EXPECT_EQ(open("http://a.example/all/none.json")->head().status, 404);
  EXPECT_TRUE(inner->log().empty());
}

TEST_F(Mapped, WhatAFileGivesCountsAsCome) {
  bool full = false;
  const Downloads::Bound bound{*downloads, 1, [&full] { full = true; }};
  (void)drain(*open("http://a.example/c"));
  EXPECT_TRUE(full);
}

TEST_F(Mapped, AsksTheWebForTheRest) {
  const auto body = open("http://b.example/");
  EXPECT_EQ(drain(*body).text, "from the web");
}

}  // namespace
}  // namespace semsite::test::file_transport_mapped_transport_test
