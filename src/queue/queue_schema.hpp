#pragma once

#include <string>

#include "queue/queue_connection.hpp"

namespace semsite {

/// The version of the tables that this program works with (docs/internals/queue.md).
inline constexpr int kQueueVersion = 2;

/// What `make_queue` found.
enum class QueueMade : std::uint8_t { anew, migrated, was_there };

/// Makes the tables in the schema `semsite`, or brings older ones to this version, as one
/// transaction. Throws RunError if they are of a newer version.
QueueMade make_queue(QueueConnection& connection);

/// Takes the schema away with all that is in it. Throws RunError if a group is held by a
/// process whose lease runs, unless `is_forced`. False: there was none.
bool drop_queue(QueueConnection& connection, bool is_forced);

/// Throws RunError unless the tables are there, of this version.
void check_queue_version(QueueConnection& connection);

}  // namespace semsite
