#include "queue/work_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "base/json_writer.hpp"
#include "base/url.hpp"
#include "fetch/ip_address.hpp"

namespace semsite {
namespace {

double seconds_of(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::string random_key() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::string settings_text(const std::map<std::string, std::string>& settings) {
  JsonWriter json;
  json.object();
  for (const auto& [name, text] : settings) json.member(name, text);
  return json.end().text();
}

/// Rows as they are kept: a manifest without parts.
std::string rows_text(const ItemEnd& end) {
  Manifest out{
      .complete = end.status == 0, .finished = {}, .parts = {}, .rows = end.rows};
  return manifest_text(out);
}

std::vector<std::int64_t> groups_of(const std::vector<WorkQueue::Held>& held) {
  std::vector<std::int64_t> out;
  for (const WorkQueue::Held& one : held) out.push_back(one.group);
  return out;
}

std::vector<std::int64_t> tokens_of(const std::vector<WorkQueue::Held>& held) {
  std::vector<std::int64_t> out;
  for (const WorkQueue::Held& one : held) out.push_back(one.token);
  return out;
}

QueueRun run_at(const QueueRows& rows, std::size_t row) {
  return {.id = rows.number(row, 0),
          .name = rows.text(row, 1),
          .number = rows.number(row, 2),
          .key = rows.text(row, 3),
          .over = rows.truth(row, 4),
          .status = static_cast<int>(rows.number(row, 5)),
          .abandoned = rows.truth(row, 6)};
}

std::vector<double> pauses_of(const std::vector<WorkQueue::Held>& held) {
  std::vector<double> out;
  for (const WorkQueue::Held& one : held) out.push_back(seconds_of(one.pause));
  return out;
}

std::vector<double> delays_of(const std::vector<WorkQueue::Held>& held) {
  std::vector<double> out;
  for (const WorkQueue::Held& one : held) out.push_back(seconds_of(one.crawl_delay));
  return out;
}

}  // namespace

std::string run_folder(const QueueRun& run) {
  return fmt::format("runs/{}/{}/", run.name, run.number);
}

WorkQueue::WorkQueue(std::string url, std::string owner, std::chrono::milliseconds lease)
    : connection_(std::move(url)), owner_(std::move(owner)), lease_(seconds_of(lease)) {
  // Who renews four times in a lease holds it still after a silence of half of one.
  connection_.tolerate(lease / 2);
}

void WorkQueue::check() { check_queue_version(connection_); }

std::string WorkQueue::key() {
  return connection_.run("SELECT key FROM semsite.version").text(0, 0);
}

std::optional<FoundRun> WorkQueue::find(const RunWish& wish) {
  const bool labelled = !wish.label.empty();
  const QueueRows rows = connection_.run(
      labelled
          ? "SELECT id, name, number, key, state = 'over', status, abandoned FROM "
            "semsite.run WHERE name = $1 AND label = $2"
          : "SELECT id, name, number, key, state = 'over', status, abandoned FROM "
            "semsite.run WHERE name = $1 AND state <> 'over' AND $2::text IS NOT NULL "
            "ORDER BY number DESC LIMIT 1",
      {wish.name, wish.label});
  if (rows.empty()) return std::nullopt;
  FoundRun out{.run = run_at(rows, 0), .settings = {}};
  const QueueRows settings = connection_.run(
      "SELECT s.name, s.value FROM semsite.run AS r, jsonb_each_text(r.settings) AS "
      "s(name, value) WHERE r.id = $1::bigint",
      {queue_value(out.run.id)});
  for (std::size_t i = 0; i < settings.size(); ++i)
    out.settings.emplace(settings.text(i, 0), settings.text(i, 1));
  return out;
}

/// What is known of the places of these.
std::map<std::string, WorkQueue::Placed, std::less<>> WorkQueue::placed(
    const std::vector<GroupWish>& groups) {
  std::vector<std::string> names;
  for (const GroupWish& group : groups)
    names.insert(names.end(), group.places.begin(), group.places.end());
  std::map<std::string, Placed, std::less<>> out;
  const QueueRows rows = connection_.run(
      "SELECT p.name, p.grp, g.pending > 0 OR g.token IS NOT NULL FROM semsite.place AS "
      "p JOIN semsite.host_group AS g ON g.id = p.grp WHERE p.name = ANY($1::text[])",
      {queue_array(names)});
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.emplace(rows.text(i, 0),
                Placed{.group = rows.number(i, 1), .is_in_use = rows.truth(i, 2)});
  return out;
}

/// A group for each wish: one that is there of its addresses, else a new one. A place
/// stays where it is as long as somebody may be asking there.
std::vector<std::int64_t> WorkQueue::groups_for(const std::vector<GroupWish>& groups) {
  const auto known = placed(groups);
  std::vector<std::int64_t> out(groups.size(), 0);
  std::size_t wanting = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    // Addresses stand behind the names of hosts, and say more.
    for (const std::string& place : groups[i].places)
      if (const auto found = known.find(place); found != known.end())
        out[i] = found->second.group;
    if (out[i] == 0) ++wanting;
  }
  if (wanting > 0) {
    const QueueRows made = connection_.run(
        "INSERT INTO semsite.host_group(weight) SELECT 1 FROM generate_series(1, "
        "$1::bigint) RETURNING id",
        {queue_value(static_cast<std::int64_t>(wanting))});
    std::size_t next = 0;
    for (std::int64_t& id : out)
      if (id == 0) id = made.number(next++, 0);
  }
  std::map<std::string, std::int64_t, std::less<>> all;
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const std::string& place : groups[i].places)
      if (const auto found = known.find(place);
          found == known.end() || !found->second.is_in_use)
        all.emplace(place, out[i]);
  std::vector<std::string> texts;
  std::vector<std::int64_t> ids;
  for (const auto& [place, id] : all) {
    texts.push_back(place);
    ids.push_back(id);
  }
  connection_.run(
      "INSERT INTO semsite.place SELECT * FROM unnest($1::text[], $2::bigint[]) "
      "ON CONFLICT (name) DO UPDATE SET grp = excluded.grp",
      {queue_array(texts), queue_array(ids)});
  return out;
}

FoundRun WorkQueue::enter(const RunWish& wish, const std::vector<GroupWish>& groups,
                          const std::function<void(const QueueRun&)>& announce) {
  QueueConnection::Transaction together{connection_};
  // Groups are of all runs: one enters at a time.
  connection_.run("SELECT pg_advisory_xact_lock(8387510713)");
  if (std::optional<FoundRun> found = find(wish)) return std::move(*found);
  const QueueRows made = connection_.run(
      "INSERT INTO semsite.run(name, number, label, key, settings) SELECT $1, "
      "coalesce(max(number), 0) + 1, nullif($2, ''), $3, $4::jsonb FROM semsite.run "
      "WHERE name = $1 RETURNING id, name, number, key, false, 0, abandoned",
      {wish.name, wish.label, random_key(), settings_text(wish.settings)});
  FoundRun out{.run = run_at(made, 0), .settings = wish.settings};
  const auto before = placed(groups);
  const std::vector<std::int64_t> ids = groups_for(groups);
  std::vector<std::string> urls;
  std::vector<std::int64_t> of;
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const std::string& url : groups[i].urls) {
      urls.push_back(url);
      const auto host =
          before.find(canonical_host(host_of(url.substr(0, url.find(' ')))));
      of.push_back(host != before.end() && host->second.is_in_use ? host->second.group
                                                                  : ids[i]);
    }
  connection_.run(
      "INSERT INTO semsite.item(run, grp, url) SELECT $1::bigint, g, u "
      "FROM unnest($2::bigint[], $3::text[]) AS wish(g, u)",
      {queue_value(out.run.id), queue_array(of), queue_array(urls)});
  // The largest come first, by what the run before asked.
  connection_.run(
      "UPDATE semsite.host_group AS g SET pending = g.pending + new.items, "
      "weight = greatest(1, coalesce(former.requests, 1)) "
      "FROM (SELECT grp, count(*) AS items FROM semsite.item WHERE run = $1::bigint "
      "GROUP BY grp) AS new LEFT JOIN (SELECT i.grp, sum(f.requests) AS requests "
      "FROM semsite.item AS i JOIN semsite.item AS f ON f.url = i.url AND f.kind = "
      "i.kind "
      "WHERE i.run = $1::bigint AND f.run = (SELECT id FROM semsite.run WHERE name = $2 "
      "AND number < $3::bigint AND NOT abandoned ORDER BY number DESC LIMIT 1) GROUP BY "
      "i.grp) AS former "
      "ON former.grp = new.grp WHERE g.id = new.grp",
      {queue_value(out.run.id), wish.name, queue_value(out.run.number)});
  if (announce) announce(out.run);
  together.commit();
  return out;
}

std::vector<ClaimedGroup> WorkQueue::claim(const QueueRun& run, std::size_t most,
                                           std::chrono::milliseconds delay,
                                           int attempts) {
  QueueConnection::Transaction together{connection_};
  // After an outage of the database, owners renew what nobody could.
  const bool takes_over = seconds_of(connection_.answering_for()) >= lease_;
  const QueueRows rows = connection_.run(
      "WITH chosen AS MATERIALIZED (SELECT g.id FROM semsite.host_group AS g "
      "WHERE g.pending > 0 AND (g.token IS NULL OR ($6::boolean AND g.until + "
      "make_interval(secs => greatest($3::float8, g.delay)) < clock_timestamp())) "
      "AND (g.blocked_until IS NULL OR g.blocked_until < clock_timestamp()) "
      "AND EXISTS (SELECT 1 FROM semsite.item AS i WHERE i.grp = g.id AND "
      "i.run = $1::bigint AND i.state = 'waiting' AND (i.not_before IS NULL OR "
      "i.not_before <= clock_timestamp()) AND i.attempts < $7::int) "
      "ORDER BY g.weight DESC, g.id LIMIT $2::bigint FOR UPDATE OF g SKIP LOCKED) "
      "UPDATE semsite.host_group AS g SET token = nextval('semsite.token'), "
      "owner = $4, run = $1::bigint, "
      "until = clock_timestamp() + make_interval(secs => $5::float8), "
      "heard = coalesce(visited_until > clock_timestamp(), false) "
      "FROM chosen WHERE g.id = chosen.id RETURNING g.id, g.token, "
      "greatest(0, coalesce(extract(epoch FROM next_at - clock_timestamp()), 0)), "
      "heard, weight",
      {queue_value(run.id), queue_value(static_cast<std::int64_t>(most)),
       queue_value(seconds_of(delay)), owner_, queue_value(lease_),
       queue_value(takes_over), queue_value(std::int64_t{attempts})});
  if (rows.empty()) return {};
  std::map<std::int64_t, std::pair<std::int64_t, ClaimedGroup>> claimed;
  std::vector<std::int64_t> ids;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ids.push_back(rows.number(i, 0));
    claimed[ids.back()] = {rows.number(i, 4), ClaimedGroup{.id = ids.back(),
                                                           .token = rows.number(i, 1),
                                                           .wait = rows.real(i, 2),
                                                           .is_visited = rows.truth(i, 3),
                                                           .places = {},
                                                           .items = {}}};
  }
  const QueueRows items = connection_.run(
      "UPDATE semsite.item SET "
      "state = CASE WHEN attempts > $3::int THEN 'failed' ELSE state END, "
      "finished = CASE WHEN attempts > $3::int THEN clock_timestamp() END, "
      "token = CASE WHEN attempts > $3::int THEN NULL ELSE token END "
      "WHERE run = $1::bigint AND grp = ANY($2::bigint[]) AND state = 'waiting' AND "
      "(not_before IS NULL OR not_before <= clock_timestamp()) "
      "RETURNING id, grp, url, state = 'failed', attempts",
      {queue_value(run.id), queue_array(ids), queue_value(std::int64_t{kMostAttempts})});
  std::vector<std::int64_t> failed;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items.truth(i, 3)) {
      failed.push_back(items.number(i, 1));
      continue;
    }
    claimed.at(items.number(i, 1))
        .second.items.push_back({.id = items.number(i, 0),
                                 .group = items.number(i, 1),
                                 .url = items.text(i, 2),
                                 .attempts = static_cast<int>(items.number(i, 4))});
  }
  if (!failed.empty())
    connection_.run(
        "UPDATE semsite.host_group AS g SET pending = g.pending - f.items FROM (SELECT "
        "grp, count(*) AS items FROM unnest($1::bigint[]) AS u(grp) GROUP BY grp) AS f "
        "WHERE g.id = f.grp",
        {queue_array(failed)});
  const QueueRows places =
      connection_.run("SELECT name, grp FROM semsite.place WHERE grp = ANY($1::bigint[])",
                      {queue_array(ids)});
  for (std::size_t i = 0; i < places.size(); ++i)
    claimed.at(places.number(i, 1)).second.places.push_back(places.text(i, 0));
  together.commit();
  std::vector<std::pair<std::int64_t, ClaimedGroup>> sorted;
  for (auto& [id, group] : claimed) sorted.push_back(std::move(group));
  std::ranges::stable_sort(sorted, std::greater{},
                           &std::pair<std::int64_t, ClaimedGroup>::first);
  std::vector<ClaimedGroup> out;
  for (auto& [weight, group] : sorted) out.push_back(std::move(group));
  return out;
}

std::vector<WorkQueue::Renewed> WorkQueue::renew(const std::vector<Held>& held,
                                                 std::chrono::milliseconds delay) {
  if (held.empty()) return {};
  // An owner that hears for the first time that others ask here, too, may have asked a
  // moment ago. Who is to be left alone is so by everybody.
  const QueueRows rows = connection_.run(
      "UPDATE semsite.host_group AS g SET "
      "until = clock_timestamp() + make_interval(secs => $3::float8), "
      "next_at = greatest(CASE WHEN g.visited_until > clock_timestamp() AND NOT g.heard "
      "THEN greatest(g.next_at, clock_timestamp() + make_interval(secs => $4::float8)) "
      "ELSE g.next_at END, CASE WHEN mine.pause > 0 THEN clock_timestamp() + "
      "make_interval(secs => mine.pause) END), "
      "heard = coalesce(g.visited_until > clock_timestamp(), false), delay = mine.delay "
      "FROM unnest($1::bigint[], $2::bigint[], $5::float8[], $6::float8[]) AS mine(id, "
      "token, delay, pause) "
      "WHERE g.id = mine.id AND g.token = mine.token RETURNING g.id, g.heard",
      {queue_array(groups_of(held)), queue_array(tokens_of(held)), queue_value(lease_),
       queue_value(seconds_of(delay) + 0.25), queue_array(delays_of(held)),
       queue_array(pauses_of(held))});
  std::vector<Renewed> out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({.group = rows.number(i, 0), .is_visited = rows.truth(i, 1)});
  return out;
}

void WorkQueue::put(const QueueRun& run, const std::string& url,
                    const QueueSnapshot& snapshot) {
  connection_.run(
      "INSERT INTO semsite.snapshot(name, url, token, seq, state, output, output_time, "
      "state_sha256, output_sha256) "
      "VALUES ($1, $2, $3::bigint, $4::bigint, $5, nullif($6, ''), $7::bigint, $8, $9) "
      "ON CONFLICT (name, url) DO UPDATE SET token = excluded.token, seq = excluded.seq, "
      "state = excluded.state, output = excluded.output, output_time = "
      "excluded.output_time, state_sha256 = excluded.state_sha256, output_sha256 = "
      "excluded.output_sha256 WHERE (snapshot.token, snapshot.seq) < (excluded.token, "
      "excluded.seq)",
      {run.name, url, queue_value(snapshot.token), queue_value(snapshot.seq),
       snapshot.state, snapshot.output, queue_value(snapshot.output_time),
       snapshot.state_sha256, snapshot.output_sha256});
}

WorkQueue::Committed WorkQueue::commit(const QueueRun& run, const ItemEnd& end,
                                       const std::string& url,
                                       const QueueSnapshot* snapshot) {
  QueueConnection::Transaction together{connection_};
  const QueueRows group = connection_.run(
      "SELECT until > clock_timestamp() FROM semsite.host_group WHERE id = $1::bigint "
      "AND "
      "token = $2::bigint FOR UPDATE",
      {queue_value(end.group), queue_value(end.token)});
  const QueueRows item = connection_.run(
      "SELECT state, token FROM semsite.item WHERE id = $1::bigint FOR UPDATE",
      {queue_value(end.item)});
  if (item.empty()) return Committed::fenced;
  const std::string& state = item.text(0, 0);
  if ((state == "done" || state == "failed") && !item.is_null(0, 1) &&
      item.number(0, 1) == end.token)
    return Committed::before;
  if (group.empty() || state != "waiting") return Committed::fenced;
  if (!group.truth(0, 0)) return Committed::expired;
  std::vector<std::int64_t> seqs, bytes, quads;
  std::vector<std::string> names, digests;
  for (const ManifestPart& part : end.parts) {
    seqs.push_back(static_cast<std::int64_t>(seqs.size() + 1));
    bytes.push_back(static_cast<std::int64_t>(part.bytes));
    quads.push_back(static_cast<std::int64_t>(part.quads));
    names.push_back(part.name);
    digests.push_back(part.sha256);
  }
  if (!seqs.empty())
    connection_.run(
        "INSERT INTO semsite.part(item, token, seq, name, bytes, quads, sha256) SELECT "
        "$1::bigint, $2::bigint, * FROM unnest($3::bigint[], $4::text[], $5::bigint[], "
        "$6::bigint[], $7::text[]) ON CONFLICT (item, seq) DO UPDATE SET token = "
        "excluded.token, name = excluded.name, bytes = excluded.bytes, quads = "
        "excluded.quads, sha256 = excluded.sha256",
        {queue_value(end.item), queue_value(end.token), queue_array(seqs),
         queue_array(names), queue_array(bytes), queue_array(quads),
         queue_array(digests)});
  connection_.run(
      "UPDATE semsite.item SET state = CASE WHEN $6::boolean THEN 'failed' ELSE 'done' "
      "END, token = $2::bigint, status = $3::int, requests = $4::bigint, report = CASE "
      "WHEN $6::boolean THEN coalesce(report, $5) ELSE $5 END, finished = "
      "clock_timestamp() WHERE id = $1::bigint",
      {queue_value(end.item), queue_value(end.token),
       queue_value(std::int64_t{end.status}),
       queue_value(static_cast<std::int64_t>(end.requests)), rows_text(end),
       queue_value(end.is_failed)});
  connection_.run(
      "UPDATE semsite.host_group SET pending = pending - 1 WHERE id = $1::bigint",
      {queue_value(end.group)});
  if (snapshot != nullptr) {
    // One that was taken while the item was got, and comes later, is none of it.
    QueueSnapshot last = *snapshot;
    last.seq = std::numeric_limits<std::int64_t>::max();
    put(run, url, last);
  }
  together.commit();
  return Committed::now;
}

bool WorkQueue::put_snapshot(const QueueRun& run, const Held& held,
                             const std::string& url, const QueueSnapshot& snapshot) {
  QueueConnection::Transaction together{connection_};
  if (connection_
          .run("SELECT 1 FROM semsite.host_group WHERE id = $1::bigint AND token = "
               "$2::bigint AND until > clock_timestamp() FOR UPDATE",
               {queue_value(held.group), queue_value(held.token)})
          .empty())
    return false;
  put(run, url, snapshot);
  together.commit();
  return true;
}

std::optional<WorkQueue::Begun> WorkQueue::begin(const QueueRun& run,
                                                 const QueueItem& item,
                                                 std::int64_t token) {
  const QueueRows rows = connection_.run(
      "UPDATE semsite.item AS i SET attempts = i.attempts + (i.token IS DISTINCT FROM "
      "$3::bigint)::int, token = $3::bigint FROM semsite.host_group AS g WHERE i.id = "
      "$1::bigint AND i.state = 'waiting' AND g.id = $2::bigint AND g.token = $3::bigint "
      "RETURNING i.attempts > $4::int",
      {queue_value(item.id), queue_value(item.group), queue_value(token),
       queue_value(std::int64_t{kMostAttempts})});
  if (rows.empty()) return std::nullopt;
  return Begun{.is_last = rows.truth(0, 0), .former = snapshot(run, item.url)};
}

std::optional<QueueSnapshot> WorkQueue::snapshot(const QueueRun& run,
                                                 const std::string& url) {
  const QueueRows rows = connection_.run(
      "SELECT token, seq, state, output, output_time, state_sha256, output_sha256 FROM "
      "semsite.snapshot WHERE name = $1 AND url = $2",
      {run.name, url});
  if (rows.empty()) return std::nullopt;
  return QueueSnapshot{.token = rows.number(0, 0),
                       .seq = rows.number(0, 1),
                       .state = rows.text(0, 2),
                       .output = rows.text(0, 3),
                       .output_time = rows.number(0, 4),
                       .state_sha256 = rows.text(0, 5),
                       .output_sha256 = rows.text(0, 6)};
}

void WorkQueue::give_back(const QueueRun& run, const std::vector<Held>& held,
                          std::chrono::milliseconds delay) {
  if (held.empty()) return;
  connection_.run(
      "WITH mine AS MATERIALIZED (UPDATE semsite.host_group AS g SET token = NULL, owner "
      "= NULL, until = NULL, next_at = greatest(g.next_at, clock_timestamp() + "
      "make_interval(secs => greatest($4::float8, held.delay, held.pause))), delay = "
      "held.delay FROM unnest($1::bigint[], $2::bigint[], $5::float8[], $6::float8[]) AS "
      "held(id, token, delay, pause) WHERE "
      "g.id = held.id AND g.token = held.token RETURNING g.id, held.token) "
      "UPDATE semsite.item AS i SET attempts = i.attempts - 1, token = NULL FROM mine "
      "WHERE i.grp = mine.id AND i.run = $3::bigint AND i.state = 'waiting' AND "
      "i.token = mine.token",
      {queue_array(groups_of(held)), queue_array(tokens_of(held)), queue_value(run.id),
       queue_value(seconds_of(delay)), queue_array(delays_of(held)),
       queue_array(pauses_of(held))});
}

void WorkQueue::note_failure(const ItemEnd& end, const std::string& problem) {
  ItemEnd failed = end;
  failed.status = 3;
  failed.rows = {{.name = {}, .complete = false, .problem = problem}};
  QueueConnection::Transaction together{connection_};
  if (connection_
          .run("SELECT 1 FROM semsite.host_group WHERE id = $1::bigint AND token = "
               "$2::bigint FOR UPDATE",
               {queue_value(end.group), queue_value(end.token)})
          .empty())
    return;
  connection_.run(
      "UPDATE semsite.item SET report = $2, token = NULL, not_before = clock_timestamp() "
      "+ make_interval(secs => $3::float8) WHERE id = $1::bigint AND state = 'waiting'",
      {queue_value(end.item), rows_text(failed),
       queue_value(std::chrono::duration<double>(kRest).count())});
  together.commit();
}

std::uint64_t WorkQueue::retry_failed(const QueueRun& run) {
  QueueConnection::Transaction together{connection_};
  const QueueRows open = connection_.run(
      "SELECT finished IS NULL FROM semsite.run WHERE id = $1::bigint FOR UPDATE",
      {queue_value(run.id)});
  if (open.empty() || !open.truth(0, 0)) return 0;
  const QueueRows rows = connection_.run(
      "UPDATE semsite.item SET state = 'waiting', attempts = 0, not_before = NULL, "
      "finished = NULL, token = NULL, report = NULL WHERE run = $1::bigint AND state = "
      "'failed' RETURNING grp",
      {queue_value(run.id)});
  std::vector<std::int64_t> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) groups.push_back(rows.number(i, 0));
  connection_.run(
      "UPDATE semsite.host_group AS g SET pending = g.pending + f.items FROM (SELECT "
      "grp, "
      "count(*) AS items FROM unnest($1::bigint[]) AS u(grp) GROUP BY grp) AS f WHERE "
      "g.id = f.grp",
      {queue_array(groups)});
  together.commit();
  return rows.size();
}

std::int64_t WorkQueue::group_of(const std::vector<std::string>& places) {
  const QueueRows known = connection_.run(
      "SELECT p.grp FROM unnest($1::text[]) WITH ORDINALITY AS w(name, at) JOIN "
      "semsite.place AS p ON p.name = w.name ORDER BY w.at DESC LIMIT 1",
      {queue_array(places)});
  if (!known.empty()) return known.number(0, 0);
  QueueConnection::Transaction together{connection_};
  connection_.run("SELECT pg_advisory_xact_lock(8387510713)");
  const std::int64_t out = groups_for({{.places = places, .urls = {}}}).front();
  together.commit();
  return out;
}

std::int64_t WorkQueue::group_at(const std::string& address, std::int64_t group) {
  const QueueRows rows = connection_.run(
      "INSERT INTO semsite.place VALUES ($1, $2::bigint) ON CONFLICT (name) DO UPDATE "
      "SET "
      "grp = place.grp RETURNING grp",
      {address, queue_value(group)});
  return rows.number(0, 0);
}

std::optional<double> WorkQueue::visit(std::int64_t group,
                                       std::chrono::milliseconds delay) {
  const std::vector<QueueValue> values{queue_value(group), queue_value(seconds_of(delay)),
                                       queue_value(2 * lease_)};
  const QueueRows rows = connection_.run(
      "UPDATE semsite.host_group SET next_at = greatest(next_at, clock_timestamp()) + "
      "make_interval(secs => $2::float8), visited_until = greatest(next_at, "
      "clock_timestamp()) + make_interval(secs => $2::float8 + $3::float8) "
      "WHERE id = $1::bigint AND (token IS NULL OR heard OR until < clock_timestamp()) "
      "RETURNING extract(epoch FROM next_at - clock_timestamp()) - $2::float8",
      values);
  if (!rows.empty()) return std::max(0.0, rows.real(0, 0));
  connection_.run(
      "UPDATE semsite.host_group SET visited_until = greatest(visited_until, "
      "clock_timestamp() + make_interval(secs => $2::float8 + $3::float8)) WHERE id = "
      "$1::bigint",
      values);
  return std::nullopt;
}

std::optional<double> WorkQueue::own_turn(const Held& held,
                                          std::chrono::milliseconds delay) {
  const QueueRows rows = connection_.run(
      "UPDATE semsite.host_group SET next_at = greatest(next_at, clock_timestamp()) + "
      "make_interval(secs => $3::float8) WHERE id = $1::bigint AND token = $2::bigint "
      "RETURNING extract(epoch FROM next_at - clock_timestamp()) - $3::float8",
      {queue_value(held.group), queue_value(held.token), queue_value(seconds_of(delay))});
  if (rows.empty()) return std::nullopt;
  return std::max(0.0, rows.real(0, 0));
}

WorkQueue::Standing WorkQueue::standing(const QueueRun& run) {
  const QueueRows rows = connection_.run(
      "SELECT state = 'over', coalesce(status, 0), (SELECT count(*) FROM semsite.item "
      "WHERE run = $1::bigint AND state = 'waiting'), abandoned FROM semsite.run WHERE "
      "id = $1::bigint",
      {queue_value(run.id)});
  if (rows.empty())
    throw RunError{fmt::format("{}: run {} of {} was taken out of the queue", shown(),
                               run.number, run.name)};
  return {.over = rows.truth(0, 0),
          .abandoned = rows.truth(0, 3),
          .status = static_cast<int>(rows.number(0, 1)),
          .waiting = static_cast<std::uint64_t>(rows.number(0, 2))};
}

RunCount WorkQueue::count(const QueueRun& run) {
  const QueueRows rows = connection_.run(
      "SELECT count(*) FILTER (WHERE state IN ('waiting', 'abandoned')), count(*) FILTER "
      "(WHERE state = "
      "'failed'), count(*) FILTER (WHERE state = 'done' AND status = 0), count(*) FILTER "
      "(WHERE state = 'done' AND status = 1), count(*) FILTER (WHERE state = 'done' AND "
      "status NOT IN (0, 1)) FROM semsite.item WHERE run = $1::bigint",
      {queue_value(run.id)});
  const auto at = [&](std::size_t column) {
    return static_cast<std::uint64_t>(rows.number(0, column));
  };
  return {.waiting = at(0),
          .failed = at(1),
          .complete = at(2),
          .incomplete = at(3),
          .empty = at(4)};
}

WorkQueue::Whole WorkQueue::whole(const QueueRun& run) {
  QueueConnection::Transaction together{connection_};
  connection_.run("SELECT 1 FROM semsite.run WHERE id = $1::bigint FOR UPDATE",
                  {queue_value(run.id)});
  Whole out{.manifest = {}, .count = count(run)};
  if (out.count.waiting > 0) return out;
  const QueueRows time = connection_.run(
      "UPDATE semsite.run SET finished = coalesce(finished, clock_timestamp()) WHERE id "
      "= "
      "$1::bigint RETURNING to_char(finished AT TIME ZONE 'UTC', "
      "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
      {queue_value(run.id)});
  const QueueRows parts = connection_.run(
      "SELECT p.name, p.bytes, p.quads, p.sha256 FROM semsite.part AS p JOIN "
      "semsite.item AS i ON i.id = p.item AND i.token = p.token WHERE i.run = "
      "$1::bigint ORDER BY i.url, p.seq",
      {queue_value(run.id)});
  const QueueRows items = connection_.run(
      "SELECT url, state, report FROM semsite.item WHERE run = $1::bigint ORDER BY url",
      {queue_value(run.id)});
  together.commit();
  out.manifest.finished = time.text(0, 0);
  out.manifest.complete =
      out.count.failed + out.count.incomplete + out.count.empty + out.count.waiting == 0;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out.manifest.parts.push_back({.name = parts.text(i, 0),
                                  .quads = static_cast<std::uint64_t>(parts.number(i, 2)),
                                  .bytes = static_cast<std::uint64_t>(parts.number(i, 1)),
                                  .sha256 = parts.text(i, 3)});
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::vector<ManifestRow> rows;
    if (!items.is_null(i, 2)) rows = read_manifest(items.text(i, 2)).rows;
    if (items.text(i, 1) == "failed")
      rows = {{.name = items.text(i, 0),
               .complete = false,
               .quads = rows.empty() ? 0 : rows.front().quads,
               .problem = rows.empty() || rows.front().problem.empty()
                              ? fmt::format("each of {} processes that began it ended "
                                            "before it was done",
                                            kMostAttempts)
                              : rows.front().problem}};
    if (rows.empty())
      rows = {
          {.name = items.text(i, 0), .complete = false, .problem = "nothing was got"}};
    std::ranges::move(rows, std::back_inserter(out.manifest.rows));
  }
  return out;
}

bool WorkQueue::take_end(const QueueRun& run) {
  return !connection_
              .run(
                  "UPDATE semsite.run SET end_until = clock_timestamp() + "
                  "make_interval(secs => $2::float8) WHERE id = $1::bigint AND state <> "
                  "'over' AND (end_until IS NULL OR end_until < clock_timestamp()) "
                  "RETURNING id",
                  {queue_value(run.id), queue_value(lease_)})
              .empty();
}

void WorkQueue::leave_end(const QueueRun& run) {
  connection_.run("UPDATE semsite.run SET end_until = NULL WHERE id = $1::bigint",
                  {queue_value(run.id)});
}

void WorkQueue::note_over(const QueueRun& run, int status) {
  connection_.run(
      "UPDATE semsite.run SET state = 'over', status = $2::int WHERE id = $1::bigint AND "
      "state <> 'over'",
      {queue_value(run.id), queue_value(std::int64_t{status})});
}

std::vector<WorkQueue::RunFacts> WorkQueue::runs(const std::string& name,
                                                 std::size_t most) {
  const QueueRows rows = connection_.run(
      "SELECT r.id, r.name, r.number, r.key, r.state = 'over', r.status, r.abandoned, "
      "coalesce(r.label, ''), to_char(r.begun AT TIME ZONE 'UTC', "
      "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), to_char(r.finished AT TIME ZONE 'UTC', "
      "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), extract(epoch FROM clock_timestamp() - "
      "r.begun), (SELECT coalesce(sum(requests), 0) FROM semsite.item WHERE run = r.id), "
      "(SELECT coalesce(sum(p.quads), 0) FROM semsite.part p JOIN semsite.item i ON i.id "
      "= p.item AND i.token = p.token WHERE i.run = r.id), (SELECT "
      "coalesce(sum(p.bytes), "
      "0) FROM semsite.part p JOIN semsite.item i ON i.id = p.item AND i.token = p.token "
      "WHERE i.run = r.id), (SELECT "
      "coalesce(sum(g.weight), 0) FROM semsite.host_group g WHERE g.id IN (SELECT grp "
      "FROM "
      "semsite.item WHERE run = r.id AND state = 'waiting')), (SELECT count(*) FROM "
      "semsite.host_group h WHERE h.run = r.id AND h.token IS NOT NULL AND h.until > "
      "clock_timestamp()), coalesce(r.end_until > clock_timestamp(), false) FROM "
      "semsite.run AS r WHERE "
      "$1 = '' OR r.name = $1 ORDER BY r.begun DESC LIMIT $2::bigint",
      {name, queue_value(static_cast<std::int64_t>(most))});
  std::vector<RunFacts> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = [&](std::size_t column) {
      return static_cast<std::uint64_t>(rows.number(i, column));
    };
    RunFacts one{.run = run_at(rows, i),
                 .label = rows.text(i, 7),
                 .begun = rows.text(i, 8),
                 .finished = rows.text(i, 9),
                 .seconds = rows.real(i, 10),
                 .count = {},
                 .weight_left = at(14),
                 .requests = at(11),
                 .quads = at(12),
                 .bytes = at(13),
                 .held = at(15),
                 .is_being_ended = rows.truth(i, 16)};
    one.count = count(one.run);
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<WorkQueue::OwnerFacts> WorkQueue::owners() {
  const QueueRows rows = connection_.run(
      "SELECT owner, count(*), count(*) FILTER (WHERE until < clock_timestamp()), "
      "extract(epoch FROM min(until) - clock_timestamp()) FROM semsite.host_group WHERE "
      "token IS NOT NULL GROUP BY owner ORDER BY owner");
  std::vector<OwnerFacts> out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({.owner = rows.text(i, 0),
                   .groups = static_cast<std::uint64_t>(rows.number(i, 1)),
                   .expired = static_cast<std::uint64_t>(rows.number(i, 2)),
                   .seconds = rows.real(i, 3)});
  return out;
}

std::vector<WorkQueue::FailedItem> WorkQueue::failed(const QueueRun& run,
                                                     std::size_t most) {
  const QueueRows rows = connection_.run(
      "SELECT url, report FROM semsite.item WHERE run = $1::bigint AND state = 'failed' "
      "ORDER BY url LIMIT $2::bigint",
      {queue_value(run.id), queue_value(static_cast<std::int64_t>(most))});
  std::vector<FailedItem> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    FailedItem one{.url = rows.text(i, 0), .problem = {}};
    if (!rows.is_null(i, 1))
      for (const ManifestRow& row : read_manifest(rows.text(i, 1)).rows)
        one.problem = row.problem;
    out.push_back(std::move(one));
  }
  return out;
}

WorkQueue::Kept WorkQueue::kept() {
  QueueConnection::Transaction together{connection_};
  Kept out;
  // Tokens first: what is committed afterwards is a row then, or its token is here.
  const QueueRows tokens =
      connection_.run("SELECT token FROM semsite.host_group WHERE token IS NOT NULL");
  for (std::size_t i = 0; i < tokens.size(); ++i)
    out.tokens.push_back(tokens.number(i, 0));
  const QueueRows names = connection_.run(
      "SELECT 'runs/' || r.name || '/' || r.number || '/' || p.name FROM semsite.part p "
      "JOIN semsite.item i ON i.id = p.item JOIN semsite.run r ON r.id = i.run UNION ALL "
      "SELECT state FROM semsite.snapshot UNION ALL SELECT output FROM semsite.snapshot "
      "WHERE output IS NOT NULL");
  for (std::size_t i = 0; i < names.size(); ++i) out.names.push_back(names.text(i, 0));
  const QueueRows runs =
      connection_.run("SELECT key, name, number, abandoned FROM semsite.run");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    out.runs.insert(runs.text(i, 0));
    if (runs.truth(i, 3)) out.abandoned.insert(runs.text(i, 0));
    std::int64_t& last = out.last[runs.text(i, 1)];
    last = std::max(last, runs.number(i, 2));
  }
  out.queue = key();
  together.commit();
  return out;
}

namespace {

std::string shown_run(const QueueRun& run, const std::string& label) {
  return fmt::format("run {} of {}{}", run.number, run.name,
                     label.empty() ? "" : fmt::format(" ({})", label));
}

std::string how_it_ended(const QueueRun& run) {
  return run.abandoned ? "was abandoned already"
                       : fmt::format("is over, with status {}", run.status);
}

}  // namespace

WorkQueue::Abandoned WorkQueue::abandon(const std::string& name, const std::string& label,
                                        bool is_forced) {
  QueueConnection::Transaction together{connection_};
  const QueueRows rows = connection_.run(
      "SELECT id, name, number, key, state = 'over', status, abandoned, coalesce(label, "
      "''), coalesce(end_until > clock_timestamp(), false) FROM semsite.run WHERE name = "
      "$1 AND CASE WHEN $2 = '' THEN state <> 'over' ELSE label = $2 END ORDER BY number "
      "FOR UPDATE",
      {name, label});
  if (rows.empty()) refuse_to_abandon(name, label);
  const std::string shown_it = shown_run(run_at(rows, 0), rows.text(0, 7));
  if (rows.size() > 1) {
    std::string all;
    for (std::size_t i = 0; i < rows.size(); ++i)
      all += fmt::format("{}{}", i == 0 ? "" : ", ",
                         shown_run(run_at(rows, i), rows.text(i, 7)));
    throw RunError{fmt::format(
        "{}: {} runs of {} are not over: {}; name one with --run LABEL. Nothing was "
        "changed",
        shown(), rows.size(), name, all)};
  }
  Abandoned out{.run = run_at(rows, 0)};
  if (out.run.over)
    throw RunError{fmt::format(
        "{}: {} {}: only a run that is not over can be abandoned; nothing was changed",
        shown(), shown_it, how_it_ended(out.run))};
  if (rows.truth(0, 8))
    throw RunError{
        fmt::format("{}: {} is being ended: all of it was got, and a process writes its "
                    "manifest now; nothing was changed. Look at it in a minute: semsite "
                    "status --queue URL",
                    shown(), shown_it)};
  const QueueValue id = queue_value(out.run.id);
  const QueueRows held = connection_.run(
      "SELECT count(*), min(owner), count(DISTINCT owner) FROM semsite.host_group WHERE "
      "run = $1::bigint AND token IS NOT NULL AND until > clock_timestamp()",
      {id});
  out.held = static_cast<std::uint64_t>(held.number(0, 0));
  if (out.held > 0 && !is_forced)
    throw RunError{fmt::format(
        "{}: {} is being worked at: {} of hosts held by {}{}; nothing was changed. End "
        "those processes first (SIGTERM gives their groups back), or say --force: then "
        "they end by themselves, with status 3",
        shown(), shown_it, out.held == 1 ? "1 group" : fmt::format("{} groups", out.held),
        held.text(0, 1),
        held.number(0, 2) == 1 ? ""
                               : fmt::format(" and {} more", held.number(0, 2) - 1))};
  // Groups before items, as all do who need both.
  connection_.run(
      "SELECT 1 FROM semsite.host_group WHERE id IN (SELECT grp FROM semsite.item WHERE "
      "run = $1::bigint AND state = 'waiting') ORDER BY id FOR UPDATE",
      {id});
  const QueueRows left = connection_.run(
      "WITH gone AS (UPDATE semsite.item SET state = 'abandoned', finished = "
      "clock_timestamp() WHERE run = $1::bigint AND state = 'waiting' RETURNING grp), "
      "less AS (UPDATE semsite.host_group AS g SET pending = g.pending - f.items FROM "
      "(SELECT grp, count(*) AS items FROM gone GROUP BY grp) AS f WHERE g.id = f.grp) "
      "SELECT count(*) FROM gone",
      {id});
  out.left = static_cast<std::uint64_t>(left.number(0, 0));
  connection_.run(
      "DELETE FROM semsite.part WHERE item IN (SELECT id FROM semsite.item WHERE run = "
      "$1::bigint)",
      {id});
  connection_.run(
      "UPDATE semsite.run SET state = 'over', abandoned = true, status = 3, finished = "
      "clock_timestamp(), end_until = NULL WHERE id = $1::bigint",
      {id});
  together.commit();
  out.run.over = out.run.abandoned = true;
  return out;
}

/// There is no such run that is not over.
void WorkQueue::refuse_to_abandon(const std::string& name, const std::string& label) {
  const QueueRows last = connection_.run(
      "SELECT id, name, number, key, state = 'over', status, abandoned, coalesce(label, "
      "'') FROM semsite.run WHERE name = $1 ORDER BY number DESC LIMIT 1",
      {name});
  if (last.empty())
    throw RunError{fmt::format("{}: there is no run of the name {}", shown(), name)};
  if (!label.empty())
    throw RunError{fmt::format("{}: no run of {} has the label {}; the last is {}",
                               shown(), name, label,
                               shown_run(run_at(last, 0), last.text(0, 7)))};
  throw RunError{fmt::format("{}: no run of {} is open: {}, the last, {}", shown(), name,
                             shown_run(run_at(last, 0), last.text(0, 7)),
                             how_it_ended(run_at(last, 0)))};
}

bool WorkQueue::is_abandoned(const QueueRun& run) {
  const QueueRows rows = connection_.run(
      "SELECT abandoned FROM semsite.run WHERE id = $1::bigint", {queue_value(run.id)});
  return !rows.empty() && rows.truth(0, 0);
}

std::vector<QueueRun> WorkQueue::old_runs(std::int64_t keep) {
  const QueueRows rows = connection_.run(
      "SELECT r.id, r.name, r.number, r.key, true, r.status, r.abandoned FROM "
      "semsite.run AS r JOIN (SELECT name, min(number) AS number FROM (SELECT name, "
      "number, row_number() OVER (PARTITION BY name ORDER BY number DESC) AS place FROM "
      "semsite.run WHERE state = 'over' AND NOT abandoned) AS ended WHERE place <= "
      "$1::bigint GROUP BY name HAVING count(*) = $1::bigint) AS oldest ON oldest.name = "
      "r.name WHERE r.state = 'over' AND r.number < oldest.number ORDER BY "
      "r.name, r.number",
      {queue_value(keep)});
  std::vector<QueueRun> out;
  for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(run_at(rows, i));
  return out;
}

void WorkQueue::forget(const QueueRun& run) {
  connection_.run("DELETE FROM semsite.run WHERE id = $1::bigint AND state = 'over'",
                  {queue_value(run.id)});
}

}  // namespace semsite
