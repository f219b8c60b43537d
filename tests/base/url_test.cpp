#include "base/url.hpp"

#include <gtest/gtest.h>

namespace semsite::url_test {
namespace {

// RFC 3986 §3.
TEST(SplitUrl, CutsAllParts) {
  const auto url = split_url("HTTP://me:pw@Example.ORG:8080/a/b?x=1?y#frag");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->scheme, "HTTP");
  EXPECT_EQ(url->userinfo, "me:pw");
  EXPECT_EQ(url->host, "Example.ORG");
  EXPECT_EQ(url->port_text, "8080");
  EXPECT_EQ(url->path, "/a/b");
  EXPECT_EQ(url->query, "x=1?y");
  EXPECT_TRUE(url->has_query);
}

TEST(SplitUrl, KnowsAddressesInBrackets) {
  const auto url = split_url("http://[2001:db8::1]:81/");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "2001:db8::1");
  EXPECT_EQ(url->port_text, "81");
  EXPECT_FALSE(split_url("http://[2001:db8::1/"));
}

TEST(SplitUrl, EmptyPartsAreEmpty) {
  const auto url = split_url("http://example.org?");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "example.org");
  EXPECT_EQ(url->path, "");
  EXPECT_TRUE(url->has_query);
  EXPECT_EQ(url->query, "");
}

TEST(SplitUrl, WhatHasNoSchemeIsNoUrl) {
  for (const char* text : {"", "/a", "a/b:c", ":x", "1http://x", "#a:b"})
    EXPECT_FALSE(split_url(text)) << text;
  EXPECT_TRUE(split_url("urn:x"));
}

TEST(PortOf, IsWrittenOrTheSchemesOwn) {
  EXPECT_EQ(port_of(*split_url("http://a")), 80);
  EXPECT_EQ(port_of(*split_url("HTTPS://a")), 443);
  EXPECT_EQ(port_of(*split_url("https://a:8443")), 8443);
  EXPECT_EQ(port_of(*split_url("http://a:")), 80);
  EXPECT_EQ(port_of(*split_url("ftp://a")), 21);
  EXPECT_EQ(port_of(*split_url("gopher://a")), 0);
  EXPECT_EQ(port_of(*split_url("http://a:99999")), 0);
}

TEST(OriginOf, IsTheSameForAllSpellings) {
  EXPECT_EQ(origin_of("HTTP://u@Example.org/x"), "http://example.org:80");
  EXPECT_EQ(origin_of("https://example.org:443"), "https://example.org:443");
  EXPECT_EQ(origin_of("http://[::1]/"), "http://[::1]:80");
  EXPECT_EQ(origin_of("file:///x"), "");
  EXPECT_EQ(origin_of("x"), "");
}

TEST(HostOf, IsInLowerCaseWithoutBrackets) {
  EXPECT_EQ(host_of("http://Example.ORG:80/"), "example.org");
  EXPECT_EQ(host_of("http://[::1]:80/"), "::1");
  EXPECT_EQ(host_of("x"), "");
}

TEST(PathAndQuery, IsWhatARequestLineHas) {
  EXPECT_EQ(path_and_query("http://a.b/c/d?e#f"), "/c/d?e");
  EXPECT_EQ(path_and_query("http://a.b"), "/");
  EXPECT_EQ(path_and_query("http://a.b?q"), "/?q");
  EXPECT_EQ(path_and_query("http://a.b/?"), "/?");
}

TEST(RequestUrl, MakesWhatIsFoundInTheWildFitForHttp) {
  EXPECT_EQ(request_url(" HTTP://Example.ORG/A b#c\n"), "http://example.org/A%20b");
  EXPECT_EQ(request_url("http://a.b/\xC3\xA4?\"<x>"), "http://a.b/%C3%A4?%22%3Cx%3E");
  EXPECT_EQ(request_url("http://Me:PW@A.b/"), "http://Me:PW@a.b/");
  EXPECT_EQ(request_url("http://a.b/%41"), "http://a.b/%41") << "nothing twice";
  EXPECT_EQ(request_url("http://[2001:DB8::1]/X"), "http://[2001:db8::1]/X");
}

TEST(PercentCoding, GoesThereAndBack) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_EQ(percent_decode(percent_encode(all)), all);
  EXPECT_EQ(percent_encode("a-._~/\xC3\xA4"), "a-._~%2F%C3%A4");
  EXPECT_EQ(percent_decode("http%3A%2f%2Fa.b%2F%23x"), "http://a.b/#x");
}

TEST(PercentDecode, LeavesWhatIsNoEscape) {
  for (const char* text : {"%", "%4", "%zz", "100%", "+", "%%"})
    EXPECT_EQ(percent_decode(text), text);
  EXPECT_EQ(percent_decode("%%41"), "%A");
}

TEST(FileUrl, GoesThereAndBack) {
  EXPECT_EQ(file_url("/tmp/a b/ä#?.nt"), "file:///tmp/a%20b/%C3%A4%23%3F.nt");
  EXPECT_EQ(file_path("file:///tmp/a%20b/%C3%A4%23%3F.nt"), "/tmp/a b/ä#?.nt");
  EXPECT_EQ(file_path("file://localhost/tmp/x"), "/tmp/x");
  EXPECT_EQ(file_path("FILE:/tmp/x"), "/tmp/x");
  EXPECT_EQ(file_url("/a/../b/./c"), "file:///b/c");
}

TEST(FilePath, IsEmptyForOtherPlaces) {
  EXPECT_EQ(file_path("http://a.b/c"), "");
  EXPECT_EQ(file_path("file://other.host/c"), "");
  EXPECT_EQ(file_path("/c"), "");
}

TEST(WithoutFragment, CutsAtTheFirstHash) {
  EXPECT_EQ(without_fragment("a#b#c"), "a");
  EXPECT_EQ(without_fragment("a"), "a");
}

TEST(PlainUrl, HasOneSpellingForWhatIsEqual) {  // RFC 3986 §6.2.2, §6.2.3
  const std::string plain = "http://www.example.com/";
  for (const char* const url :
       {"http://www.example.com", "http://www.example.com/", "HTTP://WWW.EXAMPLE.com:80/",
        "http://www.example.com:/", "http://www.example.com/a/..",
        " http://www.example.com/#x", "http://www.example.com/./",
        "http://www.example.com/%2E/"})
    EXPECT_EQ(plain_url(url), plain) << url;
  EXPECT_EQ(plain_url("https://a:443/%7eb/%2f/../c/./d/..?q=%7e%c3%a9"),
            "https://a/~b/c/?q=~%C3%A9");
  EXPECT_EQ(plain_url("http://a/../../b"), "http://a/b");
}

// What is plain already is seen to be; a scheme in capitals is not.
TEST(PlainUrl, IsTheSameBySightAndByItsParts) {
  for (const char* const rest : {"://a.example/",
                                 "://a.example",
                                 "://a.example/x/y?q=/./&r",
                                 "://a.example/x/./y",
                                 "://a.example/x/../y",
                                 "://a.example/.x",
                                 "://a.example/%7Ex",
                                 "://a.example/x#f",
                                 "://a.example:8080/x",
                                 "://a.example:08080/x",
                                 "://a.example:0080/x",
                                 "://a.example:80/x",
                                 "://a.example:443/x",
                                 "://a.example:/x",
                                 "://:8080/x",
                                 "://A.example/x",
                                 "://u@a.example/x",
                                 "://a.example?x=/y",
                                 "://a.example/x y",
                                 "://a.example/\xC3\xA9",
                                 "://[::1]/x",
                                 "://a.example/X//y",
                                 "://127.0.0.1:8080/x",
                                 "://a_b.example/x",
                                 "://a.example:99999/x",
                                 "://a.example:65535/x",
                                 "://a.example:65536/x",
                                 "://a.example:1x345/x",
                                 ":///x",
                                 "://a.example/a|b",
                                 ":/x"}) {
    for (const std::string scheme : {"http", "https"}) {
      const std::string capitals = scheme == "http" ? "HTTP" : "HTTPS";
      EXPECT_EQ(plain_url(scheme + rest), plain_url(capitals + rest)) << rest;
      EXPECT_EQ(request_url(scheme + rest), request_url(capitals + rest)) << rest;
    }
  }
}

TEST(PlainUrl, LeavesAloneWhatIsNoHost) {  // RFC 3986 §3.2.2
  EXPECT_EQ(plain_url("http://Y::1]:8080/A"), "http://y::1]:8080/A");
  EXPECT_EQ(plain_url("http://u@[::1]:80/A"), "http://u@[::1]/A");
}

TEST(PlainUrl, KeepsWhatIsNot) {
  for (const char* const url :
       {"http://a/?", "http://a/b//c", "https://a:80/", "http://a/x%2Fy",
        "http://[::1]:8080/", "http://a/b/", "http://a/b", "http://a/...",
        "http://a/?a/../b", "file:///a/../b", "http://me:word@a/"})
    EXPECT_EQ(plain_url(url), url);
}

TEST(IsHttp, KnowsBothSchemesInAnyCase) {
  EXPECT_TRUE(is_http("HTTPS://a"));
  EXPECT_TRUE(is_http("http://a"));
  EXPECT_FALSE(is_http("httpx://a"));
  EXPECT_FALSE(is_http("ftp://a"));
  EXPECT_TRUE(is_file_url("File:/x"));
}

}  // namespace
}  // namespace semsite::url_test
