#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/mutex.hpp"
#include "fetch/body.hpp"
#include "fetch/request.hpp"
#include "fetch/transport.hpp"
#include "load/store.hpp"

namespace semsite {

/// Bodies and counts that take turns at a store: those of one kind may be under way
/// together, those of different kinds never are. In the order in which they come, so that
/// neither kind waits for ever. A store can hang where it counts what is just being
/// changed (docs/load.md, "A store that hangs"). Thread-safe.
class StoreTurns {
 public:
  enum class Kind : std::uint8_t { body, count };

 private:
  using Line = std::list<Kind>;

 public:
  /// Under way as long as it lives, which must not be longer than the turns do.
  class Turn {
   public:
    Turn(StoreTurns& turns, Line::iterator place) : turns_(&turns), place_(place) {}
    Turn(Turn&& other) noexcept
        : turns_(std::exchange(other.turns_, nullptr)), place_(other.place_) {}
    Turn& operator=(Turn&&) = delete;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
      if (turns_ != nullptr) turns_->leave(place_);
    }

   private:
    StoreTurns* turns_;
    Line::iterator place_;
  };

  /// Waits until nothing of the other kind that came before is left.
  [[nodiscard]] Turn take(Kind kind);
  /// Would one of this kind have to wait now?
  [[nodiscard]] bool would_wait(Kind kind) const;

 private:
  void leave(Line::iterator place);

  mutable Mutex mutex_;
  Condition changed_;
  /// under way or waiting, in the order of coming
  Line line_ SEMSITE_GUARDED_BY(mutex_);
};

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
  /// How all requests came out.
  [[nodiscard]] const AnswerTally& answers() const { return answers_; }
  [[nodiscard]] AnswerTally& answers() { return answers_; }

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
  AnswerTally answers_;
  StoreTurns turns_;
  Mutex mutex_;
  /// by URL without query
  std::map<std::string, Login, std::less<>> logins_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
