#include "fetch/address_policy.hpp"

#include <gtest/gtest.h>

#include "fetch/curl_setup.hpp"
#include "semsite/errors.hpp"

namespace semsite::address_policy_test {
namespace {

IpAddress ip(std::string_view text) {
  const auto address = literal_address(text);
  EXPECT_TRUE(address) << text;
  return address.value_or(IpAddress{});
}

// RFC 6890
TEST(PrivateRange, KnowsTheSpecialNetworksOfIPv4) {
  for (const char* text :
       {"127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1",
        "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1",
        "100.127.255.255", "0.0.0.0", "0.1.2.3", "192.0.0.1", "198.18.0.1", "198.19.9.9",
        "224.0.0.1", "239.1.1.1", "255.255.255.255", "240.0.0.1"})
    EXPECT_FALSE(private_range(ip(text)).empty()) << text;
}

TEST(PrivateRange, LeavesTheirNeighboursAlone) {
  for (const char* text :
       {"126.255.255.255", "128.0.0.1", "9.255.255.255", "11.0.0.0", "172.15.255.255",
        "172.32.0.0", "192.167.255.255", "192.169.0.0", "169.253.0.0", "169.255.0.0",
        "100.63.255.255", "100.128.0.0", "1.0.0.0", "192.0.1.0", "198.17.255.255",
        "198.20.0.0", "223.255.255.255", "8.8.8.8"})
    EXPECT_TRUE(private_range(ip(text)).empty()) << text;
}

TEST(PrivateRange, DocumentationNetworksCountAsPublic) {
  for (const char* text : {"192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1"})
    EXPECT_TRUE(private_range(ip(text)).empty()) << text;
}

TEST(PrivateRange, KnowsTheSpecialNetworksOfIPv6) {
  for (const char* text : {"::1", "::", "fe80::1", "febf::1", "fc00::1", "fdff::1",
                           "ff02::1", "fec0::1", "[::1]", "fe80::1%eth0"})
    EXPECT_FALSE(private_range(ip(text)).empty()) << text;
  for (const char* text : {"2606:4700::1111", "fe00::1", "2a00::1"})
    EXPECT_TRUE(private_range(ip(text)).empty()) << text;
}

// RFC 4291 §2.5.5, RFC 6052, RFC 3056
TEST(PrivateRange, SeesThroughEmbeddedIPv4) {
  for (const char* text : {"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:c0a8:1",
                           "::127.0.0.1", "64:ff9b::10.0.0.1", "2002:7f00:1::"})
    EXPECT_FALSE(private_range(ip(text)).empty()) << text;
  for (const char* text : {"::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::"})
    EXPECT_TRUE(private_range(ip(text)).empty()) << text;
}

TEST(LiteralAddress, ReadsEverySpellingThatTheResolverTakes) {
  for (const char* text : {"127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001",
                           "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.",
                           "%31%32%37.0.0.1", "::ffff:127.0.0.1"})
    EXPECT_EQ(ip(text).text(), "127.0.0.1") << text;
}

TEST(LiteralAddress, ANameIsNoAddress) {
  for (const char* text : {"", "example.org", "localhost", "127.0.0.1.example.org",
                           "1.2.3.4.5", "256.0.0.1", "1.2.3.4 x", "a::b::c", "0x", "."})
    EXPECT_FALSE(literal_address(text)) << text;
}

TEST(LiteralAddress, OneAddressHasOneText) {
  EXPECT_EQ(ip("2001:DB8:0:0::1").text(), "2001:db8::1");
  EXPECT_EQ(ip("[2001:db8::1]"), ip("2001:db8::1"));
}

TEST(AddressPolicy, RefusesPrivateAddressesOfStrangers) {
  const AddressPolicy policy{TransportOptions{}};
  EXPECT_FALSE(policy.allows_host("127.0.0.1", 80));
  EXPECT_FALSE(policy.allows_host("2130706433", 80));
  EXPECT_FALSE(policy.allows_host("::1", 80));
  EXPECT_FALSE(policy.allows("rebound.example", 80, ip("10.0.0.1")));
  EXPECT_TRUE(policy.allows("example.org", 80, ip("8.8.8.8")));
  EXPECT_TRUE(policy.allows_host("example.org", 80));
}

TEST(AddressPolicy, AllowsHostsThatTheUserNamed) {
  TransportOptions options;
  options.named_hosts = {"intranet.example", "127.1"};
  const AddressPolicy policy{options};
  EXPECT_TRUE(policy.allows("intranet.example", 80, ip("10.0.0.1")));
  EXPECT_TRUE(policy.allows("INTRANET.example.", 80, ip("10.0.0.1")));
  EXPECT_TRUE(policy.allows_host("127.0.0.1", 8080));  // the same host, spelt otherwise
  EXPECT_FALSE(policy.allows_host("127.0.0.2", 8080));
  EXPECT_FALSE(policy.allows("x.intranet.example", 80, ip("10.0.0.1")));
}

TEST(AddressPolicy, CredentialsAreForSchemeHostAndPort) {
  TransportOptions options;
  options.named_hosts = {"a.example", "127.1", "::1"};
  options.named_origins = {"https://a.example:443", "http://127.1:8080",
                           "http://[::1]:80"};
  const AddressPolicy policy{options};
  EXPECT_TRUE(policy.may_log_in("https", "a.example", 443));
  EXPECT_TRUE(policy.may_log_in("https", "A.example.", 443));
  EXPECT_FALSE(policy.may_log_in("http", "a.example", 80));
  EXPECT_FALSE(policy.may_log_in("http", "a.example", 443));
  EXPECT_FALSE(policy.may_log_in("https", "a.example", 8443));
  EXPECT_FALSE(policy.may_log_in("https", "x.a.example", 443));
  EXPECT_FALSE(policy.may_log_in("https", "a.example.evil.example", 443));
  EXPECT_TRUE(policy.may_log_in("http", "127.0.0.1", 8080));
  EXPECT_TRUE(policy.may_log_in("http", "::1", 80));
  EXPECT_FALSE(AddressPolicy{TransportOptions{}}.may_log_in("http", "", 0));
}

TEST(AddressPolicy, AllowPrivateAllowsAll) {
  TransportOptions options;
  options.allow_private = true;
  EXPECT_TRUE(AddressPolicy{options}.allows_host("169.254.169.254", 80));
  EXPECT_FALSE(AddressPolicy{options}.is_named("169.254.169.254"));
}

TEST(AddressPolicy, AMappedNameMayGoWhereTheUserSentIt) {
  TransportOptions options;
  options.connect_to = {"a.example:80:127.0.0.1:8080"};
  options.resolve = {"b.example:443:10.0.0.1,10.0.0.2"};
  const AddressPolicy policy{options};
  EXPECT_TRUE(policy.allows("a.example", 80, ip("127.0.0.1")));
  EXPECT_TRUE(policy.allows("b.example", 443, ip("10.0.0.2")));
  EXPECT_FALSE(policy.allows("a.example", 81, ip("127.0.0.1")));  // another port
  EXPECT_FALSE(policy.allows("c.example", 80, ip("127.0.0.1")));
}

TEST(AddressPolicy, AMappingOfAnyHostIsAboutNamesOnly) {
  TransportOptions options;
  options.connect_to = {"::127.0.0.1:8080"};
  const AddressPolicy policy{options};
  EXPECT_TRUE(policy.allows("any.example", 80, ip("127.0.0.1")));
  EXPECT_FALSE(policy.allows_host("10.0.0.1", 80));
}

TEST(AddressPolicy, TheMessageSaysHowToAllowIt) {
  EXPECT_EQ(refusal_message("http://10.0.0.1/x", "10.0.0.1", ip("10.0.0.1")),
            "http://10.0.0.1/x: 10.0.0.1 is a private address (private network (RFC "
            "1918)), where documents may not send us; to allow it, name the "
            "host 10.0.0.1 on the command line or give --allow-private");
}

TEST(HostMapping, ReadsIPv6InBrackets) {
  const HostMapping mapping{{"[::1]:80:[fe80::1]:81"}, {"six.example:80:[2001:db8::1]"}};
  EXPECT_EQ(mapping.target("::1", 80), "fe80::1");
  EXPECT_EQ(mapping.target("six.example", 80), "2001:db8::1");
}

TEST(HostMapping, EmptyPartsMeanAnyAndUnchanged) {
  const HostMapping mapping{{"a.example:::8080", ":443::8443", "b.example:80:c.example:"},
                            {"c.example:80:192.0.2.7"}};
  EXPECT_EQ(mapping.target("a.example", 80), "a.example");
  EXPECT_EQ(mapping.target("z.example", 443), "z.example");
  EXPECT_EQ(mapping.target("b.example", 80), "192.0.2.7");  // both, one after the other
  EXPECT_FALSE(mapping.target("z.example", 80));
}

TEST(HostMapping, RefusesOtherText) {
  for (const char* text : {"", "a", "a:80:b", "a:x:b:80", "a:80:b:99999", "a:80:b:80:c"})
    EXPECT_THROW((HostMapping{{text}, {}}), UsageError) << text;
  for (const char* text : {"", "a:80", "a:x:1.2.3.4", ":80:1.2.3.4", "a:80:"})
    EXPECT_THROW((HostMapping{{}, {text}}), UsageError) << text;
  EXPECT_NO_THROW((HostMapping{{}, {"-a:80"}}));
}

std::string proxy(std::string_view scheme, std::string_view host,
                  std::vector<std::pair<std::string, std::string>> variables) {
  return environment_proxy(scheme, host, [&](const char* name) {
    for (const auto& [key, value] : variables)
      if (key == name) return value;
    return std::string{};
  });
}

TEST(ProxyChoice, ReadsTheVariablesThatCurlReads) {
  EXPECT_EQ(proxy("http", "a.example", {{"http_proxy", "p:1"}}), "p:1");
  EXPECT_EQ(proxy("http", "a.example", {{"HTTP_PROXY", "p:1"}}), "");
  EXPECT_EQ(proxy("http", "a.example", {{"https_proxy", "p:1"}}), "");
  EXPECT_EQ(proxy("https", "a.example", {{"HTTPS_PROXY", "p:2"}}), "p:2");
  EXPECT_EQ(proxy("https", "a.example", {{"ALL_PROXY", "p:3"}}), "p:3");
}

TEST(ProxyChoice, ExceptsHostsAndTheirDomains) {
  for (const char* list :
       {"*", "a.example", "x, a.example", ".example", "example,b", "A.EXAMPLE"})
    EXPECT_EQ(proxy("http", "a.example", {{"http_proxy", "p:1"}, {"no_proxy", list}}), "")
        << list;
  for (const char* list : {"b.example", "ample", "", ","})
    EXPECT_EQ(proxy("http", "a.example", {{"http_proxy", "p:1"}, {"NO_PROXY", list}}),
              "p:1")
        << list;
}

TEST(ProxyChoice, LoopbackNeverGoesThroughTheEnvironmentsProxy) {
  for (const char* host : {"127.0.0.1", "localhost", "a.localhost", "::1", "127.1"})
    EXPECT_EQ(proxy("http", host, {{"http_proxy", "p:1"}}), "") << host;
}

}  // namespace
}  // namespace semsite::address_policy_test
