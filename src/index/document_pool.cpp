#include "index/document_pool.hpp"

#include <algorithm>
#include <stop_token>
#include <utility>

#include "index/document_keys.hpp"
#include "index/stored_record.hpp"

namespace semsite {
namespace {

void work_on(DocumentBlock& block, const RecordFacts& facts, DocumentKeys& keys,
             TextPacker& packer) {
  std::string records;
  std::string contents;
  for (DocumentBlock::Item& item : block.items) {
    if (!item.is_made) item.record = make_record(std::move(item.record.text), facts);
    append_stored(records, item.record, contents.size());
    contents += item.record.text.statements;
    std::string found;
    block.lengths.push_back(keys.append(item.record, found));
    block.keys.push_back(std::move(found));
    item.record.text.statements = {};
  }
  keys.append_links(block.links);
  block.records = packer.pack(records);
  block.contents = packer.pack(contents);
}

}  // namespace

DocumentPool::DocumentPool(const RecordFacts& facts, unsigned threads) : facts_(facts) {
  for (unsigned i = 0; i < std::max(1U, threads); ++i)
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

DocumentPool::~DocumentPool() {
  for (std::jthread& thread : threads_) thread.request_stop();
}

void DocumentPool::put(DocumentBlock block) {
  auto job = std::make_shared<Job>();
  job->block = std::move(block);
  const MutexLock lock{mutex_};
  jobs_.push_back(std::move(job));
  changed_.notify_all();
}

DocumentBlock DocumentPool::take() {
  const MutexLock lock{mutex_};
  const std::shared_ptr<Job> job = jobs_.front();
  while (!job->done) changed_.wait(mutex_);
  jobs_.pop_front();
  if (job->error) std::rethrow_exception(job->error);
  return std::move(job->block);
}

std::shared_ptr<DocumentPool::Job> DocumentPool::next() const {
  const auto found =
      std::ranges::find_if(jobs_, [](const auto& one) { return !one->begun; });
  return found == jobs_.end() ? nullptr : *found;
}

void DocumentPool::work(const std::stop_token& stop) {
  DocumentKeys keys;
  MutexLock lock{mutex_};
  for (;;) {
    std::shared_ptr<Job> job;
    while (!(job = next())) {
      if (stop.stop_requested()) return;
      changed_.wait(mutex_, stop);
    }
    job->begun = true;
    lock.unlock();
    try {
      work_on(job->block, facts_, keys, packer_);
    } catch (...) {
      job->error = std::current_exception();
    }
    lock.lock();
    job->done = true;
    changed_.notify_all();
  }
}

}  // namespace semsite
