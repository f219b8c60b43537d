#include "serve/http_server.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>

#include "base/errors.hpp"

namespace semsite::test {
namespace {

// RFC 9110 §5.6.7, its own example.
TEST(HttpServer, DatesAreInTheFixedForm) {
  EXPECT_EQ(http_date(784'111'777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
}

// RFC 9110 §12.5.3.
TEST(HttpServer, GzipIsTakenUnlessItsWeightIsZero) {
  for (const char* const field : {"gzip", "br, GZIP;q=0.5", "gzip; q=1", "deflate,gzip"})
    EXPECT_TRUE(takes_gzip(field)) << field;
  for (const char* const field :
       {"", "br", "gzip;q=0", "gzip; q=0.000", "xgzip", "identity"})
    EXPECT_FALSE(takes_gzip(field)) << field;
}

TEST(HttpServer, TakesAFreePortAndKeepsItForItself) {
  const ServedSite nothing = [](const SiteRequest&) { return SiteAnswer{}; };
  const HttpServer server{{"127.0.0.1", 0}, nothing};
  EXPECT_NE(server.address().port, 0);
  EXPECT_THROW((HttpServer{server.address(), nothing}), RunError);
}

TEST(HttpServer, EndsAtOnceIfItIsStoppedBeforeOrWhileItRuns) {
  const ServedSite nothing = [](const SiteRequest&) { return SiteAnswer{}; };
  for (int i = 0; i < 20; ++i) {
    HttpServer server{{"127.0.0.1", 0}, nothing};
    std::stop_source stop;
    if (i % 2 == 0) stop.request_stop();
    std::jthread runs{[&] { server.run(stop.get_token()); }};
    stop.request_stop();
  }
}

}  // namespace
}  // namespace semsite::test
