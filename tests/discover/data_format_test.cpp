#include "discover/data_format.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace semsite::data_format_test {
namespace {

using Kind = DataFormat::Kind;

DataFormat of_type(std::string_view type) {
  DataFormat format;
  format.say_type(type);
  return format;
}

TEST(DataFormat, KnowsEverySpellingOfASyntax) {  // dataset-discovery §6, §10.4
  for (const char* said :
       {"text/turtle", "text/turtle; charset=utf-8", "TEXT/TURTLE",
        "http://www.iana.org/assignments/media-types/text/turtle",
        "https://www.iana.org/assignments/media-types/text/turtle",
        "http://publications.europa.eu/resource/authority/file-type/RDF_TURTLE",
        "http://www.w3.org/ns/formats/Turtle", "Turtle", "application/x-turtle",
        "text/n3"}) {
    const DataFormat format = of_type(said);
    EXPECT_EQ(format.kind(), Kind::rdf) << said;
    EXPECT_EQ(format.media_type(), "text/turtle") << said;
  }
  EXPECT_EQ(of_type("http://www.w3.org/ns/formats/RDF_XML").media_type(),
            "application/rdf+xml");
  EXPECT_EQ(of_type("RDF/XML").media_type(), "application/rdf+xml");
  EXPECT_EQ(of_type("application/x-trig").media_type(), "application/trig");
}

TEST(DataFormat, OrdersSyntaxesAsTheyAreToBeChosen) {  // §6: best first
  unsigned last = 0;
  for (const char* said :
       {"application/n-quads", "application/trig", "application/n-triples", "text/turtle",
        "application/ld+json", "application/rdf+xml", "application/trix"}) {
    EXPECT_GE(of_type(said).rank(), last) << said;
    last = of_type(said).rank();
  }
  EXPECT_EQ(of_type("application/n-quads").rank(), of_type("application/trig").rank());
}

TEST(DataFormat, TakesTheHabitualSuffixForACompression) {  // §7: text/turtle+gzip
  const DataFormat format = of_type("text/turtle+gzip");
  EXPECT_EQ(format.media_type(), "text/turtle");
  EXPECT_EQ(format.compression(), "application/gzip");
  EXPECT_EQ(of_type("application/ld+json").media_type(), "application/ld+json");
}

TEST(DataFormat, APackingInPlaceOfATypeSaysNothingOfWhatIsInside) {
  DataFormat format = of_type("application/zip");
  EXPECT_EQ(format.kind(), Kind::unknown);
  EXPECT_EQ(format.packaging(), "application/zip");
  format.say_name("http://a.example/d.nt.zip");
  EXPECT_EQ(format.media_type(), "application/n-triples");
}

TEST(DataFormat, TheNameCountsWhereTheTypeIsVague) {  // §10.4: text/plain + .nt
  for (const char* type : {"text/plain", "application/octet-stream", ""}) {
    DataFormat format = of_type(type);
    format.say_name("http://a.example/d.nt.gz?x=1#y");
    EXPECT_EQ(format.kind(), Kind::rdf) << type;
    EXPECT_EQ(format.media_type(), "application/n-triples") << type;
    EXPECT_EQ(format.compression(), "application/gzip") << type;
  }
  DataFormat table = of_type("text/csv");
  table.say_name("http://a.example/d.ttl");
  EXPECT_EQ(table.kind(), Kind::other);
}

TEST(DataFormat, TarAndGzipAreTwoThings) {  // §6: x.tar.gz
  for (const char* name : {"d.tar.gz", "d.tgz"}) {
    DataFormat format;
    format.say_name(name);
    EXPECT_EQ(format.packaging(), "application/x-tar") << name;
    EXPECT_EQ(format.compression(), "application/gzip") << name;
    EXPECT_EQ(format.kind(), Kind::unknown) << name;
  }
}

TEST(DataFormat, EndpointsAreNoFiles) {  // §7, Netherlands profile
  for (const char* type : {"application/sparql-query", "application/sparql-results+json",
                           "application/sparql-results+xml"})
    EXPECT_EQ(of_type(type).kind(), Kind::query) << type;
}

TEST(DataFormat, TellsNamesOfRdf) {
  for (const char* name : {"a.nt", "a.NT.GZ", "http://x/y/a.ttl.bz2", "a.rdf.zip", "a.nq",
                           "a.trig.zst", "a.jsonld", "a.owl"})
    EXPECT_TRUE(is_rdf_name(name)) << name;
  for (const char* name : {"a.csv", "a.gz", "a.zip", "a", "a.nt.sha256", "a.html", "nt"})
    EXPECT_FALSE(is_rdf_name(name)) << name;
}

TEST(ByteSize, ReadsWhatCataloguesWrite) {  // §6: byteSize literals, §7: contentSize
  EXPECT_EQ(parse_byte_size("1234"), 1234U);
  EXPECT_EQ(parse_byte_size(" 1234.0 "), 1234U);
  EXPECT_EQ(parse_byte_size("1.5 MB"), 1'500'000U);
  EXPECT_EQ(parse_byte_size("12 MB"), 12'000'000U);
  EXPECT_EQ(parse_byte_size("2 KiB"), 2048U);
  EXPECT_EQ(parse_byte_size("1,234,567"), 1'234'567U);
  for (const char* text : {"", "big", "-5", "1.2.3", ".5", "5 parsecs",
                           "99999999999999999999999", "20000000000 TB"})
    EXPECT_EQ(parse_byte_size(text), std::nullopt) << text;
}

TEST(Checksum, IsTakenOnlyIfItCanBeVerified) {
  const std::string digits(64, 'A');
  const auto good = make_checksum("http://spdx.org/rdf/terms#checksumAlgorithm_sha256",
                                  " " + digits + "\n");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->algorithm, "sha-256");
  EXPECT_EQ(good->hex, std::string(64, 'a'));
  EXPECT_EQ(make_checksum("SHA-1", std::string(40, '0'))->algorithm, "sha");
  EXPECT_EQ(make_checksum("md5", std::string(32, '0'))->algorithm, "md5");
  EXPECT_EQ(make_checksum("sha-512", std::string(128, '0'))->algorithm, "sha-512");
  EXPECT_FALSE(make_checksum("sha256", std::string(63, '0')));
  EXPECT_FALSE(make_checksum("sha256", std::string(64, 'g')));
  EXPECT_FALSE(make_checksum("blake2b", std::string(64, '0')));
}

}  // namespace
}  // namespace semsite::data_format_test
