#include "app/secrets.hpp"

#include <gtest/gtest.h>

namespace semsite {
namespace {

using Words = std::vector<std::string>;

TEST(Secrets, PasswordsAreMasked) {
  EXPECT_EQ(without_secrets({"fetch", "--user", "me:pw", "-u", "token", "-ume:pw",
                             "--user=me:pw", "http://h/"}),
            (Words{"fetch", "--user", "me:***", "-u", "***", "-ume:***", "--user=me:***",
                   "http://h/"}));
}

TEST(Secrets, HeadersKeepTheirNamesOnly) {
  EXPECT_EQ(without_secrets({"-H", "Cookie: id=7", "--header=X-Token: 1", "-HA: b"}),
            (Words{"-H", "Cookie:***", "--header=X-Token:***", "-HA:***"}));
}

TEST(Secrets, LoginsInUrlsAreMasked) {
  EXPECT_EQ(without_secrets({"--proxy", "http://a:b@proxy:1/", "http://u@h?x@"}),
            (Words{"--proxy", "http://***@proxy:1/", "http://***@h?x@"}));
}

TEST(Secrets, ParametersOfUrlsAreMasked) {
  EXPECT_EQ(
      without_secrets({"fetch", "http://h/d?token=x&page=2", "--to=http://h/?sig=y"}),
      (Words{"fetch", "http://h/d?token=***&page=2", "--to=http://h/?sig=***"}));
}

TEST(Secrets, EverythingElseStays) {
  const Words words{"fetch",     "http://h/x@y", "--user-agent",        "bot:1",
                    "--contact", "mailto:a@b",   "--connect-to=a:1:b:2"};
  EXPECT_EQ(without_secrets(words), words);
}

}  // namespace
}  // namespace semsite
