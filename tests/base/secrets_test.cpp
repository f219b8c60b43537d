#include "base/secrets.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::test {
namespace {

TEST(UrlSecrets, ParametersAreMaskedByTheirNames) {
  for (const char* name : {"token",
                           "access_token",
                           "ACCESS-TOKEN",
                           "api_key",
                           "apikey",
                           "sig",
                           "signature",
                           "X-Amz-Signature",
                           "X-Amz-Credential",
                           "X-Amz-Security-Token",
                           "password",
                           "pwd",
                           "auth",
                           "client_secret",
                           "session",
                           "PHPSESSID",
                           "jwt",
                           "%74oken",
                           "user[token]",
                           "wskey",
                           "app_key",
                           "Passphrase"})
    EXPECT_EQ(without_url_secrets("http://a.example/x?a=1&" + std::string{name} +
                                  "=sEcReT%2F1+2=&b=2"),
              "http://a.example/x?a=1&" + std::string{name} + "=***&b=2")
        << name;
}

TEST(UrlSecrets, WhateverStandsAroundThem) {
  EXPECT_EQ(without_url_secrets("see <http://a/?token=s>, \"http://b/?token=s\" (and "
                                "http://c/?token=s) or d?token=s#sig=s;x=1"),
            "see <http://a/?token=***>, \"http://b/?token=***\" (and "
            "http://c/?token=***) or d?token=***#sig=***;x=1");
  EXPECT_EQ(without_url_secrets("?a=1&amp;token=s&amp;b=2"),
            "?a=1&amp;token=***&amp;b=2");
  EXPECT_EQ(without_url_secrets("{\"url\":\"http://a/?token=s\",\"n\":1}"),
            "{\"url\":\"http://a/?token=***\",\"n\":1}");
}

// As a page for logging in is told where to lead back to.
TEST(UrlSecrets, WhatIsInAUrlThatIsAParameterIsMaskedToo) {
  EXPECT_EQ(without_url_secrets("http://a/?to=http%3A%2F%2Fb%2F%3Ftoken%3Ds%26b%3D2&c=3"),
            "http://a/?to=http%3A%2F%2Fb%2F%3Ftoken%3D***%26b%3D2&c=3");
  EXPECT_EQ(without_url_secrets("?to=%2Fd%3fa%3D1%26sig%3ds%252F1"),
            "?to=%2Fd%3fa%3D1%26sig%3d***");
  EXPECT_EQ(without_url_secrets("?to=x%253Fu%253D%25252Fd%25253Fapi_key%25253Ds%2525261"),
            "?to=x%253Fu%253D%25252Fd%25253Fapi_key%25253D***%2525261");
  // Where the sign is plain, what is encoded is of the value.
  EXPECT_EQ(without_url_secrets("?token=a%26b%3Dc&d=1"), "?token=***&d=1");
  for (const char* text : {"?to=%3F", "?to=%3Ftoken", "?token%", "?to=%3Fa%3Dtoken%25"})
    EXPECT_EQ(without_url_secrets(text), text);
}

TEST(UrlSecrets, ACommaIsOfTheValueUnlessItEndsAWord) {
  EXPECT_EQ(without_url_secrets("http://a/?token=s,t&b=1, http://b/?sig=s,"),
            "http://a/?token=***&b=1, http://b/?sig=***,");
}

TEST(UrlSecrets, LoginsAreMasked) {
  EXPECT_EQ(without_url_secrets("http://me:pw@a.example/ and https://t@b/?q=x@y"),
            "http://***@a.example/ and https://***@b/?q=x@y");
  EXPECT_EQ(without_url_secrets("http://a@b@c/"), "http://***@c/");
}

TEST(UrlSecrets, EverythingElseStays) {
  for (const char* text :
       {"", "http://a.example/token=x", "http://a/?q=token&page=2", "token=x",
        "http://a/x@y?mail=a@b", "?code=NL&key=title", "http://a/?token=&b",
        "mailto:me@a.example", "a?sortkey=abcdefgh&monkey=abcdefgh", "?design=abcdefg"})
    EXPECT_EQ(without_url_secrets(text), text);
  EXPECT_EQ(without_url_secrets("?code=4/0AX4XfWh"), "?code=***");
}

// Two pages must not become one: only what says who asks is masked in data.
TEST(UrlSecrets, InDataOnlyWhatSaysWhoAsksIsMasked) {
  const auto masked = [](std::string_view url) {
    return without_url_secrets(url, SecretsOf::asker);
  };
  EXPECT_EQ(masked("http://u:p@a/?access_token=s&X-Amz-Signature=s&sig=s"),
            "http://***@a/?access_token=***&X-Amz-Signature=***&sig=***");
  for (const char* url : {"http://a/?sid=123456789", "http://a/?key=spring-catalogue",
                          "http://a/?code=12345678", "http://a/?session=7&auth=public"})
    EXPECT_EQ(masked(url), url);
}

TEST(UrlSecrets, WhatIsMaskedStaysAsItIs) {
  const std::string once = without_url_secrets("http://u:p@a/?token=s&code=12345678");
  EXPECT_EQ(without_url_secrets(once), once);
}

}  // namespace
}  // namespace semsite::test
