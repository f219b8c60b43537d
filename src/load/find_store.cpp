#include "load/find_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/url.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// A graph that no store has.
constexpr std::string_view kNoGraph = "urn:x-semsite:no-such-graph";

/// The URL itself, then the places below it and beside it, each once.
std::vector<std::string> places(const std::string& url,
                                std::initializer_list<std::string_view> names) {
  std::vector<std::string> out{url};
  std::string folder = url.substr(0, url.find('?'));
  while (folder.ends_with('/')) folder.pop_back();
  const auto parts = split_url(folder);
  const auto add = [&](const std::string& place) {
    if (std::ranges::find(out, place) == out.end()) out.push_back(place);
  };
  for (const std::string_view name : names) add(fmt::format("{}/{}", folder, name));
  if (!parts || parts->path.empty()) return out;
  const std::string beside = folder.substr(0, folder.rfind('/'));
  for (const std::string_view name : names) add(fmt::format("{}/{}", beside, name));
  return out;
}

class StoreSearch {
 public:
  StoreSearch(const StoreWish& wish, StoreClient& client, Console& console)
      : wish_(wish), client_(client), console_(console) {}

  Store run() {
    Store out;
    find_load(out);
    out.query_url = wish_.query_url.empty() ? find_query(out) : wish_.query_url;
    return out;
  }

 private:
  void find_load(Store& out) {
    using enum LoadProtocol;
    for (const LoadProtocol protocol : {nquads, graph_store, update}) {
      if (wish_.protocol ? *wish_.protocol != protocol
                         : protocol == nquads && wish_.replaces)
        continue;
      for (const std::string& place : places_for(protocol)) {
        if (!takes(protocol, place, out)) continue;
        out.protocol = protocol;
        out.load_url = place;
        return;
      }
    }
    // Whoever says what it is, knows better.
    if (wish_.protocol == graph_store && may_be_) {
      out.protocol = graph_store;
      out.load_url = wish_.url;
      return;
    }
    throw RunError{fmt::format(
        "{}: no store that takes data was found there{}; asked were {}", wish_.url,
        problem_.empty() ? "" : fmt::format(" ({})", problem_), fmt::join(asked_, ", "))};
  }

  [[nodiscard]] std::vector<std::string> places_for(LoadProtocol protocol) const {
    switch (protocol) {
      case LoadProtocol::nquads:
        return places(wish_.url, {"store", "statements"});
      case LoadProtocol::graph_store:
        return places(wish_.url, {"sparql-graph-crud-auth", "store", "data",
                                  "rdf-graphs/service", "sparql-graph-crud"});
      case LoadProtocol::update:
        break;
    }
    return places(wish_.url, {"update", "sparql-auth", "sparql", "statements"});
  }

  StoreAnswer ask(Request request, const std::string& place) {
    StoreAnswer answer = client_.send(std::move(request));
    console_.detail(fmt::format("asked {}: {}", place,
                                answer.problem.empty()
                                    ? fmt::format("status {}", answer.status)
                                    : answer.problem));
    if (std::ranges::find(asked_, place) == asked_.end()) asked_.push_back(place);
    // A login that is wanted is the better reason than an address that is not there.
    if (!answer.problem.empty() &&
        (problem_.empty() || verdict_of(answer) == StoreVerdict::login))
      problem_ = answer.problem;
    if (answer.status == 0 && !may_have_arrived(answer)) throw RunError{answer.problem};
    stop_if_silent(answer.problem, answer.failure);
    // Without the login, a store may show an address that only reads.
    if (answer.status == 401 && client_.has_login()) throw RunError{answer.problem};
    return answer;
  }

  /// The next places would keep silent as well, each for `--stall-timeout`.
  static void stop_if_silent(const std::string& problem, FetchFailure failure) {
    if (failure == FetchFailure::stalled)
      throw RunError{fmt::format("{}{}", problem, hint_of(failure))};
  }

  bool takes(LoadProtocol protocol, const std::string& place, Store& out) {
    switch (protocol) {
      case LoadProtocol::nquads:
        return verdict_of(ask(empty_nquads_request(place), place)) == StoreVerdict::taken;
      case LoadProtocol::update:
        return verdict_of(ask(empty_update_request(place), place)) == StoreVerdict::taken;
      case LoadProtocol::graph_store:
        break;
    }
    const StoreAnswer answer = ask(graph_request(place, kNoGraph), place);
    const bool is_virtuoso = answer.head.header("server").starts_with("Virtuoso");
    out.has_nameless = !is_virtuoso;
    out.is_virtuoso = is_virtuoso;
    const bool missing = answer.status == 404 && !is_web_page(answer);
    if (!missing && verdict_of(answer) != StoreVerdict::taken) return false;
    if (place == wish_.url) may_be_ = true;
    // A 404 is also what an address gives where nothing is.
    Request plain;
    plain.url = place;
    plain.method = "HEAD";
    return client_.send(std::move(plain)).status != 404;
  }

  static bool is_web_page(const StoreAnswer& answer) {
    return answer.head.media_type() == "text/html" && !answer.text.empty();
  }

  /// Where the store answers queries, or nothing.
  std::string find_query(const Store& store) {
    std::vector<std::string> candidates =
        places(wish_.url, {"sparql", "query", "sparql-auth"});
    for (const std::string& more : places(store.load_url, {"sparql", "query"}))
      candidates.push_back(more);
    // RDF4J has /statements below the endpoint.
    const std::string& url = store.load_url;
    if (url.ends_with("/statements"))
      candidates.insert(candidates.begin(), url.substr(0, url.rfind('/')));
    for (const std::string& place : candidates) {
      const auto count = client_.count(place, kNoGraph);
      if (count.triples) return place;
      stop_if_silent(count.problem, count.failure);
    }
    return {};
  }

  const StoreWish& wish_;
  StoreClient& client_;
  Console& console_;
  std::vector<std::string> asked_;
  std::string problem_;
  bool may_be_ = false;  ///< the URL that was named may be a Graph Store
};

}  // namespace

Store find_store(const StoreWish& wish, StoreClient& client, Console& console) {
  return StoreSearch{wish, client, console}.run();
}

}  // namespace semsite
