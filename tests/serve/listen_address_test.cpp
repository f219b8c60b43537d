#include "serve/listen_address.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::test::listen_address_test {
namespace {

TEST(ListenAddress, IsReadInEachForm) {
  EXPECT_EQ(parse_listen_address("0.0.0.0:80"), (ListenAddress{"0.0.0.0", 80}));
  EXPECT_EQ(parse_listen_address("[::1]:8080"), (ListenAddress{"::1", 8080}));
  EXPECT_EQ(parse_listen_address("[::]"), (ListenAddress{"::", 7277}));
  EXPECT_EQ(parse_listen_address(":0"), (ListenAddress{"127.0.0.1", 0}));
  EXPECT_EQ(parse_listen_address("LocalHost:1"), (ListenAddress{"localhost", 1}));
  EXPECT_EQ(parse_listen_address("10.1.2.3"), (ListenAddress{"10.1.2.3", 7277}));
}

TEST(ListenAddress, WhatIsNoneIsRefused) {
  for (const char* const text :
       {"", "a.example:80", "::1:80", "[::1", "[::1]80", "127.0.0.1:65536",
        "127.0.0.1:-1", "127.0.0.1:", "[127.0.0.1]:80", "300.0.0.1:80"})
    EXPECT_THROW((void)parse_listen_address(text), UsageError) << text;
}

TEST(ListenAddress, LoopbackIsOfThisMachineOnly) {
  for (const char* const host : {"127.0.0.1", "127.9.9.9", "::1", "localhost"})
    EXPECT_TRUE(is_loopback(host)) << host;
  for (const char* const host : {"0.0.0.0", "::", "10.0.0.1", "127.example", "::ffff:1"})
    EXPECT_FALSE(is_loopback(host)) << host;
}

TEST(ListenAddress, TheUrlHasBracketsAroundIPv6) {
  EXPECT_EQ(start_url({"::1", 80}), "http://[::1]:80/");
  EXPECT_EQ(start_url({"127.0.0.1", 7277}), "http://127.0.0.1:7277/");
}

}  // namespace
}  // namespace semsite::test::listen_address_test
