#include "serve/http_server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "serve/connection_threads.hpp"

namespace semsite {
namespace {

/// What the library reads and writes through.
class ConnectionStream : public httplib::Stream {
 public:
  explicit ConnectionStream(Connection& connection) : connection_(connection) {}

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, size_t size) override { return connection_.read(to, size); }
  ssize_t write(const char* bytes, size_t size) override {
    // A 304 says nothing of the length of what it stands for (RFC 9110 §8.6).
    constexpr std::string_view kLength = "Content-Length: 0\r\n";
    std::string_view text{bytes, size};
    std::string head;
    if (text.starts_with("HTTP/1.1 304 "))
      if (const std::size_t at = text.find(kLength); at != std::string_view::npos)
        text = head = std::string{text}.erase(at, kLength.size());
    return connection_.write(text) ? static_cast<ssize_t>(size) : -1;
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip.clear();
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    ip.clear();
    port = 0;
  }
  socket_t socket() const override { return connection_.socket(); }

 private:
  Connection& connection_;
};

/// Gives the library's tasks to threads of ours.
class Tasks : public httplib::TaskQueue {
 public:
  explicit Tasks(ConnectionThreads& threads) : threads_(threads) {}
  void enqueue(std::function<void()> task) override {
    // In the thread that listens a connection is refused.
    if (!threads_.run(task)) task();
  }
  void shutdown() override { threads_.end(); }

 private:
  ConnectionThreads& threads_;
};

std::string plain_answer(int status, std::string_view reason, std::string_view text) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: text/plain; charset=utf-8\r\n"
      "X-Content-Type-Options: nosniff\r\nContent-Length: {}\r\nConnection: close\r\n\r\n"
      "{}",
      status, reason, text.size(), text);
}

SiteAnswer refusal(int status, const std::string& text) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = text};
}

bool is_read(const std::string& method) { return method == "GET" || method == "HEAD"; }

bool has_content(const httplib::Request& request) {
  return request.has_header("Transfer-Encoding") ||
         (request.has_header("Content-Length") &&
          request.get_header_value("Content-Length") != "0");
}

}  // namespace

std::string http_date(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  // Not strftime: its names are those of the user's language.
  constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays[parts.tm_wday],
                     parts.tm_mday, kMonths[parts.tm_mon], parts.tm_year + 1900,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

bool takes_gzip(std::string_view accepted) {
  for (const std::string_view part : split(accepted, ',')) {
    const std::vector<std::string_view> pieces = split(part, ';');
    if (!equal_ignoring_case(trim(pieces.front()), "gzip")) continue;
    if (pieces.size() < 2) return true;
    const std::string_view weight = trim(pieces[1]);
    return !starts_with_ignoring_case(weight, "q=0") ||
           weight.find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

class HttpServer::Listener : public httplib::Server {
 public:
  Listener(const ListenAddress& address, ServedSite site, ConnectionLimits limits)
      : address_(address),
        site_(std::move(site)),
        limits_(limits),
        wake_(::eventfd(0, EFD_CLOEXEC)),
        threads_(limits.connections) {
    if (!wake_.valid()) throw RunError{"cannot make an eventfd"};
    new_task_queue = [this] { return new Tasks{threads_}; };  // the library deletes it
    // Not SO_REUSEPORT, by which two services would share a port and its requests.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_tcp_nodelay(true);
    set_keep_alive_max_count(limits_.requests);
    set_keep_alive_timeout(
        std::chrono::duration_cast<std::chrono::seconds>(limits_.idle).count());
    set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          answer(request, response);
          return HandlerResponse::Handled;
        });
    set_error_handler(Handler{[](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty())
        response.set_content("This is no request that can be read.\n",
                             "text/plain; charset=utf-8");
    }});
    bind();
  }

  [[nodiscard]] const ListenAddress& address() const { return address_; }

  void run(const std::stop_token& stop) {
    std::atomic<bool> over{false};
    const std::stop_callback wake_up{stop, [this] { wake(); }};
    listening_ = std::this_thread::get_id();
    std::jthread ender{[&] {
      eventfd_t count = 0;
      while (::eventfd_read(wake_.get(), &count) < 0 && errno == EINTR) {
      }
      wake();  // the connections look at it, too
      while (!over && !is_running())
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
      if (!over) this->stop();
    }};
    const bool ended_well = listen_after_bind();
    over = true;
    wake();
    if (!ended_well && !stop.stop_requested())
      throw RunError{fmt::format("{}: cannot take connections", start_url(address_))};
  }

 private:
  void wake() { ::eventfd_write(wake_.get(), 1); }

  void bind() {
    errno = 0;
    if (address_.port == 0) {
      const int port = bind_to_any_port(address_.host);
      if (port > 0) address_.port = static_cast<std::uint16_t>(port);
    } else if (!bind_to_port(address_.host, address_.port)) {
      const int why = errno;
      throw RunError{fmt::format(
          "{}: cannot listen there: {}; choose another with --listen, or any free port "
          "with --listen :0",
          start_url(address_),
          why == 0 ? "not an address of this machine" : std::strerror(why))};
    }
    if (address_.port == 0)
      throw RunError{fmt::format("{}: cannot listen there", start_url(address_))};
    ::listen(svr_sock_, SOMAXCONN);  // the library's own queue is of five
  }

  bool process_and_close_socket(socket_t socket) override {
    Connection connection{socket, wake_.get(), limits_};
    if (std::this_thread::get_id() == listening_) {
      (void)!::send(socket, kBusy.data(), kBusy.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      return false;
    }
    ConnectionStream stream{connection};
    for (std::size_t count = 1; count <= limits_.requests; ++count) {
      const bool crowded = threads_.busy() * 4 > limits_.connections * 3;
      switch (connection.read_head(crowded ? limits_.idle / 10 : limits_.idle)) {
        case Connection::Head::complete:
          break;
        case Connection::Head::ended:
          return true;
        case Connection::Head::too_long:
          connection.expect_more();
          (void)connection.write(plain_answer(
              431, "Request Header Fields Too Large",
              fmt::format("The request is longer than {} bytes.\n", limits_.head_bytes)));
          return true;
        case Connection::Head::too_slow:
          (void)connection.write(
              plain_answer(408, "Request Timeout", "The request came too slowly.\n"));
          return true;
      }
      bool was_read = false;
      bool closes = crowded || count == limits_.requests;
      bool client_closes = false;
      const auto prepare = [&](httplib::Request& request) {
        was_read = true;
        if (!is_read(request.method) || has_content(request)) {
          connection.expect_more();
          request.headers.erase("Connection");
          request.headers.emplace("Connection", "close");
          closes = true;
        }
        // Answers are whole; Expect is for content, which is not read.
        request.ranges.clear();
        for (const char* const name : {"Range", "Expect"}) request.headers.erase(name);
        // Brotli as the library does it takes longer than the search.
        const bool packs = takes_gzip(request.get_header_value("Accept-Encoding"));
        request.headers.erase("Accept-Encoding");
        if (packs) request.headers.emplace("Accept-Encoding", "gzip");
      };
      const bool written = process_request(stream, closes, client_closes, prepare);
      if (!was_read) connection.expect_more();
      if (!written || !was_read || closes || client_closes) return written;
    }
    return true;
  }

  SiteAnswer answer_of(const httplib::Request& request) {
    if (!is_read(request.method)) {
      SiteAnswer out = refusal(405, "Only GET and HEAD: this service changes nothing.\n");
      out.fields.emplace_back("Allow", "GET, HEAD");
      return out;
    }
    const std::size_t hosts = request.get_header_value_count("Host");
    if (hosts > 1 || (hosts == 0 && request.version == "HTTP/1.1"))
      return refusal(400, "A request has one Host field (RFC 9112 section 3.2).\n");
    const std::string host = request.get_header_value("Host");
    if (!may_be_called(host.empty() ? address_.host : host, address_))
      return refusal(421, "This service does not answer to that host name.\n");
    return site_({.method = request.method,
                  .target = request.target,
                  .host = host,
                  .if_none_match = request.get_header_value("If-None-Match"),
                  .if_modified_since = request.get_header_value("If-Modified-Since")});
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    SiteAnswer out;
    try {
      out = answer_of(request);
    } catch (const std::exception& error) {
      out = refusal(
          500, fmt::format("An error of the service: {}\n", excerpt(error.what(), 300)));
    }
    response.status = out.status;
    response.set_header("Date", http_date(std::time(nullptr)));
    response.set_header("Server", "semsite/" SEMSITE_VERSION);
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Vary", "Accept-Encoding");
    response.set_header("Accept-Ranges", "none");
    for (const auto& [name, value] : out.fields) response.set_header(name, value);
    if (out.type.empty()) return;
    response.body = std::move(out.body);
    response.set_header("Content-Type", out.type);
  }

  static constexpr std::string_view kBusy =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\n"
      "Retry-After: 2\r\nContent-Length: 22\r\nConnection: close\r\n\r\n"
      "Too many connections.\n";

  ListenAddress address_;
  ServedSite site_;
  ConnectionLimits limits_;
  Descriptor wake_;
  std::thread::id listening_;
  ConnectionThreads threads_;  ///< ends before what it uses
};

HttpServer::HttpServer(const ListenAddress& address, ServedSite site,
                       ConnectionLimits limits)
    : listener_(std::make_unique<Listener>(address, std::move(site), limits)) {}
HttpServer::~HttpServer() = default;

const ListenAddress& HttpServer::address() const { return listener_->address(); }
void HttpServer::run(const std::stop_token& stop) { listener_->run(stop); }

}  // namespace semsite
