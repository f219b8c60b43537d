#include "serve/connection_threads.hpp"

#include <system_error>
#include <utility>

namespace semsite {

bool ConnectionThreads::run(const std::function<void()>& task) {
  const std::lock_guard lock{mutex_};
  if (ending_) return false;
  if (busy_ == threads_.size()) {
    if (threads_.size() == most_) return false;
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      return false;
    }
  }
  ++busy_;
  tasks_.push_back(task);
  changed_.notify_one();
  return true;
}

std::size_t ConnectionThreads::busy() const {
  const std::lock_guard lock{mutex_};
  return busy_;
}

void ConnectionThreads::work() {
  std::unique_lock lock{mutex_};
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
    --busy_;
  }
}

void ConnectionThreads::end() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock{mutex_};
    ending_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace semsite
