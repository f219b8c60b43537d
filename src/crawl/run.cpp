#include "crawl/run.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/url.hpp"
#include "parse/jsonld_contexts.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite {
namespace {

std::unique_ptr<Transport> open_transport(const RunRules& rules,
                                          std::shared_ptr<Downloads> downloads) {
  if (rules.shared != nullptr) return make_shared_transport(*rules.shared);
  TransportOptions options = rules.transport;
  options.limits = rules.limits;
  options.downloads = downloads;
  if (!options.shared_addresses)
    options.shared_addresses = read_ranges(shared_addresses_table());
  auto transport = make_transport(std::move(options));
  if (rules.document_map.empty()) return transport;
  return make_mapped_transport(std::move(transport), rules.document_map,
                               std::move(downloads));
}

}  // namespace

Run::Run(Console& to, const RunRules& rules, std::unique_ptr<RunState> kept,
         std::stop_token stop_token)
    : console(to),
      limits(rules.limits),
      stop(std::move(stop_token)),
      downloads(std::make_shared<Downloads>()),
      load(rules.transport.load),
      transport(open_transport(rules, downloads)),
      retriever(*transport, clock, counters, console,
                {.agent = "semsite",
                 .retry = rules.retry,
                 .ignore_robots = rules.ignore_robots,
                 .limits = rules.limits},
                stop),
      state(std::move(kept)),
      contexts(retriever, clock,
               {.obey_robots = rules.contexts_obey_robots,
                .limits = rules.limits,
                .state = state.get()}),
      settings(rules.parse),
      cancel_(stop, [this] { transport->cancel(); }) {
  settings.contexts = &contexts;
  settings.jsonld_contexts = make_jsonld_contexts();
}

void name_url(std::string& url, TransportOptions& transport) {
  const auto parts = split_url(url);
  if (parts && !parts->userinfo.empty() && is_of_server(url)) {
    transport.logins.insert_or_assign(origin_of(url), percent_decode(parts->userinfo));
    url.erase(static_cast<std::size_t>(parts->userinfo.data() - url.data()),
              parts->userinfo.size() + 1);
  }
  const std::string host = host_of(url);
  if (host.empty()) return;
  transport.named_hosts.push_back(host);
  transport.named_origins.push_back(origin_of(url));
}

unsigned core_count() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace semsite
