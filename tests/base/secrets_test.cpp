#include "base/secrets.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::test::base_secrets_test {
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
                           "Passphrase",
                           "x-auth",
                           "auth_code",
                           "auth_sig",
                           "api_sig",
                           "passcode",
                           "access_code",
                           "license_key",
                           "master_key",
                           "assertion",
                           "SAMLResponse",
                           "oauth2:token",
                           "p$token",
                           "token(1)",
                           "a/token",
                           "token@x",
                           "token,x",
                           "token~",
                           "token+",
                           "user[pwd]",
                           "a:sig",
                           "to%256Ben",
                           "pin",
                           "user-pin",
                           "nonce",
                           "_wpnonce",
                           "csrf",
                           "xsrf-value",
                           "hdnts"})
    EXPECT_EQ(without_url_secrets("http://a.example/x?a=1&" + std::string{name} +
                                  "=sEcReT%2F1+2=&b=2"),
              "http://a.example/x?a=1&" + std::string{name} + "=***&b=2")
        << name;
}

TEST(UrlSecrets, WhateverStandsAroundThem) {
  EXPECT_EQ(without_url_secrets("see <http://a/?token=s>, \"http://b/?token=s\" (and "
                                "http://c/?token=s) or d?token=s#sig=s;x=1"),
            "see <http://a/?token=***>, \"http://b/?token=***\" (and "
            "http://c/?token=***) or d?token=***#sig=***");
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

// Whatever sign it holds, the whole of it is the secret.
TEST(UrlSecrets, NoTailOfAValueStays) {
  for (const char* value :
       {"a'b", "a(b)c", "a;b", "a;b=c", "a[b]c", "a{b}c", "a|b", "a^b", "a`b", "a,b",
        "a!b", "a*b", "a'b(c;d", "exp=1~hmac=b"}) {
    EXPECT_EQ(without_url_secrets("http://a/?token=" + std::string{value} + "&d=1"),
              "http://a/?token=***&d=1")
        << value;
    EXPECT_EQ(
        without_url_secrets("(<http://a/?x=1&token=" + std::string{value} + ">, y)"),
        "(<http://a/?x=1&token=***>, y)")
        << value;
  }
  EXPECT_EQ(without_url_secrets("?x=exp=1~acl=/*~hmac=s"), "?x=exp=1~acl=/*~hmac=***");
  EXPECT_EQ(without_url_secrets("(at http://a/?token=s); f('?sig=t');"),
            "(at http://a/?token=***); f('?sig=***');");
}

TEST(UrlSecrets, LoginsOfUrlsThatAreParametersAreMasked) {
  EXPECT_EQ(without_url_secrets("?to=http%3A%2F%2Fme%3Apw%40h%2F&x=1"),
            "?to=http%3A%2F%2F***%40h%2F&x=1");
  EXPECT_EQ(without_url_secrets("?to=http%253a%252f%252fme%253apw%2540h"),
            "?to=http%253a%252f%252f***%2540h");
  EXPECT_EQ(without_url_secrets("?to=http://me:p%2540w@h/"), "?to=http://***@h/");
  EXPECT_EQ(without_url_secrets("?to=http%3A%2F%2Fme%3Ap%252Fw%40h%2F"),
            "?to=http%3A%2F%2F***%40h%2F");
  EXPECT_EQ(without_url_secrets("http://me:a'b(c)@h/"), "http://***@h/");
  for (const char* text : {"?to=http%3A%2F%2Fh%2Fa%40b", "?to=http%3A%2F%2Fh&m=a@b"})
    EXPECT_EQ(without_url_secrets(text), text);
}

TEST(UrlSecrets, MembersOfJsonThatIsAParameterAreMasked) {
  EXPECT_EQ(without_url_secrets("?q=%7B%22token%22%3A%22s%22%2C%22n%22%3A1%7D&x=1"),
            "?q=%7B%22token%22%3A%22***%22%2C%22n%22%3A1%7D&x=1");
  EXPECT_EQ(without_url_secrets("?q=%7B%22api_key%22:%20%22s%22%7D"),
            "?q=%7B%22api_key%22:%20%22***%22%7D");
  EXPECT_EQ(without_url_secrets("?q=%7B%22pwd%22:1234%7D"), "?q=%7B%22pwd%22:***%7D");
  EXPECT_EQ(without_url_secrets("?u=%2Fa%3Fq%3D%257B%2522sig%2522%253A%2522s%2522%257D"),
            "?u=%2Fa%3Fq%3D%257B%2522sig%2522%253A%2522***%2522%257D");
  // Plain JSON, as of our own reports, is no parameter.
  for (const char* text : {"{\"code\":\"http.404\"}", "?q=%22a%22:%22b%22", "?q=%22token",
                           "?q=%22token%22:", "?q=%22token%22"})
    EXPECT_EQ(without_url_secrets(text), text);
}

TEST(UrlSecrets, HeadersAreJudgedByTheSameListAndStrictly) {
  for (const char* name : {"x-bearer",
                           "x-hmac",
                           "x-otp",
                           "x-ticket",
                           "x-sid",
                           "x-wsse",
                           "x-saml",
                           "x-pin",
                           "x-account-pwd",
                           "x-macaroon",
                           "dpop",
                           "authorization",
                           "cookie2",
                           "x-api-key",
                           "ocp-apim-subscription-key",
                           "private-token",
                           "x-sessid",
                           "x-signature",
                           "x-csrf",
                           "x-jwt-assertion",
                           "x-login",
                           "x-access-code"})
    EXPECT_TRUE(is_secret_header(name)) << name;
  for (const char* name : {"accept", "accept-language", "x-mine", "user-agent", "referer",
                           "if-none-match", "x-spinner", "from"})
    EXPECT_FALSE(is_secret_header(name)) << name;
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
        "mailto:me@a.example", "a?sortkey=abcdefgh&monkey=abcdefgh", "?design=abcdefg",
        "?spin=1&pinned=2&announcement=3", "?hashtag=x&expires=9"})
    EXPECT_EQ(without_url_secrets(text), text);
  EXPECT_EQ(without_url_secrets("?code=4/0AX4XfWh"), "?code=***");
}

// A checksum says which file is meant, but that of a link that ends in time opens it.
TEST(UrlSecrets, AChecksumIsMaskedWhereTheLinkEnds) {
  for (const SecretsOf of : {SecretsOf::all, SecretsOf::asker})
    for (const char* name : {"md5", "hash", "SHA256", "sha1"}) {
      const std::string begin = "http://a/x.nt?" + std::string{name} + "=";
      EXPECT_EQ(without_url_secrets(begin + "s&expires=9", of), begin + "***&expires=9");
      EXPECT_EQ(without_url_secrets("http://a/?exp=9&" + std::string{name} + "=s", of),
                "http://a/?exp=9&" + std::string{name} + "=***");
      EXPECT_EQ(without_url_secrets(begin + "d41d8cd9", of), begin + "d41d8cd9");
      EXPECT_EQ(without_url_secrets(begin + "s&export=9&expires_in", of),
                begin + "s&export=9&expires_in");
    }
  EXPECT_EQ(without_url_secrets("?to=%2Fd%3Fmd5%3Ds%26expires%3D9"),
            "?to=%2Fd%3Fmd5%3D***%26expires%3D9");
}

// Two pages must not become one: only what says who asks is masked in data.
TEST(UrlSecrets, InDataOnlyWhatSaysWhoAsksIsMasked) {
  const auto masked = [](std::string_view url) {
    return without_url_secrets(url, SecretsOf::asker);
  };
  EXPECT_EQ(masked("http://u:p@a/?access_token=s&X-Amz-Signature=s&sig=s"),
            "http://***@a/?access_token=***&X-Amz-Signature=***&sig=***");
  for (const char* url :
       {"http://a/?sid=123456789", "http://a/?key=spring-catalogue",
        "http://a/?code=12345678", "http://a/?session=7&auth=public",
        "http://a/?pin=14-21-307-021", "http://a/?nonce=7", "http://a/?x=1;page=2"})
    EXPECT_EQ(masked(url), url);
}

TEST(UrlSecrets, InDataOldParametersBehindASecretStay) {
  EXPECT_EQ(without_url_secrets("http://a/?token=a;b;page=2", SecretsOf::asker),
            "http://a/?token=***;page=2");
  EXPECT_EQ(without_url_secrets("http://a/?token=a;b==", SecretsOf::asker),
            "http://a/?token=***");
}

// The web writes what is told: none of these may cost a multiple of its length for each
// of its marks. A megabyte took minutes.
TEST(UrlSecrets, MarksWithoutASecretCostNoLookAtAllThatFollows) {
  for (const std::string part : {"?a=", "~a=", ";a=", "%3Fa%3D", "%22a%22:x", ":%2F%2F",
                                 "~~~", "%2525", "?code=;", "%22code%22:a", "://a@"}) {
    std::string text;
    while (text.size() < 1'000'000) text += part;
    EXPECT_GE(without_url_secrets(text).size(), 8U) << part;
  }
}

TEST(UrlSecrets, SlashesAloneMayBeEncoded) {
  EXPECT_EQ(without_url_secrets("?u=http:%2F%2Fme:pw%40a.org%2Fx%40y"),
            "?u=http:%2F%2F***%40a.org%2Fx%40y");
}

TEST(UrlSecrets, AValueBetweenTildesHasANameOfItsOwn) {
  EXPECT_EQ(without_url_secrets("?hd=st=1~exp=2~hmac=3f"), "?hd=st=1~exp=2~hmac=***");
}

TEST(UrlSecrets, WhatIsMaskedStaysAsItIs) {
  const std::string once = without_url_secrets("http://u:p@a/?token=s&code=12345678");
  EXPECT_EQ(without_url_secrets(once), once);
}

}  // namespace
}  // namespace semsite::test::base_secrets_test
