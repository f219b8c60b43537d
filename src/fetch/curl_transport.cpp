#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/mutex.hpp"
#include "base/url.hpp"
#include "fetch/body.hpp"
#include "fetch/curl_exchange.hpp"
#include "fetch/curl_loop.hpp"
#include "fetch/file_transport.hpp"
#include "fetch/transport.hpp"

namespace semsite {
namespace {

class CurlTransport final : public Transport {
 public:
  explicit CurlTransport(TransportOptions options)
      : setup_(std::move(options)), loop_(setup_) {}

  [[nodiscard]] std::unique_ptr<Body> open(Request request) override {
    if (is_file_url(request.url) && request.may_be_local)
      return open_file(request, setup_.options.downloads);
    const std::uint64_t id = ++last_id_;
    const std::shared_ptr<CurlInbox> inbox = loop_for(request.url).inbox();
    auto pipe = std::make_shared<BodyPipe>(
        [inbox, id] { inbox->post(CurlInbox::Resume{id}); },
        [inbox, id] { inbox->post(CurlInbox::Abandon{id}); },
        request.looks_first ? BodyPipe::Begin::by_look : BodyPipe::Begin::at_once);
    try {
      auto exchange = std::make_unique<CurlExchange>(std::move(request), pipe, setup_);
      if (!inbox->post(CurlInbox::Open{.id = id, .exchange = std::move(exchange)}))
        pipe->fail(FetchFailure::cancelled, "the network thread has ended");
    } catch (const FetchError& error) {
      pipe->fail(error.failure(), error.what());
    }
    return read_end(std::move(pipe));
  }

  void hold(const std::string& url, std::chrono::milliseconds pause) override {
    if (!is_of_server(url)) return;
    try {
      const ServerOrigin origin = server_origin_of(url);
      loop_for(url).inbox()->post(CurlInbox::Hold{
          .place = {.target = setup_.target_of(origin), .host = origin.host},
          .pause = pause});
    } catch (const FetchError&) {
      // No request to such a URL ever starts.
    }
  }

  void cancel() override {
    loop_.cancel();
    const MutexLock lock{mutex_};
    for (const auto& [host, loop] : ftp_loops_) loop->cancel();
  }

  void cancel_owned(std::uint64_t owner) override {
    loop_.inbox()->post(CurlInbox::CancelOwned{owner});
    const MutexLock lock{mutex_};
    for (const auto& [host, loop] : ftp_loops_)
      loop->inbox()->post(CurlInbox::CancelOwned{owner});
  }

 private:
  CurlLoop& loop_for(const std::string& url) {
    if (!is_ftp(url)) return loop_;
    constexpr std::size_t kMostLoops = 64;
    std::string host = host_of(url);
    const MutexLock lock{mutex_};
    if (ftp_loops_.size() >= kMostLoops && !ftp_loops_.contains(host))
      host = ftp_loops_.begin()->first;
    std::unique_ptr<CurlLoop>& loop = ftp_loops_[host];
    if (!loop) loop = std::make_unique<CurlLoop>(setup_, CurlLoop::Speaks::ftp);
    return *loop;
  }

  ExchangeSetup setup_;
  std::atomic<std::uint64_t> last_id_{0};
  CurlLoop loop_;
  Mutex mutex_;
  std::map<std::string, std::unique_ptr<CurlLoop>> ftp_loops_ SEMSITE_GUARDED_BY(mutex_);
};

class SharedTransport final : public Transport {
 public:
  explicit SharedTransport(Transport& shared) : shared_(shared), owner_(next_owner()) {}

  [[nodiscard]] std::unique_ptr<Body> open(Request request) override {
    request.owner = owner_;
    std::unique_ptr<Body> out = shared_.open(std::move(request));
    if (cancelled_) shared_.cancel_owned(owner_);
    return out;
  }
  void hold(const std::string& url, std::chrono::milliseconds pause) override {
    shared_.hold(url, pause);
  }
  void cancel() override {
    cancelled_ = true;
    shared_.cancel_owned(owner_);
  }
  void cancel_owned(std::uint64_t owner) override { shared_.cancel_owned(owner); }

 private:
  static std::uint64_t next_owner() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  Transport& shared_;
  const std::uint64_t owner_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace

std::unique_ptr<Transport> make_shared_transport(Transport& shared) {
  return std::make_unique<SharedTransport>(shared);
}

std::unique_ptr<Transport> make_transport(TransportOptions options) {
  return std::make_unique<CurlTransport>(std::move(options));
}

}  // namespace semsite
