#include "crawl/hidden_host.hpp"

#include <gtest/gtest.h>

namespace semsite {
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

}  // namespace
}  // namespace semsite
