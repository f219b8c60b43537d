#include "crawl/context_store.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr const char* kFileName = "the temporary file of JSON-LD contexts";

std::string read_at(int descriptor, std::uint64_t offset, std::size_t bytes) {
  std::string out(bytes, '\0');
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t got = ::pread(descriptor, out.data() + done, bytes - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw RunError{std::string{"cannot read "} + kFileName + ": " +
                     (got < 0 ? std::strerror(errno) : "it is too short")};
    done += static_cast<std::size_t>(got);
  }
  return out;
}

}  // namespace

std::size_t ContextStore::put(Context context) {
  const MutexLock lock{mutex_};
  held_bytes_ += context->text.size();
  all_.push_back({.context = std::move(context)});
  in_memory_.push_back(all_.size() - 1);
  while (held_bytes_ > memory_bytes_ && !in_memory_.empty()) {
    move_to_file(all_[in_memory_.front()]);
    in_memory_.pop_front();
  }
  return all_.size() - 1;
}

void ContextStore::move_to_file(Kept& kept) {
  if (!file_.valid()) file_ = anonymous_file();
  const std::string& text = kept.context->text;
  write_all(file_.get(), text, kFileName);
  kept.url = kept.context->url;
  kept.offset = file_bytes_;
  kept.bytes = text.size();
  file_bytes_ += kept.bytes;
  held_bytes_ -= kept.bytes;
  kept.in_use = kept.context;
  kept.context.reset();
}

ContextStore::Context ContextStore::get(std::size_t number) {
  const MutexLock lock{mutex_};
  Kept& kept = all_.at(number);
  if (kept.context) return kept.context;
  if (Context shared = kept.in_use.lock()) return shared;
  Context read = std::make_shared<const RemoteContext>(RemoteContext{
      .url = kept.url, .text = read_at(file_.get(), kept.offset, kept.bytes)});
  kept.in_use = read;
  return read;
}

}  // namespace semsite
