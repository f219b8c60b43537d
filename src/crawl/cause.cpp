#include "crawl/cause.hpp"

#include "fetch/body.hpp"

namespace semsite {
namespace {

Cause cause_of(FetchFailure failure) {
  switch (failure) {
    case FetchFailure::stalled:
    case FetchFailure::broken:
      return Cause::broke_off;
    case FetchFailure::wrong_length:
      return Cause::wrong_length;
    // The next time it is as large, and as slow.
    case FetchFailure::too_large:
    case FetchFailure::slow:
      return Cause::other;
    default:
      return Cause::transfer;
  }
}

Cause cause_of(BodyFault fault) {
  switch (fault) {
    case BodyFault::broken:
      return Cause::broke_off;
    case BodyFault::wrong_length:
      return Cause::wrong_length;
    case BodyFault::bad_range:
    case BodyFault::changed:
      return Cause::other_bytes;
    case BodyFault::checksum:
    case BodyFault::digest:
      break;
  }
  return Cause::transfer;
}

}  // namespace

Cause cause_of(const DocumentError& error) {
  if (dynamic_cast<const Interrupted*>(&error) != nullptr) return Cause::interrupted;
  if (const auto* const fetch = dynamic_cast<const FetchError*>(&error))
    return cause_of(fetch->failure());
  if (const auto* const body = dynamic_cast<const BodyError*>(&error))
    return cause_of(body->fault());
  return Cause::other;
}

bool may_come_whole(Cause cause) {
  return cause == Cause::broke_off || cause == Cause::wrong_length ||
         cause == Cause::other_bytes || cause == Cause::transfer;
}

}  // namespace semsite
