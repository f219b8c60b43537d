#include "serve/listen_address.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::test::listen_address_host_names_test {
namespace {

TEST(HostNames, OnLoopbackOnlyItsNamesLeadToIt) {
  const HostNames own{{}, {}};
  for (const char* const host : {"localhost", "LOCALHOST:7277", "127.0.0.1",
                                 "127.0.0.1:1", "[::1]:7277", "127.9.9.9", "localhost:"})
    EXPECT_TRUE(own.has(host)) << host;
  for (const char* const host :
       {"", ":7277", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
        "::1", "[::1", "localhost:x", "a@localhost", "localhost/", "[evil]",
        "localhost:99999", "localhost:+80", "localhost:80:80", "10.0.0.1", "[fe80::1]"})
    EXPECT_FALSE(own.has(host)) << host;
}

// What would be another name once it was decoded, resolved or put in order.
TEST(HostNames, ANameIsComparedAsItWasSent) {
  const HostNames own{{}, {}};
  for (const char* const host : {"%6cocalhost",
                                 "localhost%00.evil.example",
                                 "localhos%74",
                                 "localhost.",
                                 "127.0.0.1.",
                                 "127.1",
                                 "0x7f.0.0.1",
                                 "0177.0.0.1",
                                 "2130706433",
                                 "127.0.0.01",
                                 " localhost",
                                 "localhost ",
                                 "localhost, evil.example",
                                 "localhost%20",
                                 "\xEF\xBD\x8Cocalhost",
                                 "l\xC3\xB6"
                                 "calhost",
                                 "[::1%25lo]",
                                 "[::1]evil.example",
                                 "[127.0.0.1]",
                                 "[::ffff:10.0.0.1]",
                                 "localhost\\",
                                 "localhost#",
                                 "localhost?"})
    EXPECT_FALSE(own.has(host)) << host;
  EXPECT_FALSE(own.has(std::string_view{"localhost\0.evil.example", 23}));
  EXPECT_FALSE(own.has(std::string_view{"127.0.0.1\0.evil.example", 23}));
}

TEST(HostNames, BeyondLoopbackOnlyNamesThatWereSaid) {
  const ListenAddress open{"0.0.0.0", 80};
  const HostNames none{open, {}};
  const HostNames two{open, {"data.example", "www.data.example"}};
  for (const char* const host :
       {"10.0.0.1:80", "[2001:db8::1]", "localhost", "127.0.0.1"})
    EXPECT_TRUE(none.has(host) && two.has(host)) << host;
  for (const char* const host : {"Data.Example", "www.data.example:8080"}) {
    EXPECT_FALSE(none.has(host)) << host;
    EXPECT_TRUE(two.has(host)) << host;
  }
  for (const char* const host :
       {"", "data.example.", "data.example.evil.example", "x.data.example",
        "data%2Eexample", "data.exampl", "data.example:80x", "a\"b", "a<b>"})
    EXPECT_FALSE(two.has(host)) << host;
  EXPECT_EQ(two.said(), "data.example, www.data.example, localhost and IP addresses");
}

TEST(HostNames, AnyNameIsTakenBeyondLoopbackOnly) {
  HostNames open{{"0.0.0.0", 80}, {}};
  open.take_any();
  EXPECT_TRUE(open.has("worker:9464"));
  HostNames own{{}, {}};
  own.take_any();
  EXPECT_FALSE(own.has("worker:9464"));
}

TEST(HostNames, OnLoopbackNamesMayBeAdded) {
  const HostNames names{{}, {"data.example"}};
  EXPECT_TRUE(names.has("data.example") && names.has("localhost"));
  EXPECT_FALSE(names.has("evil.example"));
  EXPECT_EQ(names.said(), "data.example, localhost and loopback addresses");
}

TEST(HostNames, ANameForTheOptionIsWhatBrowsersSend) {
  EXPECT_EQ(parse_host_name("Data_1.example-2.ORG"), "data_1.example-2.org");
  for (const std::string text : {"", "a.example:80", "*.example", "http://a.example",
                                 "a b", "a.example/", "\xC3\xA4.example", "[::1]", "a,b"})
    EXPECT_THROW((void)parse_host_name(text), UsageError) << text;
  EXPECT_THROW((void)parse_host_name(std::string(254, 'a')), UsageError);
}

}  // namespace
}  // namespace semsite::test::listen_address_host_names_test
