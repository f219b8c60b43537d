#include "crawl/checked_body.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/drain.hpp"

namespace semsite::test {
namespace {

// Digests by sha256sum and md5sum of "hello\n".
const std::string kText = "hello\n";
const Checksum kSha{"sha-256",
                    "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"};
const Checksum kMd5{"md5", "b1946ac92492d2347c6235b4d2611184"};
const Checksum kWrong{"md5", "00000000000000000000000000000000"};

Location location_with(std::vector<Checksum> checksums) {
  Location out;
  out.url = "http://a.example/d.nt.gz";
  out.checksums = std::move(checksums);
  out.source = "http://a.example/void.ttl";
  return out;
}

CheckedBody body_with(std::vector<Checksum> checksums, const ResponseHead& head = {}) {
  return CheckedBody{std::make_unique<MemorySource>(kText, 2),
                     location_with(std::move(checksums)), head};
}

TEST(CheckedBody, PassesWhatIsRight) {
  for (const auto& checksums : {std::vector<Checksum>{}, {kSha}, {kMd5}, {kMd5, kSha}}) {
    CheckedBody body = body_with(checksums);
    const auto source = body.source();
    EXPECT_EQ(drain(*source).text, kText);
    EXPECT_FALSE(body.rest());
  }
}

TEST(CheckedBody, NamesWhatIsWrongAndWhoSaidSo) {
  CheckedBody body = body_with({kWrong});
  const auto source = body.source();
  EXPECT_EQ(drain(*source).error, "fetch.checksum");
  const auto fault = body.rest();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code(), "fetch.checksum");
  EXPECT_NE(std::string{fault->what()}.find("http://a.example/void.ttl"),
            std::string::npos);
}

TEST(CheckedBody, TheStrongestChecksumCounts) {
  CheckedBody body = body_with({kWrong, kSha});
  const auto source = body.source();
  EXPECT_EQ(drain(*source).text, kText);
  EXPECT_FALSE(body.rest());
}

TEST(CheckedBody, ReadsWhatItsReaderLeft) {  // the end of an archive
  CheckedBody body = body_with({kWrong});
  const auto source = body.source();
  (void)source->read();
  ASSERT_TRUE(body.rest());
}

TEST(CheckedBody, APackingThatWasUndoneOnTheWayIsAnotherFile) {  // dataset-discovery §6
  ResponseHead head;
  head.decoded = true;
  CheckedBody body = body_with({kWrong}, head);
  const auto source = body.source();
  EXPECT_EQ(drain(*source).text, kText);
  EXPECT_FALSE(body.rest());
}

}  // namespace
}  // namespace semsite::test
