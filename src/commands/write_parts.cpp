#include "commands/write_parts.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "commands/exit_status.hpp"
#include "s3/s3_access.hpp"
#include "s3/s3_address.hpp"
#include "s3/s3_parts.hpp"
#include "semsite/errors.hpp"

namespace semsite {

struct PartsPlace::Store {
  Store(const S3Address& prefix, const NetworkOptions& network,
        const MessageOptions& messages, const std::stop_token& stop)
      : console(console_of(messages)),
        access(network.s3, network.transport, network.retry,
               {.detail = [this](const std::string& what) { console.detail(what); }},
               stop),
        parts(access.store(), prefix,
              [this](const std::string& what) { console.warning(what); }) {}

  Console console;
  S3Access access;
  S3Parts parts;
};

PartsPlace::PartsPlace(const PartsWish& wish, const NetworkOptions& network,
                       const MessageOptions& messages, const std::stop_token& stop)
    : store_(wish.store ? std::make_unique<Store>(*wish.store, network, messages, stop)
                        : nullptr) {
  try {
    folder_ =
        std::make_unique<PartFolder>(wish.folder, store_ ? &store_->parts : nullptr);
  } catch (const DocumentError& error) {
    throw RunError{fmt::format("{} [{}]", error.what(), error.code())};
  }
  folder_->hold_to_share(wish.share);
}

PartsPlace::~PartsPlace() = default;

PartFolder& PartsPlace::folder() { return *folder_; }

PartsOrigin parts_origin(const RunEnding& ending) {
  PartsOrigin out{.status = ending.status, .finished = ending.finished, .rows = {}};
  for (const DatasetEnding& dataset : ending.datasets)
    out.rows.push_back({.name = without_url_secrets(dataset.name),
                        .way = dataset.way,
                        .complete = dataset.complete,
                        .quads = dataset.quads});
  return out;
}

bool write_parts(PartFolder& folder, const PartsWish& wish, const std::string& output,
                 const PartsOrigin& origin, Console& console,
                 const std::stop_token& stop) {
  std::optional<PartFolder::Result> done;
  try {
    done = folder.publish(output,
                          {.complete = origin.status == kComplete,
                           .finished = utc_timestamp(origin.finished),
                           .parts = {},
                           .rows = origin.rows},
                          wish.part_bytes, [&] { return stop.stop_requested(); });
  } catch (const DocumentError& error) {
    // A stop ends requests to a store, too.
    if (!stop.stop_requested())
      throw RunError{fmt::format("{} [{}]", error.what(), error.code())};
  }
  if (!done) {
    console.info(fmt::format(
        "interrupted; what was got is whole, and not all of it is in parts of {} yet: "
        "the same command goes on",
        wish.name));
    return false;
  }
  console.info(fmt::format(
      "{}: {}{}, {}, {}", folder.manifest_name(),
      count_of(done->manifest.parts.size(), "part"),
      done->kept == 0 ? "" : fmt::format(" ({} as before)", grouped(done->kept)),
      count_of(done->manifest.quads(), "quad"), human_bytes(done->manifest.bytes())));
  return true;
}

bool put_into_parts(PartFolder& folder, const OutputOptions& output, int status,
                    const RunAccount& account, Workshop& shop,
                    const std::stop_token& stop) {
  const PartsOrigin origin{
      .status = status,
      .finished = std::chrono::duration_cast<std::chrono::seconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count(),
      .rows = account.rows()};
  if (!write_parts(folder, *output.parts, output.path, origin, shop.console, stop))
    return false;
  std::error_code ignored;
  std::filesystem::remove(output.path, ignored);
  return true;
}

RunAccount::Rows wanted_rows(const OutputOptions& output) {
  return output.parts ? RunAccount::Rows::wanted : RunAccount::Rows::for_files;
}

}  // namespace semsite
