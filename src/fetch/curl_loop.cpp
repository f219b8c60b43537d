#include "fetch/curl_loop.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace semsite {
namespace {

constexpr std::chrono::milliseconds kLongestSleep{60'000};
constexpr const char* kEnded = "the run was ended before all of it came";

CURLM* multi(void* handle) { return static_cast<CURLM*>(handle); }

std::vector<AddressRange> shared_ranges(const TransportOptions& options) {
  std::vector<AddressRange> out = options.more_shared_addresses;
  if (options.shared_addresses)
    out.insert(out.end(), options.shared_addresses->begin(),
               options.shared_addresses->end());
  return out;
}

PolitenessRules rules_of(const TransportOptions& options) {
  return {.delay = options.delay,
          .connections = options.connections,
          .parallel = options.parallel,
          .is_shared = [ranges = shared_ranges(options)](const std::string& text) {
            const auto address = literal_address(text);
            return address && std::ranges::any_of(ranges, [&](const AddressRange& one) {
                     return one.contains(*address);
                   });
          }};
}

/// libcurl wants one call before any thread uses it.
void use_libcurl() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK)
    throw std::runtime_error{fmt::format("libcurl: {}", curl_easy_strerror(code))};
}

}  // namespace

bool CurlInbox::post(Command command) {
  const MutexLock lock{mutex_};
  if (multi_ == nullptr) return false;
  commands_.push_back(std::move(command));
  if (commands_.size() == 1) curl_multi_wakeup(multi(multi_));
  return true;
}

std::vector<CurlInbox::Command> CurlInbox::take() {
  const MutexLock lock{mutex_};
  return std::exchange(commands_, {});
}

std::vector<CurlInbox::Command> CurlInbox::close() {
  const MutexLock lock{mutex_};
  multi_ = nullptr;
  return std::exchange(commands_, {});
}

void CurlLoop::MultiDeleter::operator()(void* handle) const {
  curl_multi_cleanup(multi(handle));
}

CurlLoop::CurlLoop(const ExchangeSetup& setup, Speaks speaks)
    : politeness_(rules_of(setup.options), clock_),
      gate_(setup.options.gate),
      budget_(setup.options.rate),
      load_(setup.options.load),
      speaks_(speaks) {
  use_libcurl();
  multi_.reset(curl_multi_init());
  if (!multi_) throw std::bad_alloc{};
  curl_multi_setopt(multi(multi_.get()), CURLMOPT_PIPELINING,
                    static_cast<long>(CURLPIPE_MULTIPLEX));
  curl_multi_setopt(multi(multi_.get()), CURLMOPT_MAXCONNECTS,
                    static_cast<long>(setup.options.parallel) + 16);
  inbox_ = std::make_shared<CurlInbox>(multi_.get());
  thread_ = std::jthread{[this] { run(); }};
}

CurlLoop::~CurlLoop() {
  inbox_->post(CurlInbox::Stop{});
  if (speaks_ == Speaks::ftp) sockets_.break_off();
  thread_.join();
}

void CurlLoop::cancel() {
  inbox_->post(CurlInbox::CancelAll{});
  if (speaks_ == Speaks::ftp) sockets_.break_off();
}

void CurlLoop::run() {
  // Signals are the main thread's business; TLS writes to a closed socket raise SIGPIPE.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  std::string reason = "the run has ended";
  try {
    while (!stopping_) round();
  } catch (const std::exception& error) {
    reason = fmt::format("the network thread failed: {}", error.what());
  }
  fail_all(FetchFailure::cancelled, reason);
  for (CurlInbox::Command& command : inbox_->close())
    if (const auto* open = std::get_if<CurlInbox::Open>(&command))
      open->exchange->fail(FetchFailure::cancelled, reason);
  tell_load();
}

/// Others may tell of theirs in the same place: what has changed is added.
void CurlLoop::tell_load() {
  const auto tell = [](std::atomic<std::int64_t>& to, std::size_t now, std::size_t told) {
    if (now != told)
      to += static_cast<std::int64_t>(now) - static_cast<std::int64_t>(told);
  };
  const Politeness::Load now = politeness_.load();
  const Politeness::Load told = std::exchange(told_, now);
  tell(load_->hosts_waiting, now.hosts_waiting, told.hosts_waiting);
  tell(load_->requests_waiting, now.requests_waiting, told.requests_waiting);
  tell(load_->requests_running, now.requests_running, told.requests_running);
}

void CurlLoop::round() {
  for (CurlInbox::Command& command : inbox_->take())
    std::visit([this](auto& order) { obey(order); }, command);
  start_due();
  resume_paid();
  int still_running = 0;
  if (const CURLMcode code = curl_multi_perform(multi(multi_.get()), &still_running);
      code != CURLM_OK)
    throw std::runtime_error{curl_multi_strerror(code)};
  look_after_running();
  const bool ended = collect_ended();
  give_up();
  tell_load();
  if (stopping_ || ended) return;  // there may be room for waiting requests now
  curl_multi_poll(multi(multi_.get()), nullptr, 0, sleep_milliseconds(), nullptr);
}

void CurlLoop::obey(CurlInbox::Open& command) {
  CurlExchange& exchange = *command.exchange;
  if (cancelled_) {
    exchange.fail(FetchFailure::cancelled, kEnded);
    return;
  }
  politeness_.enqueue(command.id, exchange.place(), exchange.crawl_delay());
  exchanges_.emplace(command.id, std::move(command.exchange));
}

void CurlLoop::obey(const CurlInbox::Resume& command) {
  const auto found = exchanges_.find(command.id);
  if (found != exchanges_.end() && found->second->handle() != nullptr)
    found->second->resume(clock_.now());
}

void CurlLoop::obey(const CurlInbox::Abandon& command) {
  const auto found = exchanges_.find(command.id);
  if (found == exchanges_.end()) return;
  CurlExchange& exchange = *found->second;
  if (exchange.handle() == nullptr || exchange.abandon(clock_.now())) end(command.id);
}

void CurlLoop::obey(const CurlInbox::Hold& command) {
  politeness_.hold(command.place, command.pause);
  if (gate_) gate_->paused(command.place.host, command.pause);
}

void CurlLoop::obey(const CurlInbox::CancelAll&) {
  cancelled_ = true;
  fail_all(FetchFailure::cancelled, kEnded);
}

void CurlLoop::obey(const CurlInbox::CancelOwned& command) {
  std::vector<Id> owned;
  for (const auto& [id, exchange] : exchanges_)
    if (exchange->owner() == command.owner) owned.push_back(id);
  for (const Id id : owned) {
    exchanges_.at(id)->fail(FetchFailure::cancelled, kEnded);
    end(id);
  }
}

void CurlLoop::obey(const CurlInbox::Stop&) { stopping_ = true; }

void CurlLoop::start_due() {
  while (const auto id = politeness_.next()) {
    CurlExchange& exchange = *exchanges_.at(*id);
    try {
      if (gate_) {
        const Politeness::Place place = exchange.place();
        const auto pause =
            gate_->pause_before(place.host, place.target, exchange.crawl_delay());
        if (pause > std::chrono::milliseconds{0}) {
          politeness_.put_back(*id, pause);
          continue;
        }
      }
      void* handle = exchange.start(budget_, sockets_, curl_handles_);
      if (const CURLMcode code =
              curl_multi_add_handle(multi(multi_.get()), static_cast<CURL*>(handle));
          code != CURLM_OK)
        throw FetchError{FetchFailure::protocol, curl_multi_strerror(code)};
      running_.emplace(handle, *id);
    } catch (const FetchError& error) {
      exchange.fail(error.failure(), error.what());
      end(*id);
    }
  }
}

void CurlLoop::look_after_running() {
  const Clock::Time now = clock_.now();
  for (const auto& [handle, id] : running_) {
    CurlExchange& exchange = *exchanges_.at(id);
    exchange.flush();
    if (exchange.take_budget_pause()) waiting_for_budget_.push_back(id);
    if (exchange.take_sent()) politeness_.sent(id);
    if (const std::string address = exchange.take_address(); !address.empty()) {
      if (gate_) gate_->connected(exchange.place().host, address);
      politeness_.share(exchange.place(), address);
    }
    if (const auto answer = exchange.take_answer())
      politeness_.answered(id, answer->first, answer->second);
    const auto silent_from = exchange.silent_from();
    const bool is_silent = silent_from && *silent_from <= now;
    if (is_silent == exchange.is_told_silent) continue;
    exchange.is_told_silent = is_silent;
    if (is_silent)
      politeness_.silent(id);
    else
      politeness_.awake(id);
  }
}

bool CurlLoop::collect_ended() {
  bool any = false;
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi(multi_.get()), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const Id id = running_.at(message->easy_handle);
    exchanges_.at(id)->complete(static_cast<int>(message->data.result));
    end(id);
    any = true;
  }
  return any;
}

void CurlLoop::give_up() {
  const Clock::Time now = clock_.now();
  std::vector<Id> given_up;
  for (const auto& [handle, id] : running_) {
    const auto at = exchanges_.at(id)->give_up_time();
    if (at && *at <= now && exchanges_.at(id)->give_up(now)) given_up.push_back(id);
  }
  for (const Id id : given_up) end(id);
}

void CurlLoop::end(Id id) {
  const auto found = exchanges_.find(id);
  if (void* handle = found->second->handle();
      handle != nullptr && running_.erase(handle) > 0) {
    curl_multi_remove_handle(multi(multi_.get()), static_cast<CURL*>(handle));
    found->second->give_back(curl_handles_);
  }
  exchanges_.erase(found);
  politeness_.finish(id);
}

void CurlLoop::fail_all(FetchFailure failure, const std::string& reason) {
  while (!exchanges_.empty()) {
    const auto first = exchanges_.begin();
    first->second->fail(failure, reason);
    end(first->first);
  }
}

void CurlLoop::resume_paid() {
  const Clock::Time now = clock_.now();
  while (!waiting_for_budget_.empty() && budget_.is_open(now)) {
    const Id id = waiting_for_budget_.front();
    waiting_for_budget_.pop_front();
    if (const auto found = exchanges_.find(id); found != exchanges_.end())
      found->second->resume(now);
  }
}

int CurlLoop::sleep_milliseconds() {
  const Clock::Time now = clock_.now();
  Clock::Time until = now + kLongestSleep;
  if (!waiting_for_budget_.empty()) until = std::min(until, budget_.open_at());
  if (const auto due = politeness_.due()) until = std::min(until, *due);
  for (const auto& [handle, id] : running_) {
    CurlExchange& exchange = *exchanges_.at(id);
    if (const auto at = exchange.give_up_time()) until = std::min(until, *at);
    if (const auto at = exchange.silent_from(); at && !exchange.is_told_silent)
      until = std::min(until, *at);
  }
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - now);
  return static_cast<int>(std::max(wait, std::chrono::milliseconds{0}).count());
}

}  // namespace semsite
