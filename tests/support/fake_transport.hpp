#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
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
};

inline Answer redirect(std::string to, int status = 302) {
  return {.status = status, .headers = {{"location", std::move(to)}}};
}
inline Answer no_answer(FetchFailure failure) { return {.failure = failure}; }

/// A Transport that answers from a table and keeps a log; unknown URLs get a 404.
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

  [[nodiscard]] std::unique_ptr<Body> open(Request request) override {
    const std::scoped_lock lock{mutex_};
    log_.push_back(request);
    Answer answer{.status = 404};
    if (const auto known = table_.find(request.url); known != table_.end()) {
      auto& [answers, next] = known->second;
      answer = answers[next];
      if (next + 1 < answers.size()) ++next;
    }
    if (cancelled_) answer = no_answer(FetchFailure::cancelled);
    return std::make_unique<FakeBody>(std::move(answer), request.url);
  }
  void hold(const std::string& url, std::chrono::milliseconds pause) override {
    const std::scoped_lock lock{mutex_};
    holds_.emplace_back(url, pause);
  }
  void cancel() override {
    const std::scoped_lock lock{mutex_};
    cancelled_ = true;
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
  class FakeBody final : public Body {
   public:
    FakeBody(Answer answer, std::string url)
        : answer_(std::move(answer)),
          bytes_(answer_.body.substr(0, answer_.break_after.value_or(std::string::npos)),
                 kStep) {
      head_.status = answer_.status;
      head_.protocol = url.starts_with("file:") ? "file" : "HTTP/1.1";
      head_.url = std::move(url);
      head_.headers = answer_.headers;
    }

    [[nodiscard]] const ResponseHead& head() override {
      if (answer_.failure != FetchFailure::none && !answer_.break_after)
        throw FetchError{answer_.failure, head_.url + ": no answer"};
      return head_;
    }
    [[nodiscard]] Block read() override {
      Block block = bytes_.read();
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
    ResponseHead head_;
    MemorySource bytes_;
    std::uint64_t wire_ = 0;
  };

  std::mutex mutex_;
  std::map<std::string, std::pair<std::vector<Answer>, std::size_t>, std::less<>> table_;
  std::vector<Request> log_;
  std::vector<std::pair<std::string, std::chrono::milliseconds>> holds_;
  bool cancelled_ = false;
};

}  // namespace semsite::test
