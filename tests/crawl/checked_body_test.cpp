#include "crawl/checked_body.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "semsite/errors.hpp"
#include "support/drain.hpp"
#include "support/packing.hpp"

namespace semsite::test::checked_body_test {
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

// RFC 9110 §8.4: a coding is of the way, also one that nobody asked for.
TEST(CheckedBody, ACodingThatNobodyAskedForIsUndoneBefore) {
  const std::string packed = pack_stream(ARCHIVE_FILTER_GZIP, kText);
  for (const auto& [name, said, bytes, compared, right] :
       {std::tuple{"d.nt", "gzip", packed, kSha, true},
        {"d.nt", "X-GZIP", packed, kSha, true},
        {"d.nt", "gzip", kText, kSha, true},  // says so, and does not
        {"d.nt", "gzip", packed, kWrong, false},
        {"d.nt.gz", "gzip", packed, kSha, false},  // the packed file is meant
        {"get?d=7", "gzip", packed, kSha, false},  // perhaps
        {"d.nt", "", packed, kSha, false}}) {
    Location location = location_with({compared});
    location.url = std::string{"http://a.example/"} + name;
    ResponseHead head;
    head.url = location.url;
    head.headers = {{"content-encoding", said}};
    CheckedBody body{std::make_unique<MemorySource>(bytes, 2), location, head};
    const auto source = body.source();
    EXPECT_EQ(drain(*source).error, right ? "" : "fetch.checksum") << name << said;
  }
}

struct NoByte final : ByteSource {
  [[nodiscard]] Block read() override {
    throw DocumentError{"fetch.broken", "the connection broke"};
  }
};

TEST(CheckedBody, ACodedBodyThatFailsAtItsFirstByteEnds) {
  Location location = location_with({kSha});
  location.url = "http://a.example/d.nt";
  ResponseHead head;
  head.url = location.url;
  head.headers = {{"content-encoding", "gzip"}};
  CheckedBody body{std::make_unique<NoByte>(), location, head};
  const auto source = body.source();
  EXPECT_EQ(drain(*source).error, "fetch.broken");
  EXPECT_TRUE(body.rest());
}

}  // namespace
}  // namespace semsite::test::checked_body_test
