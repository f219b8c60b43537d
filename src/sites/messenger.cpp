#include "sites/messenger.hpp"

namespace semsite {
namespace {

Message::Level level_of(Console::Level level) {
  if (level == Console::Level::error) return Message::Level::error;
  return level == Console::Level::warning ? Message::Level::warning
                                          : Message::Level::info;
}

}  // namespace

Console::Take Messenger::taker() {
  return [this](Console::Level level, std::string_view text, const About& about) {
    if (!tell_ || level == Console::Level::detail) return;
    bring({.level = level_of(level),
           .text = text,
           .code = about.code,
           .source = about.source});
  };
}

void Messenger::rethrow() {
  const MutexLock lock{mutex_};
  if (error_) std::rethrow_exception(error_);
}

void Messenger::bring(const Message& message) {
  // The console lets one in at a time.
  {
    const MutexLock lock{mutex_};
    if (error_) return;
  }
  try {
    tell_(message);
  } catch (...) {
    {
      const MutexLock lock{mutex_};
      error_ = std::current_exception();
    }
    failed_();
  }
}

}  // namespace semsite
