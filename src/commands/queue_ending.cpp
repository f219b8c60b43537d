#include "commands/queue_ending.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json_writer.hpp"
#include "commands/exit_status.hpp"
#include "parts/manifest.hpp"
#include "parts/run_files.hpp"
#include "s3/s3_store.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

std::string manifest_name(const QueueRun& run) {
  return run_folder(run) + std::string{kManifestName};
}

std::string latest_name(const QueueRun& run) { return run.name + "/latest.json"; }

std::string latest_text(const QueueRun& run, const Manifest& manifest) {
  JsonWriter json{1};
  json.object()
      .member("semsite_latest", 1)
      .member("name", run.name)
      .member("number", run.number)
      .member("manifest", manifest_name(run))
      .member("complete", manifest.complete)
      .member("finished", manifest.finished)
      .member("quads", manifest.quads());
  return json.end().text() + "\n";
}

/// A process that was killed may have written it, of another version of the program.
bool has_manifest(PartPlace& place, const QueueRun& run, const Manifest& own) {
  const auto text = place.text(manifest_name(run));
  if (!text) return false;
  const Manifest there = read_manifest(*text);
  return there.finished == own.finished && there.parts == own.parts;
}

/// Runs with labels may end in another order than they began.
bool is_later_there(PartPlace& place, const QueueRun& run) {
  const auto there = place.text(latest_name(run));
  if (!there) return false;
  try {
    return read_latest(*there).number > static_cast<std::uint64_t>(run.number);
  } catch (const DocumentError&) {
    return false;  // what cannot be read is replaced
  }
}

/// A run that is called whole has all its parts.
void check_parts(PartPlace& place, const QueueRun& run, const Manifest& manifest) {
  const std::vector<std::string> there = place.list(run_folder(run));
  const std::set<std::string> names(there.begin(), there.end());
  for (const ManifestPart& part : manifest.parts) {
    const std::string name = run_folder(run) + part.name;
    if (!names.contains(name))
      throw RunError{fmt::format(
          "{}: was put there and is gone: {} cannot be ended without it. Bring it back, "
          "or give the run up (semsite queue abandon), and begin the next one",
          place.shown(name), run_words(run))};
  }
}

void write_end(PartPlace& place, const QueueRun& run, const Manifest& manifest,
               int status) {
  if (!has_manifest(place, run, manifest)) {
    check_parts(place, run, manifest);
    place.put_once(manifest_name(run), manifest_text(manifest));
  }
  if (status != kStopped && !is_later_there(place, run))
    place.replace(latest_name(run), latest_text(run, manifest));
}

}  // namespace

std::string run_words(const QueueRun& run) {
  return fmt::format("run {} of {}", run.number, run.name);
}

bool end_run(WorkQueue& queue, const QueueRun& run, PartPlace& place) {
  if (!queue.take_end(run)) return false;
  const WorkQueue::Whole whole = queue.whole(run);
  if (whole.count.waiting > 0) {
    queue.leave_end(run);
    return true;
  }
  const int status = whole.manifest.complete        ? kComplete
                     : whole.manifest.parts.empty() ? kStopped
                                                    : kIncomplete;
  try {
    write_end(place, run, whole.manifest, status);
  } catch (const QueueLost&) {
    throw;
  } catch (const Error&) {
    queue.leave_end(run);
    throw;
  }
  queue.note_over(run, status);
  queue.leave_end(run);
  return true;
}

}  // namespace semsite
