#include "crawl/authority.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace semsite::authority_hidden_host_test {
namespace {

TEST(HiddenHost, IsFoundInItsCodings) {
  for (const char* text :
       {"/go/www.bibliothek.example", "/go/WWW.Bibliothek.example:8900/x",
        "/go/www-bibliothek-example", "/go/www//bibliothek:example",
        // "http://www.bibliothek.example/" in base64, and that once more
        "/r/aHR0cDovL3d3dy5iaWJsaW90aGVrLmV4YW1wbGUv",
        "/r/YUhSMGNEb3ZMM2QzZHk1aWFXSnNhVzkwYUdWckxtVjRZVzF3YkdVdg",
        "/r/zaHR0cDovL3d3dy5iaWJsaW90aGVrLmV4YW1wbGUv",
        "/r/7777772e6269626c696f7468656b2e6578616d706c65",
        "/r/%2577ww.bibliothek.example"})
    EXPECT_TRUE(names_host(text, "www.bibliothek.example")) << text;
  EXPECT_TRUE(names_host("/go/2130706433", "127.0.0.1"));
  EXPECT_TRUE(names_host("/go/0x7F000001", "127.0.0.1"));
}

TEST(HiddenHost, IsNotInWhatMerelyResemblesIt) {
  for (const char* text : {"/bibliothek/example", "/wwwbibliothekexample", "/example.www",
                           "/550e8400-e29b-41d4-a716-446655440000", "/", ""})
    EXPECT_FALSE(names_host(text, "www.bibliothek.example")) << text;
  EXPECT_FALSE(names_host("/data/example", "a.example"));
  EXPECT_FALSE(names_host("/10.5281/zenodo.1234567", "127.0.0.1"));
}

// `http://b.example/go/c.example` leads to c.example, which belongs to whoever wrote the
// name, and leads on.
TEST(HiddenHost, ANameMayHoldTheHostOfAHop) {
  const std::string site = "http://www.site.example/about";
  const auto is_led = [&](std::string_view name, std::vector<std::string> hops) {
    return !why_led(name, site, hops).empty();
  };
  EXPECT_TRUE(is_led("http://b.example/go/mine.example", {"http://mine.example/"}));
  EXPECT_TRUE(is_led("http://b.example/go/bWluZS5leGFtcGxl", {"http://mine.example/"}));
  EXPECT_TRUE(
      is_led("http://b.example/go/mine.example",
             {"http://b.example/out", "http://mine.example/", "http://d.example/"}));
  EXPECT_TRUE(is_led("http://b.example/go/site.example", {}));
  EXPECT_TRUE(is_led("http://b.example/go/site.example", {"http://site.example/"}));
  EXPECT_FALSE(is_led("http://b.example/site", {"https://b.example/site"}));
  EXPECT_FALSE(is_led("http://w3id.org/it", {"http://site.example/about"}));
  EXPECT_FALSE(is_led("http://b.example/example", {}));
}

}  // namespace
}  // namespace semsite::authority_hidden_host_test
