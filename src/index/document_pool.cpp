#include "index/document_pool.hpp"

#include <algorithm>
#include <stop_token>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "index/byte_code.hpp"
#include "index/document_record.hpp"
#include "index/index_key.hpp"
#include "index/statement_text.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/term_text.hpp"

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

namespace {

constexpr std::string_view kInverseFunctional =
    "http://www.w3.org/2002/07/owl#InverseFunctionalProperty";

void add_place(std::uint8_t& places, std::uint8_t place) {
  places = static_cast<std::uint8_t>(places | place);
}

}  // namespace

void DocumentKeys::put(std::string& out, char kind, std::string_view text,
                       std::string_view payload) {
  if (text.size() <= kLongestKey) {
    put_number(out, text.size() + 1);
    out += kind;
    out += text;
  } else {
    put_text(out, index_key(kind, text));
  }
  put_text(out, payload);
}

std::uint64_t DocumentKeys::append(const DocumentRecord& record, std::string& out) {
  iris_.clear();
  named_.clear();
  words_.clear();
  arena_.clear();
  place_ = 0;
  length_ = 0;
  put(out, key_kind::document, record.text.url, {});
  add_facts(record, out);
  named_[record.text.url] = true;
  links_.begin(record);
  std::string_view property;
  bool is_title = false;
  bool is_type = false;
  each_line(record.text.statements, [&](std::string_view line) {
    const StatementText terms = cut_statement(line);
    const std::string_view predicate = iri_in(terms.predicate);
    if (predicate != property) {
      property = predicate;
      is_title = is_title_property(predicate);
      is_type = predicate == kRdfType;
      add_place(iris_[predicate], uri_place::predicate);
    }
    if (is_iri_text(terms.subject)) {
      add_place(iris_[iri_in(terms.subject)], uri_place::subject);
      named_[iri_in(terms.subject)] = true;
    }
    const std::string_view lexical = lexical_in(terms.object);
    if (is_iri_text(terms.object)) {
      add_place(iris_[lexical], uri_place::object);
      links_.add(predicate, lexical);
      if (!is_type) named_[lexical] = true;
      if (is_type && lexical == kInverseFunctional && is_iri_text(terms.subject)) {
        key_ = fact_kind::inverse_functional;
        key_ += iri_in(terms.subject);
        put(out, key_kind::fact, key_, {});
      }
    } else if (is_literal_text(terms.object)) {
      add_words(decode_escapes(lexical, decoded_),
                is_title ? WordField::title : WordField::text);
    } else {
      // Nobody can ask for a blank node; a triple term is found by what is in it.
      if (!is_triple_text(terms.object)) return;
      each_term_text(terms.object, [&](std::string_view part) {
        const std::string_view text = lexical_in(part);
        if (is_iri_text(part)) {
          add_place(iris_[text], uri_place::object);
          named_[text] = true;
        } else if (is_literal_text(part)) {
          add_words(decode_escapes(text, decoded_), WordField::text);
        } else {
          return;
        }
        put_pair(predicate, text, out);
      });
      return;
    }
    put_pair(predicate, lexical, out);
  });
  add_iris(out);
  for (const auto& [iri, yes] : named_.items())
    add_words(local_name_of(iri), WordField::name);
  append_words(out);
  return length_;
}

void DocumentKeys::put_pair(std::string_view property, std::string_view value,
                            std::string& out) {
  key_ = property;
  key_ += '\x02';  // as pair_key has it
  key_ += value;
  put(out, key_kind::pair, key_, {});
}

void DocumentKeys::add_facts(const DocumentRecord& record, std::string& out) {
  const auto fact = [&](char kind, std::string_view value) {
    if (value.empty()) return;
    key_ = kind;
    key_ += value;
    put(out, key_kind::fact, key_, {});
  };
  fact(fact_kind::dataset, record.dataset);
  fact(fact_kind::host, host_of(record.text.url));
  for (const std::string& format : record.text.formats) fact(fact_kind::format, format);
  for (const std::string& language : record.languages)
    fact(fact_kind::language, language);
}

void DocumentKeys::add_iris(std::string& out) {
  spaces_.clear();
  host_texts_.clear();
  for (const auto& [iri, places] : iris_.items()) {
    const char payload = static_cast<char>(places);
    put(out, key_kind::uri, iri, {&payload, 1});
    bool& known = spaces_[space_of(iri)];
    // Then the host is known, too, unless it stands behind the namespace: `http://host`.
    if (known && !space_of(iri).ends_with("://")) continue;
    if (!std::exchange(known, true)) put(out, key_kind::space, space_of(iri), {});
    std::string host = host_of(iri);
    if (host.empty() || std::ranges::find(host_texts_, host) != host_texts_.end())
      continue;
    put(out, key_kind::host, host, {});
    host_texts_.push_back(std::move(host));
  }
}

void DocumentKeys::add_words(std::string_view text, WordField field) {
  tokenizer_.cut(text, [&](std::string_view token) {
    ++place_;
    std::uint32_t& index = words_[arena_.keep(token)];
    if (index == 0) {
      index = static_cast<std::uint32_t>(words_.items().size());
      if (found_.size() < index) found_.emplace_back();
      found_[index - 1].half_weights = 0;
      found_[index - 1].last = 0;
      found_[index - 1].places.clear();
    }
    Word& word = found_[index - 1];
    word.half_weights += half_weight(field);
    if (field != WordField::name) ++length_;
    put_number(word.places, (std::uint64_t{place_ - word.last} << 2U) |
                                static_cast<std::uint64_t>(field));
    word.last = place_;
  });
  ++place_;  // a phrase does not go on in the next text
}

void DocumentKeys::append_words(std::string& out) {
  std::string payload;
  for (const auto& [text, index] : words_.items()) {
    const Word& word = found_[index - 1];
    payload.clear();
    put_number(payload, word.half_weights);
    put_text(payload, word.places);
    put(out, key_kind::term, text, payload);
  }
}

}  // namespace semsite
