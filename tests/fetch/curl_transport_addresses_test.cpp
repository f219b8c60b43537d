#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fetch/curl_transport_kit.hpp"
#include "fetch/transport.hpp"
#include "support/loopback_server.hpp"

namespace semsite::test::curl_transport_addresses_test {
namespace {

using testing::HasSubstr;
using Outcome = FetchOutcome;

TEST(CurlTransport, RefusesPrivateAddressesThatNobodyNamed) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, "secret"); }};
  TransportOptions how = options();
  how.named_hosts = {"example.org"};
  for (const char* host : {"127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1",
                           "localhost", "[::ffff:127.0.0.1]"}) {
    const Outcome outcome =
        fetch(get(fmt::format("http://{}:{}/", host, server.port())), how);
    EXPECT_EQ(outcome.failure, FetchFailure::refused_address) << host;
    EXPECT_THAT(outcome.message, HasSubstr("is a private address (loopback)")) << host;
    EXPECT_THAT(outcome.message, HasSubstr("--allow-private")) << host;
  }
  EXPECT_EQ(server.connections(), 0U);
  how.allow_private = true;
  EXPECT_EQ(fetch(get(server.url("/")), how).body, "secret");
}

TEST(CurlTransport, ANameThatLeadsToAPrivateAddressIsRefusedAtTheSocket) {
  const LoopbackServer server{
      [](const ServedRequest&, ServedConnection& out) { out.reply(200, "secret"); }};
  // Nobody named localhost, and no rule maps it.
  TransportOptions how = options();
  const Outcome refused =
      fetch(get(fmt::format("http://localhost:{}/", server.port())), how);
  EXPECT_EQ(refused.failure, FetchFailure::refused_address);
  EXPECT_THAT(refused.message, HasSubstr("(of localhost)"));
  how.named_hosts = {"localhost"};
  EXPECT_EQ(fetch(get(fmt::format("http://localhost:{}/", server.port())), how).body,
            "secret");
}

TEST(CurlTransport, MappedHostsGoWhereTheUserSentThem) {
  const LoopbackServer server{[](const ServedRequest& request, ServedConnection& out) {
    out.reply(200, request.header("host"));
  }};
  TransportOptions how = options();
  how.named_hosts = {};
  how.connect_to = {fmt::format("a.example:80:127.0.0.1:{}", server.port())};
  how.resolve = {fmt::format("b.example:{}:127.0.0.1", server.port())};
  EXPECT_EQ(fetch(get("http://a.example/"), how).body, "a.example");
  EXPECT_EQ(fetch(get(fmt::format("http://b.example:{}/", server.port())), how).body,
            fmt::format("b.example:{}", server.port()));
}

TEST(CurlTransport, BehindAProxyPrivateLiteralsAreStillRefused) {
  const LoopbackServer proxy{[](const ServedRequest& request, ServedConnection& out) {
    out.reply(200, "proxied " + request.target);
  }};
  TransportOptions how = options();
  how.named_hosts = {};
  how.proxy = proxy.url("");
  EXPECT_EQ(fetch(get("http://far.example/x"), how).body, "proxied http://far.example/x");
  EXPECT_EQ(fetch(get("http://10.0.0.1/x"), how).failure, FetchFailure::refused_address);
  EXPECT_EQ(proxy.requests(), 1U);
}

}  // namespace
}  // namespace semsite::test::curl_transport_addresses_test
