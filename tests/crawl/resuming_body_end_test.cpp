#include <gtest/gtest.h>

#include <string>

#include "crawl/resuming_body.hpp"
#include "support/crawl_kit.hpp"

namespace semsite::test::resuming_body_end_test {
namespace {

// RFC 9110 §15.5.17: what a 416 says of the length stands in its Content-Range, if it
// does.
TEST(ResumingBodyEnd, A416WithoutATotalIsNoEndOfWhatBrokeOff) {
  const std::string url = "http://a.example/dump.nt";
  for (const HeaderList& fields :
       {HeaderList{}, HeaderList{{"content-range", "bytes */*"}},
        HeaderList{{"etag", "\"v1\""}}}) {
    CrawlKit kit;
    kit.web.on(url, {{.headers = {{"etag", "\"v1\""}, {"transfer-encoding", "chunked"}},
                      .body = std::string(10'000, 'x'),
                      .break_after = 5000},
                     {.status = 416, .headers = fields}});
    Request request;
    request.url = url;
    ResumingBody body{
        kit.web.open(request),
        request,
        {kit.web, kit.counters, kit.console, hasty(), kit.stop.get_token()}};
    EXPECT_EQ(drain(body).error, "fetch.changed");
  }
}

}  // namespace
}  // namespace semsite::test::resuming_body_end_test
