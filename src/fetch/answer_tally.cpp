#include "fetch/answer_tally.hpp"

#include <fmt/format.h>

namespace semsite {
namespace {

/// What the families of one kind of requests are called, and what they are.
struct Names {
  std::string_view responses, responses_help, failures, failures_help, retries,
      retries_help, seconds, seconds_help;
};
constexpr Names kWeb{"semsite_responses_total",
                     "Answers whose head came, by class of status.",
                     "semsite_request_failures_total",
                     "Requests that no answer came to, by reason.",
                     "semsite_retries_total",
                     "Requests sent once more, or for the rest of a body.",
                     "semsite_response_duration_seconds",
                     "From the sending of a request to the head of its answer."};
constexpr Names kStore{
    "semsite_store_responses_total",
    "Answers of the store, by class of status.",
    "semsite_store_request_failures_total",
    "Requests to the store that no answer came to, by reason.",
    "semsite_store_retries_total",
    "Bodies sent to the store once more.",
    "semsite_store_response_duration_seconds",
    "From the sending of a request to the head of the store's answer."};

}  // namespace

void AnswerTally::write(MetricsText& text, Of of) const {
  const Names& names = of == Of::web ? kWeb : kStore;
  // Those that may come are there from the beginning: what was never seen has no rate.
  for (std::size_t kind = 0; kind < answers_.size(); ++kind)
    if (kind >= 2 || answers_[kind] > 0)
      text.counter(names.responses, names.responses_help, answers_[kind],
                   {{"status", kind == 0 ? "other" : fmt::format("{}xx", kind)}});
  for (std::size_t i = 1; i < failures_.size(); ++i)
    text.counter(names.failures, names.failures_help, failures_[i],
                 {{"reason", std::string{failure_name(static_cast<FetchFailure>(i))}}});
  text.counter(names.retries, names.retries_help, retries_);
  text.histogram(names.seconds, names.seconds_help, took_);
}

void TransportLoad::write(MetricsText& text) const {
  const auto gauge = [&](std::string_view name, std::string_view help,
                         const std::atomic<std::int64_t>& value) {
    text.gauge(name, help, static_cast<double>(value.load()));
  };
  gauge("semsite_hosts_waiting", "Hosts with requests that wait for their turn.",
        hosts_waiting);
  gauge("semsite_requests_waiting", "Requests that wait for the turn of their host.",
        requests_waiting);
  gauge("semsite_requests_running", "Requests under way.", requests_running);
}

}  // namespace semsite
