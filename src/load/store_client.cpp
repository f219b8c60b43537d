#include "load/store_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "load/store.hpp"
#include "semsite/errors.hpp"

namespace semsite {

StoreTurns::Turn StoreTurns::take(Kind kind) {
  const MutexLock lock{mutex_};
  const auto place = line_.insert(line_.end(), kind);
  const auto is_ours = [&](Kind before) { return before == kind; };
  while (!std::all_of(line_.begin(), place, is_ours)) changed_.wait(mutex_);
  return {*this, place};
}

bool StoreTurns::would_wait(Kind kind) const {
  const MutexLock lock{mutex_};
  return std::ranges::any_of(line_, [&](Kind other) { return other != kind; });
}

void StoreTurns::leave(Line::iterator place) {
  {
    const MutexLock lock{mutex_};
    line_.erase(place);
  }
  changed_.notify_all();
}

namespace {

/// Of an answer that is a message or a number.
constexpr std::size_t kAnswerBytes = 64 * 1024;

std::string without_query(const std::string& url) { return url.substr(0, url.find('?')); }

/// What the server offers (RFC 9110 §11.6.1); the better one.
Login login_wanted(const ResponseHead& head) {
  Login out = Login::none;
  for (const std::string& challenge : head.headers_of("www-authenticate")) {
    const std::string lower = lower_ascii(challenge);
    if (lower.find("digest") != std::string::npos) return Login::digest;
    if (lower.find("basic") != std::string::npos) out = Login::basic;
  }
  return out;
}

bool is_page(const StoreAnswer& answer) {
  const std::string type = answer.head.media_type();
  return (type == "text/html" || type == "application/xhtml+xml") &&
         !trim(answer.text).empty();
}

/// The message of a store without tags and line breaks.
std::string message_in(const StoreAnswer& answer) {
  std::string out;
  bool in_tag = false;
  bool gap = false;
  for (const char c : answer.text) {
    if (is_page(answer) && c == '<') in_tag = true;
    if (!in_tag && static_cast<unsigned char>(c) > ' ') {
      if (gap && !out.empty()) out += ' ';
      gap = false;
      out += c;
    } else {
      gap = true;
    }
    if (c == '>') in_tag = false;
    if (out.size() > 400) return out + "…";
  }
  return out;
}

std::string problem_of(const StoreAnswer& answer, const std::string& url,
                       bool has_login) {
  const int status = answer.status;
  const std::string says = message_in(answer);
  const std::string tail = says.empty() ? "" : ": " + says;
  if (status >= 200 && status < 300) {
    if (!is_page(answer)) return {};
    return fmt::format("{} answers with a web page, so it is no store{}", url, tail);
  }
  if (status == 401)
    return fmt::format("{} wants another login (status 401); see --user, --netrc", url);
  if (status == 403)
    return fmt::format("{} is forbidden (status 403){}{}", url,
                       has_login ? "" : "; it may want a login, see --user, --netrc",
                       tail);
  if (status >= 300 && status < 400)
    return fmt::format("{} redirects to {}: name that with --to", url,
                       excerpt(answer.head.header("location")));
  return fmt::format("{} answered with status {}{}", url, status, tail);
}

}  // namespace

std::string_view hint_of(FetchFailure failure) {
  return failure == FetchFailure::stalled
             ? "; if the store answers no query either, restart it"
             : "";
}

StoreVerdict verdict_of(const StoreAnswer& answer) {
  if (answer.failure == FetchFailure::cancelled) return StoreVerdict::cancelled;
  if (answer.failure == FetchFailure::refused_address ||
      answer.failure == FetchFailure::protocol)
    return StoreVerdict::elsewhere;
  const int status = answer.status;
  if (status == 0) return StoreVerdict::again;
  if (status < 300)
    return is_page(answer) ? StoreVerdict::elsewhere : StoreVerdict::taken;
  switch (status) {
    case 400:
    case 422:
      return StoreVerdict::refused;
    case 401:
    case 403:
    case 407:
      return StoreVerdict::login;
    case 408:
    case 425:
    case 429:
      return StoreVerdict::again;
    case 413:
      return StoreVerdict::too_large;
    case 501:
    case 505:
      return StoreVerdict::elsewhere;
    default:
      return status >= 500 ? StoreVerdict::again : StoreVerdict::elsewhere;
  }
}

bool may_have_arrived(const StoreAnswer& answer) {
  switch (answer.failure) {
    case FetchFailure::dns:
    case FetchFailure::connect:
    case FetchFailure::tls:
    case FetchFailure::refused_address:
    case FetchFailure::protocol:
      return false;
    case FetchFailure::none:
      break;
    default:
      return true;
  }
  // 4xx, 503: the server says that it did nothing. Others of 5xx may come half-way.
  return answer.status >= 500 && answer.status != 503;
}

StoreAnswer StoreClient::exchange(const Request& request) {
  StoreAnswer out;
  try {
    const std::unique_ptr<Body> body = transport_.open(request);
    out.head = body->head();
    out.status = out.head.status;
    answers_.note(out.status, out.head.took);
    while (out.text.size() < kAnswerBytes) {
      const Block block = body->read();
      if (block.empty()) break;
      out.text += block.bytes;
    }
    out.problem = problem_of(out, request.url, has_login_);
  } catch (const FetchError& error) {
    // One that breaks off behind its head was an answer.
    if (out.status == 0) answers_.note(error.failure());
    // A status that says what happened stands, even if its text broke off.
    if (out.status >= 300) {
      out.problem = problem_of(out, request.url, has_login_);
    } else {
      out.problem = error.what();
      out.status = 0;
      out.failure = error.failure();
    }
  }
  return out;
}

StoreAnswer StoreClient::send(Request request) {
  const std::string place = without_query(request.url);
  request.login = Login::none;
  {
    const MutexLock lock{mutex_};
    if (const auto known = logins_.find(place); known != logins_.end())
      request.login = known->second;
  }
  StoreAnswer out = exchange(request);
  if (out.status != 401 || !has_login_) return out;
  if (request.login == Login::digest) {
    // A server that has begun anew may not say that its nonce is stale.
    request.new_challenge = true;
    return exchange(request);
  }
  if (request.login != Login::none) return out;
  request.login = login_wanted(out.head);
  if (request.login == Login::none) return out;
  {
    const MutexLock lock{mutex_};
    logins_[place] = request.login;
  }
  return exchange(request);
}

bool StoreClient::knows(const std::string& query_url, Rdf12Feature feature) {
  const StoreTurns::Turn turn = turns_.take(StoreTurns::Kind::count);
  const StoreAnswer answer = send(feature_request(query_url, feature));
  const StoreVerdict verdict = verdict_of(answer);
  // A parser of queries that fails on it may answer with 500.
  const bool is_error_of_parser =
      verdict == StoreVerdict::again && answer.status >= 500 && answer.status < 503;
  if ((verdict == StoreVerdict::again && !is_error_of_parser) ||
      verdict == StoreVerdict::cancelled || verdict == StoreVerdict::login)
    throw RunError{fmt::format("{}{}", answer.problem, hint_of(answer.failure))};
  return verdict == StoreVerdict::taken && is_yes(answer.text);
}

StoreClient::Count StoreClient::count(const std::string& query_url,
                                      std::string_view graph, CountedTriples which) {
  const StoreTurns::Turn turn = turns_.take(StoreTurns::Kind::count);
  const StoreAnswer answer = send(store_count_request(query_url, graph, which));
  if (verdict_of(answer) != StoreVerdict::taken)
    return {.triples = {}, .problem = answer.problem, .failure = answer.failure};
  const auto triples = read_store_count(answer.text);
  if (!triples)
    return {.triples = {},
            .problem = fmt::format("{} does not answer with a number: {}", query_url,
                                   excerpt(answer.text))};
  return {.triples = triples};
}

}  // namespace semsite
