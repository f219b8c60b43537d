#include "index/link_counts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "index/byte_code.hpp"

namespace semsite::test::link_counts_test {
namespace {

/// A document of a dataset.
DocumentRecord record(const std::string& url, const std::string& dataset) {
  DocumentRecord out;
  out.text.url = url;
  out.dataset = dataset;
  return out;
}

std::map<std::string, std::uint64_t> taken(LinkCounts& counts) {
  std::string bytes;
  counts.append_to(bytes);
  std::map<std::string, std::uint64_t> out;
  for (ByteReader in{bytes}; !in.done();) {
    const std::string key{in.text()};
    out[key] = ByteReader{in.text()}.number();
  }
  return out;
}

TEST(LinkCounts, CountsTriplesByDatasetPropertyAndDomain) {
  LinkCounts counts;
  const DocumentRecord one = record("http://www.a.example/1", "a.example");
  const DocumentRecord other = record("http://a.example/2", "mine");
  counts.begin(one);
  counts.add("urn:p", "http://b.example/x");
  counts.add("urn:p", "https://data.b.example:8080?y");
  counts.add("urn:q", "http://b.example/x");
  counts.begin(other);
  counts.add("urn:p", "http://b.example");
  counts.add("urn:p", "urn:isbn:1");
  EXPECT_EQ(taken(counts),
            (std::map<std::string, std::uint64_t>{{"La.example\x02urn:p\x02"
                                                   "b.example",
                                                   2},
                                                  {"La.example\x02urn:q\x02"
                                                   "b.example",
                                                   1},
                                                  {"Lmine\x02urn:p\x02"
                                                   "b.example",
                                                   1},
                                                  {"Lmine\x02urn:p\x02urn:isbn", 1},
                                                  {"Sa.example\x02"
                                                   "a.example",
                                                   1},
                                                  {"Sa.example\x02mine", 1}}));
  EXPECT_TRUE(taken(counts).empty());
}

TEST(LinkCounts, KeysAreReadBack) {
  const LinksetKey linkset = read_linkset_key("Lfrom\x02urn:p\x02to");
  EXPECT_EQ(linkset.from, "from");
  EXPECT_EQ(linkset.predicate, "urn:p");
  EXPECT_EQ(linkset.to_domain, "to");
  const SiteKey site = read_site_key("Sdomain\x02mine");
  EXPECT_EQ(site.domain, "domain");
  EXPECT_EQ(site.dataset, "mine");
  EXPECT_TRUE(read_linkset_key("Lfrom\x02urn:p").from.empty());
  EXPECT_TRUE(read_site_key("S").domain.empty());
}

}  // namespace
}  // namespace semsite::test::link_counts_test
