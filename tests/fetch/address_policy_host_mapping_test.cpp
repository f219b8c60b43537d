#include "fetch/address_policy.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite::address_policy_host_mapping_test {
namespace {

using Texts = std::vector<std::string>;

std::string mapped(const Texts& connect_to, const Texts& resolve,
                   std::string_view host = "a.example", std::uint16_t port = 80) {
  return HostMapping{connect_to, resolve}.target(host, port).value_or("-");
}

TEST(HostMapping, ConnectToSendsAHostElsewhere) {  // curl --connect-to
  EXPECT_EQ(mapped({"a.example:80:127.0.0.1:8080"}, {}), "127.0.0.1");
  EXPECT_EQ(mapped({"a.example:443:127.0.0.1:8080"}, {}), "-");
  EXPECT_EQ(mapped({"b.example:80:127.0.0.1:8080"}, {}), "-");
  EXPECT_EQ(mapped({"::127.0.0.1:8080"}, {}), "127.0.0.1");  // any host, any port
  EXPECT_EQ(mapped({"a.example::127.0.0.1:"}, {}), "127.0.0.1");
  EXPECT_EQ(mapped({"a.example:80:[::1]:8080"}, {}), "::1");
}

TEST(HostMapping, ResolveNamesAnAddress) {  // curl --resolve
  EXPECT_EQ(mapped({}, {"a.example:80:127.0.0.1"}), "127.0.0.1");
  EXPECT_EQ(mapped({}, {"+a.example:80:127.0.0.1"}), "127.0.0.1");
  EXPECT_EQ(mapped({}, {"*:80:127.0.0.1"}), "127.0.0.1");
  EXPECT_EQ(mapped({}, {"a.example:81:127.0.0.1"}), "-");
  EXPECT_EQ(mapped({}, {"-a.example:80"}), "-");
}

TEST(HostMapping, ConnectToGoesFirst) {
  EXPECT_EQ(mapped({"a.example:80:b.example:81"}, {"b.example:81:127.0.0.9"}),
            "127.0.0.9");
  EXPECT_EQ(mapped({"a.example:80:b.example:81"}, {"a.example:80:127.0.0.9"}),
            "b.example");
}

TEST(HostMapping, TheFirstThatMatchesCounts) {
  EXPECT_EQ(mapped({"a.example:80:b.example:1", "a.example:80:c.example:1"}, {}),
            "b.example");
}

TEST(HostMapping, RefusesWhatItCannotRead) {
  for (const char* bad :
       {"", "a.example", "a.example:80", "a.example:x:b:80", "a.example:80:b:99999"})
    EXPECT_THROW((HostMapping{{bad}, {}}), UsageError) << bad;
  for (const char* bad : {"", "a.example", "a.example:x:127.0.0.1"})
    EXPECT_THROW((HostMapping{{}, {bad}}), UsageError) << bad;
}

}  // namespace
}  // namespace semsite::address_policy_host_mapping_test
