#include "sites/web_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/secrets.hpp"
#include "base/url.hpp"
#include "base/version.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// However a site is spelt, it is one.
std::string checked_url(const std::string& url) {
  const auto parts = split_url(url);
  if (!parts || !(is_http(url) || is_file_url(url)) ||
      (is_http(url) && host_of(url).empty()))
    throw UsageError{fmt::format("{}: no absolute URL with http, https or file",
                                 without_url_secrets(url))};
  return request_url(url);
}

TransportOptions transport_options(const WebOptions& web) {
  TransportOptions out;
  out.user_agent =
      web.user_agent.empty() ? std::string{"semsite/" SEMSITE_VERSION} : web.user_agent;
  if (!web.contact.empty()) out.user_agent += fmt::format(" (+{})", web.contact);
  if (out.user_agent.find_first_of("\r\n") != std::string::npos)
    throw UsageError{"user agent and contact: on one line"};
  out.headers = web.headers;
  for (const std::string& header : out.headers)
    if (header.find(':') == std::string::npos ||
        header.find_first_of("\r\n") != std::string::npos)
      // It may be a secret, so it is not shown.
      throw UsageError{"headers: write each as \"Name: value\", on one line"};
  out.allow_private = web.allow_private;
  out.delay = web.delay;
  out.rate = web.bytes_per_second;
  out.connections = std::max(1U, web.connections);
  out.parallel = std::max(1U, web.parallel);
  return out;
}

}  // namespace

WebJob web_job(const std::vector<std::string>& urls, const PlanOptions& wanted,
               const WebOptions& web) {
  WebJob out;
  out.rules.transport = transport_options(web);
  out.rules.retry.max_attempts = std::max(1U, web.max_attempts);
  out.rules.ignore_robots = web.ignore_robots;
  out.rules.limits = web.limits;
  for (const std::string& named : urls) {
    std::string url = checked_url(named);
    name_url(url, out.rules.transport);
    url = plain_url(url);
    if (std::ranges::find(out.plan.urls, url) == out.plan.urls.end())
      out.plan.urls.push_back(std::move(url));
  }
  PlanPolicy& policy = out.plan.policy;
  if (!wanted.prefer.empty()) policy.order = preference(wanted.prefer);
  if (!wanted.only.empty()) {
    policy.only = wanted.only;
    policy.order = preference(wanted.only);
  }
  policy.dataset = wanted.dataset;
  policy.include = wanted.include;
  policy.exclude = wanted.exclude;
  policy.seed = wanted.seed;
  if (web.delay) policy.delay_seconds = std::chrono::duration<double>(*web.delay).count();
  out.plan.probe.guess = wanted.guess ? Guess::root : Guess::nothing;
  out.plan.probe.trusted = wanted.trust;
  out.plan.probe.looks_at_names = wanted.weigh;
  out.plan.weigh = wanted.weigh;
  return out;
}

}  // namespace semsite
