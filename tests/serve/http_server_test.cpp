#include "serve/http_server.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"

namespace semsite::test::http_server_test {
namespace {

using namespace std::chrono_literals;

constexpr int kSmallWindow = 4096;
const ListenAddress kAnyPort{"127.0.0.1", 0};
const HostNames kOwnNames{kAnyPort, {}};
const ServedSite kNothing = [](const SiteRequest&) { return SiteAnswer{}; };

/// A service that runs while this lives.
class Running {
 public:
  explicit Running(ServedSite site, ConnectionLimits limits = {})
      : server_{kAnyPort, kOwnNames, std::move(site), limits},
        thread_{[this](const std::stop_token& stop) { server_.run(stop); }} {}

  /// `window`: bytes that the kernel is to take for the client, 0 for its default.
  [[nodiscard]] Descriptor connect(int window = 0) const {
    Descriptor out{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (window > 0)
      ::setsockopt(out.get(), SOL_SOCKET, SO_RCVBUF, &window, sizeof window);
    const timeval bound{.tv_sec = 20, .tv_usec = 0};
    ::setsockopt(out.get(), SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof bound);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons(server_.address().port);
    EXPECT_EQ(::connect(out.get(), reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
    return out;
  }
  /// A client that has sent `text`.
  [[nodiscard]] Descriptor sent(const std::string& text, int window = 0) const {
    Descriptor out = connect(window);
    write_all(out.get(), text, "client");
    return out;
  }
  /// All that comes until the connection ends.
  [[nodiscard]] std::string ask(const std::string& text) const {
    const Descriptor client = sent(text);
    std::string out;
    char piece[4096];
    for (ssize_t got = 0;
         (got = ::recv(client.get(), piece, sizeof piece, 0)) > 0 && out.size() < 10'000;)
      out.append(piece, static_cast<std::size_t>(got));
    return out;
  }

 private:
  HttpServer server_;
  std::jthread thread_;
};

std::string get(const std::string& host = "localhost", const std::string& target = "/") {
  return "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
}

SiteAnswer text(std::string body) {
  return {.status = 200, .type = "text/plain", .body = std::move(body)};
}

TEST(HttpServer, TakesAFreePortAndKeepsItForItself) {
  const HttpServer server{kAnyPort, kOwnNames, kNothing};
  EXPECT_NE(server.address().port, 0);
  EXPECT_THROW((HttpServer{server.address(), kOwnNames, kNothing}), RunError);
}

TEST(HttpServer, EndsAtOnceIfItIsStoppedBeforeOrWhileItRuns) {
  for (int i = 0; i < 20; ++i) {
    HttpServer server{kAnyPort, kOwnNames, kNothing};
    std::stop_source stop;
    if (i % 2 == 0) stop.request_stop();
    std::jthread runs{[&] { server.run(stop.get_token()); }};
    stop.request_stop();
  }
}

TEST(HttpServer, AsksTheSiteOnlyInItsOwnNameAndOnlyToRead) {
  const Running service{[](const SiteRequest& request) {
    return text(request.method + " " + request.target + " " + request.host);
  }};
  EXPECT_TRUE(
      service.ask(get("LocalHost:80", "/a?b")).ends_with("GET /a?b LocalHost:80"));
  EXPECT_TRUE(service.ask("GET / HTTP/1.0\r\n\r\n").ends_with("GET / "));
  for (const std::string host : {"evil.example", "%6cocalhost", "localhost.", ""})
    EXPECT_TRUE(service.ask(get(host)).starts_with("HTTP/1.1 421 ")) << host;
  EXPECT_TRUE(service.ask("GET http://evil.example/ HTTP/1.0\r\n\r\n")
                  .starts_with("HTTP/1.1 421 "));
  for (const std::string method : {"POST", "OPTIONS", "FROB", "get"})
    EXPECT_TRUE(service.ask(method + get().substr(3)).starts_with("HTTP/1.1 405 "));
}

TEST(HttpServer, AnErrorOfTheSiteIsAnAnswer) {
  const Running service{
      [](const SiteRequest&) -> SiteAnswer { throw RunError{"out of order"}; }};
  const std::string got = service.ask(get());
  EXPECT_TRUE(got.starts_with("HTTP/1.1 500 ")) << got;
  EXPECT_NE(got.find("out of order"), std::string::npos);
}

// More than may be open at once: whoever sends a whole request is answered at once.
TEST(HttpServer, ClientsThatSendNothingOrLittleKeepNobodyWaiting) {
  const Running service{[](const SiteRequest&) { return text("here"); },
                        {.answers = 2, .connections = 20}};
  std::vector<Descriptor> slow;
  for (int i = 0; i < 50; ++i)
    slow.push_back(service.sent(i % 2 == 0 ? "" : "GET / HTTP/1.1\r\nHost: lo"));
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(service.ask(get()).ends_with("here"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
}

// The answers are no larger than what makes them wait for their client: whoever takes
// nothing has a small window, and the kernel holds at most 4 MiB for the service. Making
// larger ones took longer under a sanitizer than a request waits for its turn.
TEST(HttpServer, ClientsThatDoNotTakeTheirAnswersLoseThemWhenOthersWait) {
  const Running service{[](const SiteRequest& request) {
                          const bool large = request.target == "/large";
                          return text(std::string(large ? 8'000'000 : 10, 'a'));
                        },
                        {.answers = 2, .answer_bytes = 24'000'000}};
  std::vector<Descriptor> slow;
  for (int i = 0; i < 6; ++i) {
    slow.push_back(service.sent(get("localhost", "/large"), kSmallWindow));
    char one = 0;
    if (i >= 3) continue;
    EXPECT_EQ(::recv(slow.back().get(), &one, 1, 0), 1);  // it is being sent
  }
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(service.ask(get()).ends_with("aaaaaaaaaa"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
}

TEST(HttpServer, RequestsWaitForTheirTurnAndAreRefusedIfItDoesNotCome) {
  std::mutex mutex;
  std::condition_variable changed;
  bool open = false;
  int in_work = 0;
  const Running service{[&](const SiteRequest&) {
                          std::unique_lock lock{mutex};
                          ++in_work;
                          changed.notify_all();
                          changed.wait(lock, [&] { return open; });
                          return text("late");
                        },
                        {.turn = 100ms, .answers = 1}};
  const Descriptor first = service.sent(get());
  {
    std::unique_lock lock{mutex};
    changed.wait(lock, [&] { return in_work == 1; });
  }
  const std::string refused = service.ask(get());
  EXPECT_TRUE(refused.starts_with("HTTP/1.1 503 ")) << refused;
  EXPECT_NE(refused.find("Retry-After: "), std::string::npos);
  {
    const std::lock_guard lock{mutex};
    open = true;
  }
  changed.notify_all();
  EXPECT_TRUE(service.ask(get()).ends_with("late"));
}

}  // namespace
}  // namespace semsite::test::http_server_test
