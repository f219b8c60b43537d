#include "serve/connection_threads.hpp"

#include <system_error>
#include <utility>

namespace semsite {

bool ConnectionThreads::run(const std::function<void()>& task) {
  const MutexLock lock{mutex_};
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
  const MutexLock lock{mutex_};
  return busy_;
}

void ConnectionThreads::work() {
  MutexLock lock{mutex_};
  while (true) {
    while (!ending_ && tasks_.empty()) changed_.wait(mutex_);
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
    const MutexLock lock{mutex_};
    ending_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace semsite
