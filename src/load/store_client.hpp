#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/mutex.hpp"
#include "fetch/body.hpp"
#include "fetch/request.hpp"
#include "fetch/transport.hpp"
#include "load/store.hpp"
#include "load/store_turns.hpp"

namespace semsite {

/// What came of a request to a store.
struct StoreAnswer {
  int status = 0;  ///< 0: no answer
  FetchFailure failure = FetchFailure::none;
  ResponseHead head{};
  std::string text{};     ///< the beginning of the body
  std::string problem{};  ///< a sentence; empty if it is a success
};

/// What to do about a failure, to be put behind its problem; empty if there is nothing to
/// say.
[[nodiscard]] std::string_view hint_of(FetchFailure failure);

/// What an answer means for what was sent.
enum class StoreVerdict : std::uint8_t {
  taken,
  too_large,  ///< 413: smaller bodies may pass
  refused,    ///< 400, 422: something in the body is not for this store
  again,      ///< a failure that may pass
  login,      ///< 401, 403
  elsewhere,  ///< this address is none of a store, or none for this
  cancelled,
};
[[nodiscard]] StoreVerdict verdict_of(const StoreAnswer& answer);

/// Might the store have got the request, and be changed or yet to change? False if it
/// certainly was not even connected to.
[[nodiscard]] bool may_have_arrived(const StoreAnswer& answer);

/// Asks a store: robots.txt is not obeyed, because it is the user's own; redirects are
/// not followed; nothing is repeated but what lacked a login. Thread-safe.
class StoreClient {
 public:
  /// `has_login`: the transport knows a name and password.
  StoreClient(Transport& transport, bool has_login)
      : transport_(transport), has_login_(has_login) {}

  [[nodiscard]] StoreAnswer send(Request request);
  /// To be held while a body is sent: nothing is counted meanwhile, so it waits for
  /// counts.
  [[nodiscard]] StoreTurns::Turn begin_body() {
    return turns_.take(StoreTurns::Kind::body);
  }
  /// Would a count wait for bodies now?
  [[nodiscard]] bool has_bodies() const {
    return turns_.would_wait(StoreTurns::Kind::count);
  }
  [[nodiscard]] bool has_login() const { return has_login_; }

  /// Triples of the graph (empty: the nameless one; `_:…`: all named ones) as the SPARQL
  /// endpoint counts them; nothing if it does not say, and `problem` why. Waits until the
  /// bodies that are under way have their answers.
  struct Count {
    std::optional<std::uint64_t> triples;
    std::string problem{};
    FetchFailure failure = FetchFailure::none;
  };
  [[nodiscard]] Count count(const std::string& query_url, std::string_view graph,
                            CountedTriples which = CountedTriples::all);

  /// Does the SPARQL endpoint know this of RDF 1.2? Throws RunError if it does not answer
  /// at all, or may answer another time.
  [[nodiscard]] bool knows(const std::string& query_url, Rdf12Feature feature);

 private:
  [[nodiscard]] StoreAnswer exchange(const Request& request);

  Transport& transport_;
  bool has_login_;
  StoreTurns turns_;
  Mutex mutex_;
  /// by URL without query
  std::map<std::string, Login, std::less<>> logins_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
