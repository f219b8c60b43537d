#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "fetch/transport.hpp"

namespace semsite::test {

/// One answer of a FakeTransport.
struct Answer {
  int status = 200;
  HeaderList headers{};  ///< names in lower case
  std::string body{};
  std::optional<std::size_t> break_after{};   ///< fails after so many bytes of the body
  FetchFailure failure = FetchFailure::none;  ///< with `break_after`: how; else no head
  std::string address{};                      ///< of the server
  std::chrono::milliseconds delay{0};         ///< before the head comes
};

inline Answer redirect(std::string to, int status = 302) {
  return {.status = status, .headers = {{"location", std::move(to)}}};
}
inline Answer no_answer(FetchFailure failure) { return {.failure = failure}; }

/// A Transport that answers from a table and keeps a log; unknown URLs get a 404. A
/// validator that a request gives and the answer has makes that a 304 (RFC 9110 §13.2.2).
class FakeTransport final : public Transport {
 public:
  /// Requests for `url` get `answers` in turn, the last one again and again.
  void on(const std::string& url, std::vector<Answer> answers) {
    const std::scoped_lock lock{mutex_};
    table_[url] = {std::move(answers), 0};
  }
  void on(const std::string& url, std::string body) {
    on(url, std::vector<Answer>{{.body = std::move(body)}});
  }

  /// Called with each request before it is answered; set before the first one.
  std::function<void(const Request&)> on_request{};

  [[nodiscard]] std::unique_ptr<Body> open(Request request) override {
    if (on_request) on_request(request);
    const std::scoped_lock lock{mutex_};
    log_.push_back(request);
    Answer answer{.status = 404};
    if (const auto known = table_.find(request.url); known != table_.end()) {
      auto& [answers, next] = known->second;
      answer = answers[next];
      if (next + 1 < answers.size()) ++next;
    }
    if (*cancelled_) answer = no_answer(FetchFailure::cancelled);
    if (is_unchanged(request, answer)) {
      answer.status = 304;
      answer.body.clear();
    }
    return std::make_unique<FakeBody>(std::move(answer), request.url, cancelled_,
                                      delayed_);
  }
  void hold(const std::string& url, std::chrono::milliseconds pause) override {
    const std::scoped_lock lock{mutex_};
    holds_.emplace_back(url, pause);
  }
  void cancel() override { *cancelled_ = true; }
  /// Of requests with a delay, how many were under way at the same time.
  [[nodiscard]] int most_at_once() const { return delayed_->most; }
  /// Forgets what was asked so far.
  void clear_log() {
    const std::scoped_lock lock{mutex_};
    log_.clear();
  }

  [[nodiscard]] const std::vector<Request>& log() const { return log_; }
  [[nodiscard]] std::vector<std::string> urls() const {
    std::vector<std::string> out;
    for (const Request& request : log_) out.push_back(request.url);
    return out;
  }
  [[nodiscard]] std::size_t times(std::string_view url) const {
    std::size_t count = 0;
    for (const Request& request : log_) count += request.url == url ? 1U : 0U;
    return count;
  }
  [[nodiscard]] const std::vector<std::pair<std::string, std::chrono::milliseconds>>&
  holds() const {
    return holds_;
  }

 private:
  using Flag = std::shared_ptr<std::atomic<bool>>;
  struct Delayed {
    std::atomic<int> now = 0;
    std::atomic<int> most = 0;
  };

  static std::string_view value_of(const HeaderList& headers, std::string_view name) {
    for (const auto& [key, value] : headers)
      if (key == name) return value;
    return {};
  }
  static bool is_unchanged(const Request& request, const Answer& answer) {
    if (answer.status != 200 || answer.failure != FetchFailure::none) return false;
    const std::string_view tag = value_of(request.headers, "If-None-Match");
    if (!tag.empty()) return tag == value_of(answer.headers, "etag");
    const std::string_view date = value_of(request.headers, "If-Modified-Since");
    return !date.empty() && date == value_of(answer.headers, "last-modified");
  }

  class FakeBody final : public Body {
   public:
    FakeBody(Answer answer, std::string url, Flag cancelled,
             std::shared_ptr<Delayed> delayed)
        : answer_(std::move(answer)),
          cancelled_(std::move(cancelled)),
          delayed_(std::move(delayed)),
          bytes_(answer_.body.substr(0, answer_.break_after.value_or(std::string::npos)),
                 kStep) {
      head_.status = answer_.status;
      head_.protocol = url.starts_with("file:") ? "file" : "HTTP/1.1";
      head_.url = std::move(url);
      head_.headers = answer_.headers;
      head_.address = answer_.address;
    }

    [[nodiscard]] const ResponseHead& head() override {
      if (answer_.delay.count() > 0) {
        const int now = ++delayed_->now;
        int most = delayed_->most;
        while (now > most && !delayed_->most.compare_exchange_weak(most, now)) {
        }
      }
      const auto until = std::chrono::steady_clock::now() + answer_.delay;
      while (answer_.delay.count() > 0 && std::chrono::steady_clock::now() < until) {
        if (*cancelled_)
          throw FetchError{FetchFailure::cancelled, head_.url + ": cancelled"};
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
      }
      if (answer_.delay.count() > 0) --delayed_->now;
      answer_.delay = {};
      if (answer_.failure != FetchFailure::none && !answer_.break_after)
        throw FetchError{answer_.failure, head_.url + ": no answer"};
      return head_;
    }
    [[nodiscard]] Block read() override {
      Block block = bytes_.read();
      if (*cancelled_)
        throw FetchError{FetchFailure::cancelled, head_.url + ": cancelled"};
      wire_ += block.bytes.size();
      if (block.empty() && answer_.break_after) {
        const bool said = answer_.failure != FetchFailure::none;
        throw FetchError{said ? answer_.failure : FetchFailure::broken,
                         head_.url + ": broke off"};
      }
      return block;
    }
    [[nodiscard]] std::uint64_t wire_bytes() const override { return wire_; }

   private:
    static constexpr std::size_t kStep = 1000;
    Answer answer_;
    Flag cancelled_;
    std::shared_ptr<Delayed> delayed_;
    ResponseHead head_;
    MemorySource bytes_;
    std::uint64_t wire_ = 0;
  };

  std::mutex mutex_;
  std::map<std::string, std::pair<std::vector<Answer>, std::size_t>, std::less<>> table_;
  std::vector<Request> log_;
  std::vector<std::pair<std::string, std::chrono::milliseconds>> holds_;
  Flag cancelled_ = std::make_shared<std::atomic<bool>>(false);
  std::shared_ptr<Delayed> delayed_ = std::make_shared<Delayed>();
};

}  // namespace semsite::test
